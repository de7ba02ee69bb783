import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it. Where mkdirSync's own `recursive` meets a read-only disk, it calls it ENOENT. */
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
