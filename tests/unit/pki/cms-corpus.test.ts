import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { OID } from '#core/pki/oids.ts';
import { verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';

/** Signatures out of PDFs of many makers, with what pyHanko found of each. */
const FOLDER = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'pdf');

type Verdict = [field: string, intact: string, valid: string, ...more: unknown[]];
type Found = { kind: 'signature' | 'time stamp'; intact: boolean; valid: boolean };

describe('signatures of other makers', () => {
  if (!existsSync(FOLDER)) {
    it('are not tried here: the files are not on this machine', () => expect(existsSync(FOLDER)).toBe(false));
    return;
  }
  const verdicts = JSON.parse(readFileSync(join(FOLDER, 'verdicts.json'), 'utf8')) as Record<
    string,
    Verdict[]
  >;

  it('are found intact and valid where pyHanko finds them so, and only there', async () => {
    const differ: string[] = [];
    let compared = 0;
    for (const [name, theirs] of Object.entries(verdicts)) {
      if (theirs.length === 0 || theirs.some((verdict) => verdict[1] === 'EXC')) continue;
      const ours = (await signaturesOf(name)).filter((found) => found.kind === 'signature');
      if (ours.length !== theirs.length) continue; // a signature that a plain search through the file does not see
      compared += ours.length;
      const text = (intact: boolean, valid: boolean): string =>
        `${intact ? 'intact' : 'BROKEN'} ${valid ? 'valid' : 'INVALID'}`;
      const own = ours.map((found) => text(found.intact, found.valid)).sort();
      const other = theirs.map((verdict) => `${verdict[1]} ${verdict[2]}`).sort();
      if (own.join() !== other.join()) differ.push(`${name}: ours ${own}, theirs ${other}`);
    }
    expect(differ).toEqual([]);
    expect(compared).toBeGreaterThan(60);
  });

  it('carry time stamps that hold, but for the one copied from another file', async () => {
    const broken: string[] = [];
    for (const name of Object.keys(verdicts)) {
      for (const { kind, intact, valid } of await signaturesOf(name)) {
        if (kind === 'time stamp' && !(intact && valid)) broken.push(name);
      }
    }
    expect(broken).toEqual(['validation_pades-lta-copied-doctst.pdf']);
  });
});

/** Every signature and time stamp that a search for byte ranges finds. */
async function signaturesOf(name: string): Promise<Found[]> {
  const raw = new Uint8Array(readFileSync(join(FOLDER, name)));
  const text = Buffer.from(raw).toString('latin1');
  const ranges = new Set<string>();
  for (const [, ...numbers] of text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)) {
    ranges.add(numbers.join(' '));
  }
  const found: Found[] = [];
  for (const range of ranges) {
    const [a, b, c, d] = range.split(' ').map(Number) as [number, number, number, number];
    const hex = text.slice(a + b, c).replace(/[<>\s]/g, '');
    if (!/^([0-9a-fA-F]{2})+$/.test(hex)) continue;
    const content = concatBytes(raw.subarray(a, a + b), raw.subarray(c, c + d));
    const one = await judge(fromHex(hex), content);
    if (one) found.push(one);
  }
  return found;
}

async function judge(cms: Bytes, content: Bytes): Promise<Found | undefined> {
  try {
    const parsed = parseCms(cms);
    if (parsed.contentType === OID.tstInfo) {
      const { imprintOk, signatureOk } = await verifyTimestampToken(parsed.der, { content });
      return { kind: 'time stamp', intact: imprintOk, valid: signatureOk };
    }
    const { signers } = await verifyCms(parsed, { content });
    return { kind: 'signature', intact: signers[0]!.messageDigestOk, valid: signers[0]!.signatureOk };
  } catch (error) {
    if (isAppError(error)) return undefined; // a field reserved but not signed
    throw error;
  }
}
