/**
 * npm run verify -- FILE… [--json] [--trust FILE]…: verifies signed PDF and OFD files with the engine of the page.
 * Exit status: 0 all valid, 1 any is not, 2 a file could not be read. Standard output carries the result only.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bytes } from '#core/bytes.ts';
import { toHex } from '#core/bytes.ts';
import { toJsonLine, toTable } from '#core/verification/print-verification.ts';
import { readCertificates } from '#core/verification/read-certificates.ts';
import type { FileVerification } from '#core/verification/verdict.ts';
import { verifyFile } from '#core/verification/verify-file.ts';

const USAGE = 'usage: npm run verify -- FILE… [--json] [--trust FILE]…';

interface Order {
  files: string[];
  trust: string[];
  json: boolean;
}

function readOrder(args: readonly string[]): Order | string {
  const order: Order = { files: [], trust: [], json: false };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--json') order.json = true;
    else if (arg === '--trust') {
      const file = args[++i];
      if (file === undefined) return '--trust needs a file';
      order.trust.push(file);
    } else if (arg.startsWith('--trust=')) order.trust.push(arg.slice('--trust='.length));
    else if (arg === '--') {
      order.files.push(...args.slice(i + 1));
      break;
    } else if (arg.startsWith('-')) return `unknown option ${arg}`;
    else order.files.push(arg);
  }
  return order.files.length > 0 ? order : 'no file given';
}

const read = (file: string): Bytes => new Uint8Array(readFileSync(file));

/** Roots that the product made for itself: `.data/…/root*.pem|crt|cer|der`. */
function ownRoots(): string[] {
  const data = join(dirname(fileURLToPath(import.meta.url)), '..', '.data');
  if (!existsSync(data)) return [];
  const out: string[] = [];
  const look = (folder: string, depth: number) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < 2) look(path, depth + 1);
      else if (entry.isFile() && /^root.*\.(?:pem|crt|cer|der)$/i.test(entry.name)) out.push(path);
    }
  };
  look(data, 0);
  return out;
}

/** Anchors of all files, each once. Throws for a file of --trust that holds no certificate. */
function anchors(order: Order): Bytes[] {
  const found = new Map<string, Bytes>();
  const add = (file: string) => {
    const certificates = readCertificates(read(file));
    for (const der of certificates) found.set(toHex(der), der);
    return certificates.length;
  };
  for (const file of order.trust) if (add(file) === 0) throw new Error(`${file}: no certificate in it`);
  for (const file of ownRoots()) add(file);
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
  return verifyFile(bytes, { time, trustAnchors });
}

async function main(args: readonly string[]): Promise<number> {
  const order = readOrder(args);
  if (typeof order === 'string') {
    console.error(`${order}\n${USAGE}`);
    return 2;
  }
  let trustAnchors: Bytes[];
  try {
    trustAnchors = anchors(order);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  let status = 0;
  for (const file of order.files) {
    const result = await verifyOne(file, trustAnchors);
    process.stdout.write(order.json ? `${toJsonLine(file, result)}\n` : toTable(file, result));
    if (result.verdict === 'error') status = 2;
    else if (result.verdict !== 'valid') status = Math.max(status, 1);
  }
  return status;
}

process.exitCode = await main(process.argv.slice(2));
