// Installs what package-lock.json asks for when node_modules is missing or older. Plain JavaScript for Node 20:
// it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodePath = join(root, 'node_modules/.bin/node');

export class Refusal extends Error {}

/** True when node_modules holds what the lock file asks for. */
export function isInstalled() {
  const mark = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(mark) || !existsSync(nodePath)) return false;
  if (statSync(mark).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return true;
  return sameVersions(mark);
}

// A fresh checkout has a new time on an old lock file: what counts is what is in it.
function sameVersions(mark) {
  const have = JSON.parse(readFileSync(mark, 'utf8')).packages;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(
    ([path, entry]) => path === '' || entry.optional || have[path]?.version === entry.version,
  );
}

/** Installs when needed; all output of npm goes to stderr. Throws a Refusal with one sentence. */
export function install() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new Refusal(`Signet needs Node 20 or newer; this is ${process.version}.`);
  if (isInstalled()) return;
  console.error('Installing packages (npm ci) …');
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.error?.code === 'ENOENT')
    throw new Refusal('npm is missing: install it beside Node and start again.');
  if (result.status !== 0) throw new Refusal('npm ci failed; what it said is above.');
  patch();
}

// Not a postinstall script: npm may be told to run none.
function patch() {
  if (!existsSync(join(root, 'patches'))) return;
  const result = spawnSync(
    process.execPath,
    [join(root, 'node_modules/patch-package/index.js'), '--error-on-fail'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 2],
    },
  );
  if (result.status !== 0)
    throw new Refusal('The patches of the folder patches/ do not fit the installed packages.');
}

/** The Node that the product runs on (npm package `node`), whatever Node started the script. */
export function productNode() {
  return nodePath;
}

/** Environment with the product's Node and tools first on PATH. */
export function productEnv(extra = {}) {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...extra };
}
