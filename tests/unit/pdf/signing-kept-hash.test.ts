import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { type RandomAccess, withAppended } from '#core/pdf/read/source.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { appendIncrement, finishSignature } from '#core/pdf/sign/finish-signature.ts';
import type { StoredHash } from '#core/pdf/sign/hash-ranges.ts';
import { beginDocumentTimestamp } from '#core/pdf/sign/timestamp-document.ts';
import { ResumableSha256 } from '#core/resumable-sha256.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { makeLargePdf, squareSeal, throughQpdf } from './documents.ts';
import { testSigner } from './signers.ts';

const TIME = Date.UTC(2026, 0, 1);

/** A file of which only ranges are read, and how much of it was. */
function byRanges(file: Bytes): { source: RandomAccess; read: () => number } {
  let read = 0;
  const source = {
    length: file.length,
    read: async (from: number, to: number) => {
      read += to - from;
      return file.slice(from, to);
    },
  };
  return { source, read: () => read };
}

/** The hash of `file` from its stored state alone, continued with `more`. */
function keptOf(file: Bytes, more: Bytes = new Uint8Array(0)): StoredHash {
  const state = new ResumableSha256().update(file).save();
  return async (algorithm) => (algorithm === 'SHA-256' ? ResumableSha256.resume(state)!.update(more) : null);
}

const certificate = async () => (await testSigner('RSA-2048')).certificates[0]!;

/** A signature, validation data and a time stamp, as the whole file in memory gives them and as the ranges do. */
async function bothWays(file: Bytes, page: number) {
  const request = {
    field: 'Kept',
    newField: { page, box: { x: 20, y: 20, width: 42, height: 42 } },
    appearance: squareSeal(),
    signingTime: TIME,
  };
  const { source, read } = byRanges(file);
  const whole = await beginSignature(file, request);
  const kept = await beginSignature(source, request, keptOf(file));
  const readForSigning = read();
  const increment = finishSignature(whole, new Uint8Array([1, 2, 3]));
  const signed = appendIncrement(file, whole, increment);
  const data = { certificates: [await certificate()] };
  const { append } = await addValidationData(signed, data);
  const ranges = await addValidationData(withAppended(source, increment), data);
  const stamped = await beginDocumentTimestamp(
    appendIncrement(signed, { fileLength: signed.length }, append),
  );
  const appended = new Uint8Array([...increment, ...append]);
  const rangesStamped = await beginDocumentTimestamp(
    withAppended(source, appended),
    {},
    keptOf(file, appended),
  );
  return {
    memory: { signature: whole, validation: append, stamp: stamped },
    ranges: { signature: kept, validation: ranges.append, stamp: rangesStamped },
    readForSigning,
    readInAll: read(),
  };
}

describe('signing by a kept hash', () => {
  it('gives the bytes of the whole file, reading little of 20 MB, by table or by streams', async () => {
    const table = await makeLargePdf(20, 300);
    for (const file of [table, throughQpdf(table, '--object-streams=generate', '--stream-data=preserve')]) {
      for (const page of [0, 299]) {
        const { memory, ranges, readForSigning, readInAll } = await bothWays(file, page);
        expect(ranges).toEqual(memory);
        expect(readForSigning).toBeLessThan(300_000);
        expect(readInAll).toBeLessThan(1_000_000);
      }
    }
  }, 60_000);

  it('gives the same bytes for a file with signatures, and hashes for other digests by streaming', async () => {
    const { signer } = await testSigner('RSA-2048');
    const newField = { page: 1, box: { x: 10, y: 10, width: 30, height: 30 } };
    const signed = await signPdf(await makeLargePdf(1, 3), { field: 'First', newField, signer });
    const { memory, ranges } = await bothWays(signed, 2);
    expect(ranges).toEqual(memory);
    for (const digestAlgorithm of ['SHA-384', 'SHA-512', 'SM3'] as const) {
      const request = { field: 'Second', newField: 'invisible', signingTime: TIME, digestAlgorithm } as const;
      expect(await beginSignature(byRanges(signed).source, request, keptOf(signed))).toEqual(
        await beginSignature(signed, request),
      );
    }
  });

  const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'pdf');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : [];
  it.runIf(files.length > 0)(
    'gives the same bytes, or the same refusal, for every foreign file',
    async () => {
      let signed = 0;
      for (const name of files) {
        const file: Bytes = new Uint8Array(readFileSync(join(folder, name)));
        const request = { field: 'Kept', newField: 'invisible', signingTime: TIME } as const;
        const whole = await beginSignature(file, request).catch(refusal);
        const kept = await beginSignature(byRanges(file).source, request, keptOf(file)).catch(refusal);
        expect(kept, name).toEqual(whole);
        if ('digest' in whole) signed += 1;
      }
      expect(signed).toBeGreaterThan(files.length / 2);
    },
    120_000,
  );
});

function refusal(error: unknown): { refused: string } {
  if (!isAppError(error)) throw error;
  return { refused: error.name };
}
