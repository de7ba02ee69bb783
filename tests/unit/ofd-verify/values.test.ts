import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, toBase64, utf8 } from '#core/bytes.ts';
import { beginOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import type { PreparedOfdSignature } from '#core/ofd/sign/signature-request.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { OID } from '#core/pki/oids.ts';
import { decodeSm2Value } from '#core/sm/sm2.ts';
import { encodeSm2ValueRaw } from '#tests/fixtures/sm2-values.ts';
import {
  NOW,
  type Office,
  openOffice,
  type Party,
  stampRequest,
} from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';
import { type FirstVersion, firstVersionValue, padded, signatureXmlOf, withValue } from './other-values.ts';

let office: Office;
let party: Party;
let prepared: PreparedOfdSignature;
let xml: Bytes;
beforeAll(async () => {
  office = await openOffice();
  party = await office.party('甲方有限公司');
  prepared = await beginOfdSignature(smallOfd(), stampRequest(party));
  xml = signatureXmlOf(prepared);
});

const verify = (value: Bytes) => verifyOfd(withValue(prepared, value), office.trust);

describe('seals and signatures of GM/T 0031 (v1)', () => {
  const make = (more: Partial<FirstVersion> = {}, over = xml): Promise<Bytes> =>
    firstVersionValue(over, prepared.signaturePath, { maker: office.maker, signer: party.holder, ...more });
  /** Seal.esl beside it is the v4 seal, so the two never agree here; nothing else may be wrong. */
  const expected = ['ofd-seal-mismatch', 'revocation-unknown', 'signing-time-unproven'];

  for (const time of ['generalized', 'utc-in-bits', 'text-in-bits'] as const)
    it(`hold, with the time written as ${time}`, async () => {
      const [s] = (await verify(await make({ time }))).signatures;
      expect(s).toMatchObject({
        integrity: true,
        level: 'SES',
        signer: '甲方有限公司',
        signingTime: new Date(NOW).toISOString(),
        chain: 'trusted',
      });
      expect([...s!.problems].sort()).toEqual(expected);
    });

  it('hold with values as 64 bytes r and s, with zero bytes after the end, and as base64 text', async () => {
    for (const value of [await make({ raw: true }), padded(await make()), utf8(toBase64(await make()))]) {
      const [s] = (await verify(value)).signatures;
      expect(s!.integrity).toBe(true);
      expect([...s!.problems].sort()).toEqual(expected);
    }
  });

  it('hold with RSA and SHA-256, by an identifier with or without the digest', async () => {
    const signer = await office.authority.issue('person', '张三', { keyKind: 'RSA-2048' });
    for (const algorithm of ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.1']) {
      const value = await make({ signer, maker: signer, algorithm, digest: 'SHA-256' });
      const [s] = (await verify(value)).signatures;
      expect(s).toMatchObject({ integrity: true, signer: '张三', detail: { digestAlgorithm: 'SHA-256' } });
      expect([...s!.problems].sort()).toEqual(expected);
    }
  });

  it('hold with ECDSA', async () => {
    const signer = await office.authority.issue('person', '李四', { keyKind: 'P-256' });
    const value = await make({ signer, maker: signer, algorithm: '1.2.840.10045.4.3.2', digest: 'SHA-256' });
    const [s] = (await verify(value)).signatures;
    expect(s).toMatchObject({ integrity: true, signer: '李四', detail: { signatureAlgorithm: 'ECDSA' } });
    expect([...s!.problems].sort()).toEqual(expected);
  });

  it('name a wrong data hash, value or seal, and a signer whom the seal does not name', async () => {
    const other = await office.party('别人');
    const cases: [Promise<Bytes>, string, boolean][] = [
      [make({}, new TextEncoder().encode('another file')), 'ofd-signature-digest', false],
      [make({ signer: { ...party.holder, signer: other.holder.signer } }), 'signature-value-wrong', false],
      [make({ maker: { ...office.maker, signer: other.holder.signer } }), 'ofd-seal-broken', true],
      [make({ named: [other.certificate] }), 'ofd-seal-signer-mismatch', true],
      [make({ named: [] }), 'ofd-seal-signer-mismatch', true],
    ];
    for (const [value, problem, integrity] of cases) {
      const [s] = (await verify(await value)).signatures;
      expect(s!.problems).toContain(problem);
      expect(s).toMatchObject({ verdict: 'invalid', integrity });
    }
  });
});

describe('CMS and bare values over Signature.xml', () => {
  it('a GM/T 0010 message holds over the file or its digest, detached or carried inside', async () => {
    const digest = await digestOf('SM3', xml);
    const signer = party.holder.signer;
    const certificates = [party.certificate];
    const messages = [
      await signCms({ content: xml, signer, certificates, profile: 'gm' }),
      await signCms({ content: xml, signer, certificates, profile: 'gm', attached: true }),
      await signCms({ content: digest, signer, certificates, profile: 'gm', attached: true }),
      await signCms({ content: digest, signer, certificates, profile: 'gm' }),
      await signCms({
        content: xml,
        signer,
        certificates,
        profile: 'gm',
        contentType: OID.data,
        signingTime: NOW,
      }),
    ];
    for (const message of messages) {
      const [s] = (await verify(message)).signatures;
      expect(s).toMatchObject({ integrity: true, level: 'CMS', chain: 'trusted', verdict: 'valid' });
      expect(s!.signingTime).toBe(new Date(NOW).toISOString());
    }
  });

  it('an RSA message holds too, with its time stamp', async () => {
    const rsa = await office.authority.issue('person', '张三', { keyKind: 'RSA-2048' });
    const message = await signCms({ content: xml, signer: rsa.signer, timestamp: office.timestamp });
    const [s] = (await verify(message)).signatures;
    expect(s).toMatchObject({ verdict: 'valid', signer: '张三', detail: { timeProven: true } });
  });

  it('a message over other content, by another key or without certificate is not intact', async () => {
    const signer = party.holder.signer;
    const other = await office.party('别人');
    const elsewhere = new TextEncoder().encode('another file');
    const cases: [Bytes, boolean | null, string][] = [
      [await signCms({ content: elsewhere, signer, profile: 'gm' }), false, 'ofd-signature-digest'],
      [
        await signCms({ content: elsewhere, signer, profile: 'gm', attached: true }),
        false,
        'ofd-signature-digest',
      ],
      [
        await signCms({ content: xml, signer, certificates: [other.certificate], profile: 'gm' }),
        false,
        'signature-value-wrong',
      ],
    ];
    for (const [message, integrity, problem] of cases) {
      const [s] = (await verify(message)).signatures;
      expect(s!.integrity).toBe(integrity);
      expect(s!.problems).toContain(problem);
    }
  });

  it('a bare SM2 value holds for a certificate that is given, and cannot be judged without', async () => {
    const der = await party.holder.signer.sign(xml);
    for (const value of [der, encodeSm2ValueRaw(decodeSm2Value(der)!)]) {
      const without = (await verify(value)).signatures[0]!;
      expect(without).toMatchObject({ verdict: 'indeterminate', integrity: null, level: null, signer: null });
      const given = { ...office.trust, certificates: [...office.trust.certificates, party.certificate] };
      const withIt = (await verifyOfd(withValue(prepared, value), given)).signatures[0]!;
      expect(withIt).toMatchObject({
        verdict: 'valid',
        integrity: true,
        level: null,
        signer: '甲方有限公司',
      });
    }
  });

  it('a bare SM2 value is valid for a trust anchor; if none matches, its certificate is missing', async () => {
    const value = await party.holder.signer.sign(xml);
    const trusted = { time: office.trust.time, trustAnchors: [party.certificate] };
    const [judged] = (await verifyOfd(withValue(prepared, value), trusted)).signatures;
    expect(judged).toMatchObject({ verdict: 'valid', integrity: true, signer: '甲方有限公司' });
    const [missing] = (await verifyOfd(withValue(prepared, value), office.trust)).signatures;
    expect(missing!.problems).toContain('signer-certificate-missing');
  });

  it('rubbish is called broken, never intact', async () => {
    const rubbish = [
      new Uint8Array(0),
      new Uint8Array(100),
      Uint8Array.from([0x30, 0x80, 0, 0]),
      Uint8Array.from([0x30, 3, 6, 1, 1]),
      new TextEncoder().encode('not a signature'),
    ];
    for (const value of rubbish) {
      const [s] = (await verify(value as Bytes)).signatures;
      expect(s).toMatchObject({ verdict: 'invalid', integrity: false });
      // The parts of a verdict agree.
      expect(s!.laterChanges).toMatch(/^(?:disallowed|unknown)$/);
    }
  });
});
