import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder and its parents. On a read-only disk mkdirSync's `recursive` option reports ENOENT instead. */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder), mode);
    mkdirSync(folder, { mode });
  }
}
