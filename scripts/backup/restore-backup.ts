import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../install.mjs';
import { makeFolder } from '../product/make-folder.ts';
import type { DataReport } from './check-data.ts';
import { readBackup } from './make-backup.ts';
import { type LostTask, lostSince, prepareRestored, type RestoreCounts } from './prepare-restored.ts';

export type RestoreReport = DataReport & RestoreCounts & { takenAt: string; lost: LostTask[] | null };

/**
 * Restores a backup into `dataDir`, which must be empty or missing: a running product is never replaced. The folder is
 * created only after the whole backup was checked. `damaged` is the lost folder, if it is still readable: its data
 * beyond the backup is reported.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  passphrase: string,
  damaged?: string,
): Promise<RestoreReport> {
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Refusal(`There is data in ${dataDir}: stop the product and move the folder away first.`);
  makeFolder(dirname(dataDir));
  const partial = `${dataDir}.restoring-${process.pid}`;
  makeFolder(partial, 0o700);
  try {
    const { manifest, checked } = await readBackup(file, partial, passphrase);
    const lost = damaged === undefined ? null : lostSince(partial, damaged);
    const prepared = prepareRestored(partial, new Date(manifest.takenAt));
    if (existsSync(dataDir)) rmdirSync(dataDir);
    renameSync(partial, dataDir);
    return { ...checked, ...prepared, takenAt: manifest.takenAt, lost };
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
