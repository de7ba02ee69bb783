import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, root } from '../install.mjs';
import { makeFolder } from '../product/make-folder.ts';
import { differences, type Manifest, pack, unpack } from './archive.ts';
import { checkData, DATABASE, type DataReport } from './check-data.ts';
import { takeSnapshot } from './snapshot.ts';

export type BackupReport = DataReport & { takenAt: string; size: number };

/**
 * Backs up a data folder into `file`, whether or not the product runs, and verifies the result by restoring it into a
 * second folder: `file` is created only if every file, database and trail in it is intact. Throws a Refusal otherwise.
 */
export async function makeBackup(dataDir: string, file: string, passphrase: string): Promise<BackupReport> {
  if (!existsSync(join(dataDir, DATABASE))) throw new Refusal(`There is no data of Signet in ${dataDir}.`);
  if (existsSync(file)) throw new Refusal(`${file} exists already; a backup replaces nothing.`);
  const run = join(dataDir, 'run', `backup-${process.pid}`);
  const partial = `${file}.partial`;
  const folder = (name: string) => {
    makeFolder(join(run, name), 0o700);
    return join(run, name);
  };
  try {
    const takenAt = new Date().toISOString();
    const copied = folder('copy');
    const files = await takeSnapshot(dataDir, copied);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const manifest: Manifest = { format: 1, version, takenAt, files };
    await pack(copied, manifest, partial, passphrase);
    rmSync(copied, { recursive: true });
    const { checked } = await readBackup(partial, folder('check'), passphrase);
    renameSync(partial, file);
    return { ...checked, takenAt, size: statSync(file).size };
  } finally {
    rmSync(run, { recursive: true, force: true });
    rmSync(partial, { force: true });
  }
}

/**
 * Unpacks a backup into an empty folder and checks it. Throws a Refusal with the first problems if it is not intact.
 */
export async function readBackup(
  file: string,
  folder: string,
  passphrase: string,
): Promise<{ manifest: Manifest; checked: DataReport }> {
  const { manifest, found } = await unpack(file, folder, passphrase);
  refuse(file, differences(manifest, found));
  const checked = await checkData(folder);
  refuse(file, checked.problems);
  return { manifest, checked };
}

function refuse(file: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > 5 ? [`and ${problems.length - 5} more`] : [];
  throw new Refusal([`${file} is not whole:`, ...problems.slice(0, 5), ...more].join('\n  '));
}
