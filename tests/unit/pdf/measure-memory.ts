/**
 * Run as a program with --expose-gc: signs the file named, read in pieces, and prints the most memory that it took
 * over what was taken before, in MB, with the time in ms.
 */
import { open } from 'node:fs/promises';
import { argv, memoryUsage, stdout } from 'node:process';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';

const [, , path, page] = argv;
const file = await open(path!, 'r');
const { size } = await file.stat();
let most = 0;
let base = 0;
const now = () => {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external, arrayBuffers } = memoryUsage();
  return heapUsed + external + arrayBuffers;
};
const source = {
  length: size,
  async read(from: number, to: number) {
    if (base > 0) most = Math.max(most, now() - base);
    const bytes = new Uint8Array(to - from);
    await file.read(bytes, 0, bytes.length, from);
    return bytes;
  },
};
const request = {
  field: 'A',
  newField: { page: Number(page), box: { x: 20, y: 20, width: 42, height: 42 } },
};
// Once without measuring, so that code and tables are there.
await beginSignature(source, request);
base = now();
await beginSignature(source, request);
stdout.write(JSON.stringify({ megabytes: most / 1024 / 1024 }));
await file.close();
