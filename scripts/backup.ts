/**
 * npm run backup -- FILE [--data FOLDER] [--passphrase FILE]: backs up the product's data into one encrypted file while
 * it runs, and verifies the file by restoring it. Exit status 0 if the backup is complete.
 */
import { resolve } from 'node:path';
import { makeBackup } from './backup/make-backup.ts';
import { readPassphrase } from './backup/passphrase.ts';
import { asRefusal } from './install.mjs';
import { defaultDataDir } from './product/start-product.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run backup -- FILE [--data FOLDER] [--passphrase FILE]
  Backs database, files, drafts and secrets up into FILE, encrypted (age, tar.gz), while the product runs; restores it
  into a second folder and checks every file and trail there. Status 0: FILE is whole; else there is no FILE.
    --data FOLDER                 the data (SIGNET_DATA, or .data)
    --passphrase FILE             a file with the passphrase
    SIGNET_BACKUP_PASSPHRASE      the passphrase, where no file is given; keep it apart from the backups`;

const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { data: { type: 'string' }, passphrase: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined || positionals.length > 1) refuse('Give one file to write.', USAGE);

try {
  const made = await makeBackup(
    resolve(values.data ?? defaultDataDir()),
    resolve(file),
    readPassphrase(values.passphrase),
  );
  console.log(`Backed up to ${resolve(file)}: ${(made.size / 1e6).toFixed(1)} MB, as of ${made.takenAt}.`);
  console.log(
    `Checked by restoring: ${made.databases} databases, ${made.trails} trails, ${made.files} files, ${made.revisions} revisions.`,
  );
} catch (error) {
  console.error(asRefusal(error).message);
  process.exitCode = 1;
}
