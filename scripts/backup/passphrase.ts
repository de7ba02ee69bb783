import { readFileSync } from 'node:fs';
import { Refusal } from '../install.mjs';

/** Short ones can be tried out by whoever gets hold of a backup. */
const FEWEST = 12;

/** The passphrase of a backup, from the file given or SIGNET_BACKUP_PASSPHRASE. Throws a Refusal where there is none, or a short one. */
export function readPassphrase(file?: string): string {
  const said = file === undefined ? process.env.SIGNET_BACKUP_PASSPHRASE : readFileSync(file, 'utf8');
  const passphrase = said?.replace(/\r?\n$/, '') ?? '';
  if (passphrase === '')
    throw new Refusal('A backup holds every key: set SIGNET_BACKUP_PASSPHRASE, or give --passphrase FILE.');
  if (passphrase.length < FEWEST)
    throw new Refusal(`The passphrase of a backup has at least ${FEWEST} characters.`);
  return passphrase;
}
