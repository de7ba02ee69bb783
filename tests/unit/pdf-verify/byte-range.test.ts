import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { rangeDigests } from '#core/pdf/verify/range-digests.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import {
  append,
  BASE,
  bytesOf,
  lastRange,
  latin,
  makePdf,
  makeSigner,
  NOW,
  patch,
  sign,
  stream,
  type TestSigner,
} from './build-pdf.ts';

let alice: TestSigner;
let signed: Bytes;
beforeAll(async () => {
  alice = await makeSigner('Alice');
  signed = await sign(makePdf(), alice);
});

const verify = (bytes: Bytes) => verifyPdf(bytes, { time: NOW, trustAnchors: [alice.certificate.der] });

/** Writes other text over the ByteRange array, padded to its length. */
function otherRange(make: (range: [number, number, number, number]) => string): Bytes {
  const array = /\/ByteRange \[[^\]]*\]/.exec(latin(signed))![0];
  return patch(signed, array, make(lastRange(signed)).padEnd(array.length));
}

describe('what the signature covers', () => {
  it('calls an untouched signature by a trusted signer valid', async () => {
    const result = await verify(signed);
    expect(result.verdict).toBe('valid');
    expect(result.signatures[0]).toMatchObject({
      name: 'Sig1',
      verdict: 'valid',
      integrity: true,
      coversWholeFile: true,
      laterChanges: 'none',
      chain: 'trusted',
      level: 'B-B',
      signer: 'Alice',
    });
  });

  it('calls it indeterminate when nobody vouches for the signer', async () => {
    const result = await verifyPdf(signed, { time: NOW });
    expect(result.verdict).toBe('indeterminate');
    expect(result.signatures[0]).toMatchObject({ integrity: true, chain: 'untrusted' });
  });

  const RANGES: [string, ProblemCode, (r: [number, number, number, number]) => string][] = [
    ['is missing', 'byterange-missing', () => ''],
    ['is null', 'byterange-null', () => '/ByteRange null'],
    ['is no array of numbers', 'byterange-malformed', () => '/ByteRange [/a /b]'],
    ['holds text', 'byterange-malformed', () => '/ByteRange [(0) (1) (2) (3)]'],
    ['holds fractions', 'byterange-malformed', ([, b, c, d]) => `/ByteRange [0.5 ${b} ${c} ${d}]`],
    ['is empty', 'byterange-malformed', () => '/ByteRange []'],
    ['has an odd count', 'byterange-malformed', ([a, b, c]) => `/ByteRange [${a} ${b} ${c}]`],
    ['has one range only', 'byterange-partial', ([a, b]) => `/ByteRange [${a} ${b}]`],
    ['has negative numbers', 'byterange-negative', ([, b, c, d]) => `/ByteRange [-1 ${b} ${c} ${d}]`],
    ['runs over the end', 'byterange-beyond-end', ([a, b, c, d]) => `/ByteRange [${a} ${b} ${c} ${d + 5}]`],
    ['begins beyond the end', 'byterange-beyond-end', ([a, b]) => `/ByteRange [${a} ${b} 9999999 5]`],
    ['overlaps itself', 'byterange-overlap', ([a, b, , d]) => `/ByteRange [${a} ${b} ${b - 10} ${d}]`],
    ['has its ranges swapped', 'byterange-swapped', ([a, b, c, d]) => `/ByteRange [${c} ${d} ${a} ${b}]`],
    [
      'does not begin with the file',
      'byterange-not-from-start',
      ([, b, c, d]) => `/ByteRange [5 ${b - 5} ${c} ${d}]`,
    ],
    [
      'has more ranges',
      'byterange-extra-ranges',
      ([a, b, c, d]) => `/ByteRange [${a} ${b} ${c} ${d} ${c + d} 0]`,
    ],
    [
      'leaves out too much',
      'byterange-gap-not-contents',
      ([a, b, c, d]) => `/ByteRange [${a} ${b - 4} ${c} ${d}]`,
    ],
    [
      'leaves out too little',
      'byterange-gap-not-contents',
      ([a, b, c, d]) => `/ByteRange [${a} ${b + 1} ${c - 1} ${d + 1}]`,
    ],
    ['leaves out another place', 'contents-outside-gap', ([a, , , d]) => `/ByteRange [${a} 100 200 ${d}]`],
  ];
  for (const [what, code, make] of RANGES) {
    it(`names a ByteRange that ${what}: ${code}`, async () => {
      const result = await verify(otherRange(make));
      expect(result.signatures[0]!.problems).toContain(code);
      expect(result.signatures[0]!.verdict).toBe('invalid');
      expect(result.verdict).toBe('invalid');
    });
  }

  const hex = () => /\/Contents <[0-9a-f]*>/.exec(latin(signed))![0];
  const CONTENTS: [string, ProblemCode, (old: string) => string][] = [
    ['are missing', 'contents-missing', (old) => ' '.repeat(old.length)],
    ['are null', 'contents-null', (old) => '/Contents null'.padEnd(old.length)],
    ['are a number', 'contents-malformed', (old) => '/Contents 0'.padEnd(old.length)],
    ['are empty', 'contents-empty', (old) => '/Contents <>'.padEnd(old.length)],
    ['are zeros', 'contents-empty', (old) => old.replace(/[0-9a-f](?=[0-9a-f]*>)/g, '0')],
    ['are a literal string', 'contents-not-hex', (old) => old.replace('<', '(').replace('>', ')')],
    ['have a space in them', 'contents-whitespace', (old) => old.replace('000>', '00 >')],
    ['stop short of the gap', 'byterange-gap-not-contents', (old) => old.replace('00>', '>  ')],
    ['are no CMS', 'signature-not-parsable', (old) => old.replace('<30', '<31')],
  ];
  for (const [what, code, make] of CONTENTS) {
    it(`names Contents that ${what}: ${code}`, async () => {
      const old = hex();
      const result = await verify(patch(signed, old, make(old)));
      expect(result.signatures[0]!.problems).toContain(code);
      expect(result.verdict).toBe('invalid');
    });
  }

  it('names Contents that are a reference to a string elsewhere', async () => {
    const base = append(makePdf(), {
      30: '<00>',
      20: `<< /Type /Sig /SubFilter /ETSI.CAdES.detached /Contents 30 0 R /ByteRange [0 10 20 30] >>`,
      7: BASE[7]!.replace(/>>$/, '/V 20 0 R >>'),
    });
    const result = await verify(base);
    expect(result.signatures[0]!.verdict).toBe('invalid');
    expect(result.signatures[0]!.integrity).not.toBe(true);
  });

  it('reports a signature whose value is not a dictionary', async () => {
    const result = await verify(append(makePdf(), { 7: BASE[7]!.replace(/>>$/, '/V (signed) >>') }));
    expect(result.signatures[0]!.problems).toContain('signature-dictionary-malformed');
    expect(result.verdict).toBe('invalid');
  });

  it('names a changed byte in the covered ranges: digest-mismatch', async () => {
    const result = await verify(patch(signed, 'Pay 100 to Alice', 'Pay 900 to Alice'));
    expect(result.signatures[0]).toMatchObject({ integrity: false, verdict: 'invalid' });
    expect(result.signatures[0]!.problems).toContain('digest-mismatch');
  });

  it('names a signature that wraps other content into its gap (signature wrapping)', async () => {
    // Part two of the signed bytes is moved back; a second ByteRange in the gap leads to it.
    const [, first, second, rest] = lastRange(signed);
    const evil = append(signed.slice(0, first), { 4: BASE[13]! }, { first: true });
    const gapHead = `${latin(signed.subarray(first, second))} /ByteRange [0 ${first} 99999 ${rest}] >>\nendobj\n`;
    const middle = concatBytes(bytesOf(gapHead), evil.subarray(first));
    const at = first + middle.length;
    const head = bytesOf(latin(middle).replace('99999', String(at).padEnd(5)));
    const result = await verify(concatBytes(signed.subarray(0, first), head, signed.subarray(second)));
    expect(result.verdict).not.toBe('valid');
    for (const signature of result.signatures) expect(signature.verdict).toBe('invalid');
    expect(result.signatures[0]!.problems).toEqual(expect.arrayContaining(['signature-duplicate-keys']));
  });

  it('names content put into the gap beside Contents: signature-wrapping', async () => {
    const [, from, to] = lastRange(signed);
    const gap = latin(signed.subarray(from, to));
    const wrapped = signed.slice();
    wrapped.set(bytesOf(gap.replace(/0{60}>$/, `>${' 4 0 obj (evil) endobj'.padEnd(60)}`)), from);
    const [signature] = (await verify(wrapped)).signatures;
    expect(signature!.problems).toContain('signature-wrapping');
    expect(signature!.verdict).toBe('invalid');
  });

  it('does not treat a signature as a timestamp because of its Type', async () => {
    const odd = await sign(makePdf(), alice, { type: 'DocTimeStamp' });
    const result = await verify(odd);
    expect(result.documentTimestamps).toEqual([]);
    expect(result.signatures[0]!.problems).toContain('signature-type-mismatch');
    expect(result.verdict).toBe('indeterminate');
  });

  it('does not believe a message that signs something of its own instead of the file', async () => {
    const { signCms } = await import('#core/pki/cms/sign-cms.ts');
    const other = await sign(makePdf(), alice, {
      contents: () => signCms({ content: bytesOf('another text'), attached: true, signer: alice.signer }),
    });
    const result = await verify(other);
    expect(result.signatures[0]).toMatchObject({ integrity: false, verdict: 'invalid' });
  });

  it('does not take a signature of another file (copied Contents)', async () => {
    const other = await sign(makePdf({ ...BASE, 4: BASE[13]! }), alice);
    const [, from, to] = lastRange(other);
    const [, a, b] = lastRange(signed);
    other.set(signed.subarray(a, b), from);
    expect(to - from).toBe(b - a);
    expect((await verify(other)).signatures[0]).toMatchObject({ integrity: false, verdict: 'invalid' });
  });

  it('says when an algorithm is not known, and then neither intact nor broken', async () => {
    const bytes = signed.slice();
    const [, from] = lastRange(bytes);
    const text = latin(bytes);
    // The value's algorithm: ecdsa-with-SHA256 1.2.840.10045.4.3.2 becomes an arc nobody uses.
    const at = text.indexOf('2a8648ce3d040302', text.lastIndexOf('06082a8648ce3d040302'));
    expect(at).toBeGreaterThan(from);
    bytes.set(bytesOf('2a8648ce3d04037f'), at);
    const [signature] = (await verify(bytes)).signatures;
    expect(signature!.integrity).not.toBe(true);
    expect(signature!.verdict).not.toBe('valid');
    expect(signature!.problems).toContain('signature-algorithm-unsupported');
  });
});

describe('more to hash than there is', () => {
  it('is not hashed if the ranges overlap many times', async () => {
    const cms = /\/Contents <([0-9a-f]+)>/.exec(latin(signed))![1]!;
    const size = 8_000_000;
    const range = Array.from({ length: 200 }, () => `0 ${size}`).join(' ');
    const file = makePdf({
      ...BASE,
      5: '<< /Fields [7 0 R] /SigFlags 3 >>',
      7: `<< /FT /Sig /T (Sig1) /V << /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [${range}] /Contents <${cms}> >> >>`,
      15: stream('', 'x'.repeat(size)),
    });
    const before = process.memoryUsage().arrayBuffers;
    const result = await verify(file);
    expect(result.verdict).toBe('invalid');
    expect(result.signatures[0]?.problems).toContain('byterange-overlap');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200_000_000);
  });

  it('is rejected if very many signatures each cover the complete file', async () => {
    const file = new Uint8Array(8 * 1024 * 1024);
    const digest = rangeDigests(file, 7);
    // As many as a long chain of signers needs, then no more.
    for (let i = 0; i < 32; i++)
      expect(await digest([[0, file.length - i] as const], 'SHA-256')).toHaveLength(32);
    const more = async () => {
      for (let i = 32; i < 100; i++) await digest([[0, file.length - i] as const], 'SHA-256');
    };
    await expect(more()).rejects.toMatchObject({ name: 'DOCUMENT_TOO_COMPLEX' });
  });
});
