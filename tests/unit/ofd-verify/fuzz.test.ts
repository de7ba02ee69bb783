import { beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { rewritePackage } from '#core/ofd/sign/rewrite-package.ts';
import { beginOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import { parseSeal, parseSealSignature } from '#core/ofd/verify/ses.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { type Office, openOffice, type Party, stampRequest } from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';
import { seededBytes } from '#tests/unit/sm/seeded.ts';
import { firstVersionValue, signatureXmlOf } from './other-values.ts';

let office: Office;
let party: Party;
let signed: Bytes;
const VALUE = 'Doc_0/Signs/Sign_0/SignedValue.dat';
const XML = 'Doc_0/Signs/Sign_0/Signature.xml';

beforeAll(async () => {
  office = await openOffice();
  party = await office.party('甲方有限公司');
  signed = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
});

/** One of several kinds of damage, decided by the seed. */
function damage(bytes: Bytes, random: (count: number) => Bytes): Bytes {
  const [kind, a, b, c, d] = random(5) as unknown as [number, number, number, number, number];
  const at = ((a << 16) | (b << 8) | c) % bytes.length;
  const out = bytes.slice();
  switch (kind % 6) {
    case 0:
      out[at]! ^= 1 << (d & 7);
      return out;
    case 1:
      return out.subarray(0, at).slice();
    case 2:
      out[at] = 0xff;
      return out;
    case 3:
      out.set(random(Math.min(8, out.length - at)), at);
      return out;
    case 4: {
      // a piece said twice
      const end = Math.min(out.length, at + 1 + d);
      const longer = new Uint8Array(out.length + end - at);
      longer.set(out.subarray(0, end));
      longer.set(out.subarray(at), end);
      return longer;
    }
    default: {
      // a huge or indefinite length where a length may stand
      out[at] = d & 1 ? 0x80 : 0x84;
      return out;
    }
  }
}

async function answersInTime(work: () => unknown): Promise<void> {
  // the processor's time, so that what else the machine does falls on nobody
  const began = process.cpuUsage();
  try {
    await work();
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(2000);
}

describe('damaged input gets an answer or a typed error, within 2 s', () => {
  it('seal signatures of both versions and seals [seed: ses]', async () => {
    const prepared = await beginOfdSignature(smallOfd(), stampRequest(party));
    const xml = signatureXmlOf(prepared);
    const values = [
      readFile(openPackage(signed), VALUE),
      await firstVersionValue(xml, prepared.signaturePath, { maker: office.maker, signer: party.holder }),
    ];
    const random = seededBytes('ses');
    for (let i = 0; i < 1500; i++) {
      const damaged = damage(values[i & 1]!, random);
      await answersInTime(() => parseSealSignature(damaged));
    }
    for (let i = 0; i < 700; i++) await answersInTime(() => parseSeal(damage(party.seal, random)));
  });

  it('deeply nested values [seed: nesting]', async () => {
    for (const id of [0x30, 0x24, 0xa0]) {
      const nested = new Uint8Array(60_000).fill(id).map((b, i) => (i % 2 ? 0x80 : b));
      await answersInTime(() => parseSealSignature(nested));
      await answersInTime(() => parseSeal(nested));
    }
  });

  it('signature values in a package: never intact once changed [seed: values]', async () => {
    const random = seededBytes('values');
    const { zip } = openPackage(signed);
    const value = readFile(openPackage(signed), VALUE);
    for (let i = 0; i < 120; i++) {
      const damaged = damage(value, random);
      await answersInTime(async () => {
        const found = await verifyOfd(rewritePackage(zip, new Map([[VALUE, damaged]])), office.trust);
        const same = damaged.length === value.length && damaged.every((b, n) => b === value[n]);
        // the name of the algorithm is not signed; that it is wrong is told
        const s = found.signatures[0]!;
        if (!same && s.verdict === 'valid')
          expect(s.problems, `round ${i}`).toContain('signature-algorithm-mismatch');
      });
    }
  });

  it('Signature.xml in a package: never valid once changed [seed: xml]', async () => {
    const random = seededBytes('xml');
    const { zip } = openPackage(signed);
    const xml = readFile(openPackage(signed), XML);
    for (let i = 0; i < 120; i++) {
      const damaged = damage(xml, random);
      if (damaged.length === xml.length && damaged.every((b, n) => b === xml[n])) continue;
      await answersInTime(async () => {
        const found = await verifyOfd(rewritePackage(zip, new Map([[XML, damaged]])), office.trust);
        expect(found.verdict, `round ${i}`).not.toBe('valid');
        expect(found.signatures[0]?.integrity ?? false, `round ${i}`).toBe(false);
      });
    }
  });

  it('whole packages, verified and signed [seed: package]', async () => {
    const random = seededBytes('package');
    for (let i = 0; i < 200; i++) {
      const damaged = damage(signed, random);
      await answersInTime(() => verifyOfd(damaged, office.trust));
      if (i % 8 === 0) await answersInTime(() => signOfd(damaged, stampRequest(party), party.holder.signer));
    }
  });
});
