import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;

/**
 * Takes the data folder away from other users of the machine: folders 0700, files 0600. Of what is in it only the named
 * parts are touched. The folder itself is done last, so that one at 0700 says that the rest was done, too, and a start
 * need not walk through all files again.
 */
export function makePrivate(dataDir: string, parts: readonly string[]): void {
  if (modeOf(dataDir) === FOLDER) return;
  for (const part of parts) closeBelow(join(dataDir, part));
  chmodSync(dataDir, FOLDER);
}

function closeBelow(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() ? FOLDER : FILE);
  if (stat.isDirectory()) for (const name of readdirSync(path)) closeBelow(join(path, name));
}

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;
