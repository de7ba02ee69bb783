import { readFileSync } from 'node:fs';
import { Refusal } from '../install.mjs';

/** Minimum length: shorter ones can be brute-forced by anyone who obtains a backup. */
const FEWEST = 12;

/**
 * The passphrase of a backup, from the given file or SIGNET_BACKUP_PASSPHRASE. Throws a Refusal if it is missing or too
 * short.
 */
export function readPassphrase(file?: string): string {
  const said = file === undefined ? process.env.SIGNET_BACKUP_PASSPHRASE : readFileSync(file, 'utf8');
  const passphrase = said?.replace(/\r?\n$/, '') ?? '';
  if (passphrase === '')
    throw new Refusal('A backup holds every key: set SIGNET_BACKUP_PASSPHRASE, or give --passphrase FILE.');
  if (passphrase.length < FEWEST)
    throw new Refusal(`The passphrase of a backup has at least ${FEWEST} characters.`);
  return passphrase;
}
