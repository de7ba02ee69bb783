/**
 * Verifying signed PDFs beside pdfsig (poppler). pdfsig is a program: what it takes on an unsigned file of the same
 * size (starting, reading) is taken off each figure. Unlike ours, it does not compare revisions.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '#core/bytes.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import {
  BASE,
  makePdf,
  makeSigner,
  NOW,
  type Objects,
  sign,
  stream,
} from '#tests/unit/pdf-verify/build-pdf.ts';
import type { BenchReport } from '../row.ts';

export const name = 'pdf-verify';

const ROUNDS = 5;

export async function run(report: BenchReport): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-verify-'));
  try {
    await corpus(report, folder);
    await manySignatures(report, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** "pdfsig 22.12.0", or null where it is not installed. */
function peer(): string | null {
  const said = spawnSync('pdfsig', ['-v'], { encoding: 'utf8' });
  const version = /version ([\d.]+)/.exec(`${said.stderr}${said.stdout}`)?.[1];
  return version ? `pdfsig ${version}` : null;
}

/** Wall-clock ms of one run of pdfsig. */
function pdfsig(file: string): number {
  const began = performance.now();
  try {
    execFileSync('pdfsig', [file], { stdio: 'ignore' });
  } catch {
    // It ends with an error where a file has no signature.
  }
  return performance.now() - began;
}

async function ours(bytes: Bytes): Promise<number> {
  const began = performance.now();
  await verifyPdf(bytes, { time: NOW });
  return performance.now() - began;
}

/** Unsigned files of about `size` bytes, made once each. */
function unsignedFiles(folder: string): (size: number) => string {
  const known = new Map<number, string>();
  return (size) => {
    const kept = Math.max(2, Math.round(size / 20_000)) * 20_000;
    const found = known.get(kept);
    if (found) return found;
    const file = join(folder, `unsigned-${kept}.pdf`);
    const filler = stream('', ' '.repeat(Math.max(0, kept - makePdf().length - 100)));
    const plain = '<< /Type /Catalog /Pages 2 0 R >>';
    writeFileSync(file, makePdf({ ...BASE, 1: plain, 50: filler }));
    known.set(kept, file);
    return file;
  };
}

/**
 * Ms of a file here and there, the two taking turns, each the best of its rounds (what else the machine does only adds);
 * theirs without what the unsigned file takes.
 */
async function compare(
  file: string,
  bytes: Bytes,
  unsigned: (size: number) => string,
  withPeer: boolean,
): Promise<{ ours: number; theirs: number }> {
  const times: { ours: number[]; theirs: number[]; start: number[] } = { ours: [], theirs: [], start: [] };
  const plain = unsigned(bytes.length);
  await ours(bytes);
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await ours(bytes));
    if (!withPeer) continue;
    times.theirs.push(pdfsig(file));
    times.start.push(pdfsig(plain));
  }
  return {
    ours: Math.min(...times.ours),
    theirs: withPeer ? Math.min(...times.theirs) - Math.min(...times.start) : Number.NaN,
  };
}

async function corpus(report: BenchReport, folder: string): Promise<void> {
  const source = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'pdf');
  const list = join(source, 'verdicts.json');
  if (!existsSync(list)) return;
  const verdicts = JSON.parse(readFileSync(list, 'utf8')) as Record<string, unknown[]>;
  const program = peer();
  const unsigned = unsignedFiles(folder);
  const total = { ours: 0, theirs: 0, files: 0 };
  const signed = Object.keys(verdicts).filter((file) => verdicts[file]!.length > 0);
  // pdfsig is compiled; here the code has to be run before it is.
  for (let pass = 0; pass < 3; pass++) {
    for (const file of signed) await ours(new Uint8Array(readFileSync(join(source, file))));
  }
  for (const file of signed) {
    const path = join(source, file);
    const found = await compare(path, new Uint8Array(readFileSync(path)), unsigned, program !== null);
    total.ours += found.ours;
    total.theirs += found.theirs;
    total.files++;
  }
  report({
    name: `verify ${total.files} signed files`,
    unit: 'ms',
    ours: total.ours,
    peer: program,
    theirs: program ? total.theirs : null,
  });
}

/** A file with 51 signatures, each in a revision of its own. */
export async function fileWithSignatures(count: number): Promise<Bytes> {
  const signer = await makeSigner('Bench');
  const objects: Objects = { ...BASE };
  const fields: number[] = [];
  for (let i = 0; i < count; i++) {
    fields.push(100 + i);
    objects[100 + i] = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S${i}) /Rect [0 0 0 0] /P 3 0 R >>`;
  }
  const refs = fields.map((num) => `${num} 0 R`).join(' ');
  objects[5] = `<< /Fields [${refs}] /SigFlags 3 >>`;
  objects[3] = BASE[3]!.replace(/Annots \[.*?\]/, `Annots [${refs}]`);
  let bytes = makePdf(objects);
  for (const num of fields)
    bytes = await sign(bytes, signer, { field: num, fieldBody: objects[num]!, num: num + 1000 });
  return bytes;
}

async function manySignatures(report: BenchReport, folder: string): Promise<void> {
  const bytes = await fileWithSignatures(51);
  const file = join(folder, 'many.pdf');
  writeFileSync(file, bytes);
  const program = peer();
  const found = await compare(file, bytes, unsignedFiles(folder), program !== null);
  report({
    name: 'verify a file with 51 signatures',
    unit: 'ms',
    ours: found.ours,
    peer: program,
    theirs: program ? found.theirs : null,
  });
}
