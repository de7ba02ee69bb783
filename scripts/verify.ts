/**
 * npm run verify -- FILE… [--json] [--trust FILE]…: verifies signed PDF and OFD files with the page's engine, and
 * evidence bundles. Exit status: 0 all valid, 1 any invalid, 2 a file could not be read. Only the result goes to
 * standard output.
 */
import { readFileSync } from 'node:fs';
import type { Bytes } from '#core/bytes.ts';
import { toHex } from '#core/bytes.ts';
import { toJsonLine, toTable } from '#core/verification/print-verification.ts';
import { readCertificates } from '#core/verification/read-certificates.ts';
import type { FileVerification } from '#core/verification/verdict.ts';
import { verifyUpload } from '#core/verification/verify-upload.ts';
import { ownRoots } from './own-roots.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run verify -- FILE… [--json] [--trust FILE]…
  Verifies signed PDF and OFD files and bundles of evidence. Status 0: all valid, 1: one is not, 2: one could not be read.
    --json         one line of JSON a file
    --trust FILE   certificates to trust, PEM or DER, besides those of this product (repeatable)`;

const { values, positionals: files } = readOptions(USAGE, {
  allowPositionals: true,
  options: { json: { type: 'boolean' }, trust: { type: 'string', multiple: true, default: [] } },
});
if (files.length === 0) refuse('No file was given.', USAGE);

const read = (file: string): Bytes => new Uint8Array(readFileSync(file));

/** Trust anchors from all files, each once. Throws for a file of --trust that contains no certificate. */
async function anchors(): Promise<Bytes[]> {
  const found = new Map<string, Bytes>();
  for (const file of values.trust) {
    const certificates = readCertificates(read(file));
    if (certificates.length === 0) throw new Error(`${file}: no certificate in it`);
    for (const der of certificates) found.set(toHex(der), der);
  }
  for (const der of await ownRoots()) found.set(toHex(der), der);
  return [...found.values()];
}

async function verifyOne(file: string, trustAnchors: Bytes[]): Promise<FileVerification> {
  const time = Date.now();
  let bytes: Bytes;
  try {
    bytes = read(file);
  } catch {
    const nothing = { signatures: [], documentTimestamps: [], revisions: [], changes: [] };
    return {
      format: null,
      verdict: 'error',
      problems: ['file-not-readable'],
      ...nothing,
      checkedAt: time,
      size: 0,
    };
  }
  return verifyUpload(bytes, { time, trustAnchors });
}

async function main(): Promise<number> {
  let trustAnchors: Bytes[];
  try {
    trustAnchors = await anchors();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  let status = 0;
  for (const file of files) {
    const result = await verifyOne(file, trustAnchors);
    process.stdout.write(values.json ? `${toJsonLine(file, result)}\n` : toTable(file, result));
    if (result.verdict === 'error') status = 2;
    else if (result.verdict !== 'valid') status = Math.max(status, 1);
  }
  return status;
}

// A result that cannot be written counts as a file that cannot be read; a closed pipe is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') console.error(error.message);
  process.exit(2);
});
process.exitCode = await main();
