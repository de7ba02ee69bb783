/** Root certificates of the certificate authority that a product on this machine created for itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { readCertificates } from '#core/verification/read-certificates.ts';

const projectData = join(dirname(fileURLToPath(import.meta.url)), '..', '.data');

/**
 * DER of each: from the database in the product's data folder (`SIGNET_DATA`, or `.data`), and from files `root*.pem`,
 * `.crt`, `.cer`, `.der` in that folder. Empty if there are none; the database is only read.
 */
export async function ownRoots(folder = process.env.SIGNET_DATA ?? projectData): Promise<Bytes[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^root.*\.(?:pem|crt|cer|der)$/i.test(entry.name))
    .flatMap((entry) => readCertificates(new Uint8Array(readFileSync(join(folder, entry.name)))));
  return [...files, ...(await databaseRoots(join(folder, 'db/dbs/default/data')))];
}

async function databaseRoots(file: string): Promise<Bytes[]> {
  if (!existsSync(file)) return [];
  try {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = database.prepare("select der from certificate where purpose = 'ROOT'").all();
      return rows.flatMap((row) => readCertificates(fromBase64(String(row.der))));
    } finally {
      database.close();
    }
  } catch (error) {
    console.error(
      `The product's own root could not be read (${error instanceof Error ? error.message : error}).`,
    );
    return [];
  }
}
