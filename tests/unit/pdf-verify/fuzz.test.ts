import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { append, BASE, lastRange, makePdf, makeSigner, NOW, sign } from './build-pdf.ts';

const SEED = 20261120;
const LONGEST = 2_000;

describe(`signed files with flipped bits (seed ${SEED})`, () => {
  it('are never valid or intact where the bit was covered; each is answered within two seconds', async () => {
    const alice = await makeSigner('Alice');
    const signed = await sign(makePdf(), alice);
    const [, first, second] = lastRange(signed);
    const next = randomFrom(SEED);
    for (let round = 0; round < 800; round++) {
      const bytes = signed.slice();
      const at = Math.floor(next() * bytes.length);
      bytes[at]! ^= 1 << Math.floor(next() * 8);
      const before = process.cpuUsage();
      const result = await verifyPdf(bytes, { time: NOW, trustAnchors: [alice.certificate.der] });
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(LONGEST);
      if (at >= first && at < second) continue;
      const where = `round ${round}, byte ${at}`;
      expect(result.verdict, where).not.toBe('valid');
      for (const signature of result.signatures) expect(signature.integrity, where).not.toBe(true);
    }
  });

  it('of an update after the signature never turn a refused change into a valid file', async () => {
    const alice = await makeSigner('Alice');
    const signed = await sign(makePdf(), alice);
    const changed = append(signed, { 4: BASE[13]! });
    const next = randomFrom(SEED + 1);
    for (let round = 0; round < 300; round++) {
      const bytes = changed.slice();
      const at = signed.length + Math.floor(next() * (bytes.length - signed.length));
      bytes[at]! ^= 1 << Math.floor(next() * 8);
      const result = await verifyPdf(bytes, { time: NOW, trustAnchors: [alice.certificate.der] });
      // Only where the update fell apart may the signed state be all there is; then the leftover bytes are named.
      if (result.verdict === 'valid')
        expect.fail(`round ${round}, byte ${at}: ${JSON.stringify(result.problems)}`);
    }
  });

  it('cut off anywhere, give an answer and never a valid one', async () => {
    const alice = await makeSigner('Alice');
    const signed = await sign(makePdf(), alice);
    const next = randomFrom(SEED + 2);
    for (let round = 0; round < 200; round++) {
      const bytes = signed.slice(0, Math.floor(next() * signed.length)) as Bytes;
      const result = await verifyPdf(bytes, { time: NOW, trustAnchors: [alice.certificate.der] });
      expect(result.verdict).not.toBe('valid');
      for (const signature of result.signatures) expect(signature.integrity).not.toBe(true);
    }
  });
});
