import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it. Where mkdirSync's own `recursive` meets a read-only disk, it calls it ENOENT. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder);
  }
}
