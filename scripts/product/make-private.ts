import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;

/**
 * Removes other users' access to the data folder: folders 0700, files 0600. Inside, only the named parts are changed.
 * The folder itself is changed last, so that mode 0700 indicates that the rest is done and later starts need not walk
 * all files again.
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
