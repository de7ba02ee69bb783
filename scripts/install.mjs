// Installs what package-lock.json asks for when node_modules is missing or older. Plain JavaScript for Node 20:
// it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const nodePath = join(modules, '.bin/node');
const patchMark = join(modules, '.signet-patched');

/** Something that the user can put right; its message is one sentence for the terminal. */
export class Refusal extends Error {}

/** Installs and patches when needed; all output goes to stderr. Throws a Refusal. */
export function install() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Refusal(`Signet needs Node 20 or newer; this is ${process.version}.`);
  try {
    if (!isInstalled()) installPackages();
    if (!isPatched()) patchPackages();
  } catch (error) {
    throw asRefusal(error);
  }
}

function isInstalled() {
  const mark = join(modules, '.package-lock.json');
  if (!existsSync(mark) || !existsSync(nodePath)) return false;
  // What counts is the content: a fresh checkout gives an old lock file a new time.
  const have = packagesOf(mark);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, entry]) => path === '' || !fitsHere(entry) || have[path]?.version === entry.version,
  );
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function fitsHere(entry) {
  if (entry.optional && !entry.os && !entry.cpu) return false;
  const fits = (list, value) => !list || list.includes(value);
  const musl = entry.libc?.includes('musl') ?? false;
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && !musl;
}

// Install scripts run only for the packages that package.json allows: npm 10 knows no `allowScripts`, and the
// script of the database server fails there, at which npm drops the package without a word.
function installPackages() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  console.error('Installing packages (npm ci) …');
  // npm ci is strict about a lock file that another npm or platform has written; npm install is not.
  if (!npm(['ci', '--ignore-scripts'])) mustNpm(['install', '--ignore-scripts', '--no-save']);
  mustNpm(['rebuild', ...allowed]);
  if (!existsSync(nodePath))
    throw new Refusal('npm did not install Node 22; delete node_modules and try again.');
}

function npm(args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync('npm', [...args, ...quiet], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.error?.code === 'ENOENT') throw new Refusal('npm is missing: install it beside Node.');
  return result.status === 0;
}

function mustNpm(args) {
  if (!npm(args)) throw new Refusal(`npm ${args[0]} failed; what it said is above.`);
}

function patchDigest() {
  const digest = createHash('sha256');
  for (const name of readdirSync(join(root, 'patches')).sort()) {
    digest.update(name).update(readFileSync(join(root, 'patches', name)));
  }
  return digest.update(readFileSync(join(modules, '.package-lock.json'))).digest('hex');
}

const isPatched = () => existsSync(patchMark) && readFileSync(patchMark, 'utf8') === patchDigest();

function patchPackages() {
  const result = spawnSync(process.execPath, [join(modules, 'patch-package/index.js'), '--error-on-fail'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    throw new Refusal(
      `The patches do not fit the installed packages: ${(result.stdout + result.stderr).trim()}`,
    );
  }
  writeFileSync(patchMark, patchDigest());
}

/** The error as a sentence where its cause is the machine: a disk that is full or may not be written to. */
export function asRefusal(error) {
  if (error instanceof Refusal) return error;
  const where = error.path ?? root;
  const sentences = {
    ENOSPC: `The disk is full: nothing more can be written to ${where}.`,
    EDQUOT: `The disk quota is used up: nothing more can be written to ${where}.`,
    EROFS: `The disk is read-only: ${where} cannot be written.`,
    EACCES: `No permission to write ${where}.`,
    ENOTDIR: `${where} cannot be made: a file is where a folder should be.`,
    EPERM: `No permission to write ${where}.`,
  };
  return error.code in sentences ? new Refusal(sentences[error.code]) : error;
}

/** The Node that the product runs on (npm package `node`), whatever Node started the script. */
export const productNode = () => nodePath;

/** Environment with the product's Node and tools first on PATH. */
export const productEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}:${process.env.PATH}`,
  ...extra,
});
