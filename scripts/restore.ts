/**
 * npm run restore -- FILE [--data FOLDER] [--passphrase FILE] [--damaged FOLDER]: restores a backup into an empty data
 * folder. Exit status 0 if the whole backup was intact and has been restored.
 */
import { resolve } from 'node:path';
import { readPassphrase } from './backup/passphrase.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { asRefusal } from './install.mjs';
import { defaultDataDir } from './product/start-product.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run restore -- FILE [--data FOLDER] [--passphrase FILE] [--damaged FOLDER]
  Checks a backup and restores it into an empty folder; start the product on it afterwards. All sessions end, and those
  who may have acted since the backup get a notice. Status 0: restored; else nothing is there.
    --data FOLDER                 where to (SIGNET_DATA, or .data)
    --passphrase FILE             a file with the passphrase
    --damaged FOLDER              the folder that was lost, if its database can be read: lists what it has beyond the backup
    SIGNET_BACKUP_PASSPHRASE      the passphrase, where no file is given`;

const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { data: { type: 'string' }, passphrase: { type: 'string' }, damaged: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined || positionals.length > 1) refuse('Give one backup to restore.', USAGE);

try {
  const to = resolve(values.data ?? defaultDataDir());
  const restored = await restoreBackup(
    resolve(file),
    to,
    readPassphrase(values.passphrase),
    values.damaged === undefined ? undefined : resolve(values.damaged),
  );
  console.log(`Restored to ${to}, as of ${restored.takenAt}. What was done later is not in it.`);
  console.log(
    `Checked: ${restored.databases} databases, ${restored.trails} trails, ${restored.files} files, ${restored.revisions} revisions. ` +
      `${restored.sessions} sessions ended; ${restored.told} people are told at the next start.`,
  );
  for (const { number, name, entries, lastOperator, lastAt } of restored.lost ?? [])
    console.log(
      `Lost: ${number} ${name}: ${entries} entries, the last by ${lastOperator} at ${new Date(lastAt).toISOString()}`,
    );
} catch (error) {
  console.error(asRefusal(error).message);
  process.exitCode = 1;
}
