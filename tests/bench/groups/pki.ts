import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Bytes } from '#core/bytes.ts';
import { fromHex } from '#core/bytes.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { generateKeyPair, type KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';
import { type BenchReport, interleaved } from '../row.ts';

export const name = 'pki';

const PEER = 'pkijs 4.0.0';
const NATIVE = 'WebCrypto';
const OPTIONS = { rounds: 15, repeat: 20 };

/** Signing and verifying small messages, beside the bare signature and beside PKI.js on the same keys. */
export async function run(report: BenchReport): Promise<void> {
  for (const kind of ['RSA-2048', 'P-256'] as const) await measureKind(kind, report);
  await measureSm2(report);
}

async function setUp(kind: KeyKind): Promise<{ signer: Signer; certificate: Bytes; pkcs8: Bytes }> {
  const pair = await generateKeyPair(kind);
  const own = await pkcs8Signer(pair.pkcs8);
  const issued = await issueCertificate(
    {
      profile: 'person',
      subject: [
        ['C', 'CN'],
        ['O', 'Bench'],
        ['CN', kind],
      ],
      publicKey: pair.spki,
      serialHex: '4711',
      notBefore: Date.UTC(2026, 0, 1),
      notAfter: Date.UTC(2036, 0, 1),
    },
    own,
  );
  return { signer: { ...own, certificate: issued.der }, certificate: issued.der, pkcs8: pair.pkcs8 };
}

async function measureKind(kind: 'RSA-2048' | 'P-256', report: BenchReport): Promise<void> {
  const { signer, certificate, pkcs8 } = await setUp(kind);
  const digest = new Uint8Array(32).fill(7);
  const algorithm =
    kind === 'P-256'
      ? { name: 'ECDSA', namedCurve: 'P-256' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  const message = new Uint8Array(200).fill(1);
  const sign = await interleaved(
    {
      ours: () => signCms({ digest, signer }),
      bare: () => signer.sign(message),
      pkijs: () => signByPkijs(certificate, key, digest),
    },
    OPTIONS,
  );
  report({
    name: `CMS with ESS attributes, ${kind}`,
    unit: 'ms',
    ours: sign.ours,
    peer: PEER,
    theirs: sign.pkijs,
  });
  report({
    name: `CMS beside the bare signature, ${kind}`,
    unit: 'ms',
    ours: sign.ours,
    peer: NATIVE,
    theirs: sign.bare,
  });

  const content = new Uint8Array(100);
  const cms = await signCms({ content, signer });
  const verify = await interleaved(
    { ours: () => verifyCms(parseCms(cms), { content }), pkijs: () => verifyByPkijs(cms, content) },
    OPTIONS,
  );
  report({
    name: `parse and verify CMS, ${kind}`,
    unit: 'ms',
    ours: verify.ours,
    peer: PEER,
    theirs: verify.pkijs,
  });

  const parsed = parseCertificate(certificate);
  const value = await signer.sign(message);
  const single = await interleaved(
    {
      ours: () => verifySignature(parsed.publicKey, parsed.signatureAlgorithm, message, value),
      native: () => verifyNatively(parsed.publicKey.spki, algorithm, value, message),
    },
    OPTIONS,
  );
  report({
    name: `verify one value, ${kind}`,
    unit: 'ms',
    ours: single.ours,
    peer: NATIVE,
    theirs: single.native,
  });
  const read = await interleaved(
    { ours: () => parseCertificate(certificate), pkijs: () => pkijs.Certificate.fromBER(certificate) },
    OPTIONS,
  );
  report({
    name: `parse a certificate, ${kind}`,
    unit: 'ms',
    ours: read.ours,
    peer: PEER,
    theirs: read.pkijs,
  });
}

async function measureSm2(report: BenchReport): Promise<void> {
  const { signer } = await setUp('SM2');
  const content = new Uint8Array(100);
  const cms = await signCms({ content, signer });
  const times = await interleaved(
    { sign: () => signCms({ content, signer }), verify: () => verifyCms(parseCms(cms), { content }) },
    OPTIONS,
  );
  report({ name: 'CMS with ESS attributes, SM2', unit: 'ms', ours: times.sign, peer: null, theirs: null });
  report({ name: 'parse and verify CMS, SM2', unit: 'ms', ours: times.verify, peer: null, theirs: null });
}

/** The same attributes as ours, but for signing-certificate-v2, which PKI.js cannot build by itself. */
async function signByPkijs(certificate: Bytes, key: CryptoKey, digest: Bytes): Promise<ArrayBuffer> {
  const signerCertificate = pkijs.Certificate.fromBER(certificate);
  const attribute = (type: string, value: unknown): pkijs.Attribute =>
    new pkijs.Attribute({ type, values: [value] });
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: signerCertificate.issuer,
          serialNumber: signerCertificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.7.1' })),
            attribute('1.2.840.113549.1.9.4', new asn1js.OctetString({ valueHex: digest.buffer })),
          ],
        }),
      }),
    ],
    certificates: [signerCertificate],
  });
  await signed.sign(key, 0, 'SHA-256');
  return new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) })
    .toSchema()
    .toBER(false);
}

async function verifyByPkijs(cms: Bytes, content: Bytes): Promise<boolean> {
  const info = pkijs.ContentInfo.fromBER(cms);
  const signed = new pkijs.SignedData({ schema: info.content });
  return signed.verify({ signer: 0, data: content.buffer, checkChain: false });
}

async function verifyNatively(
  spki: Bytes,
  algorithm: { name: string; namedCurve?: string; hash?: string },
  value: Bytes,
  message: Bytes,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', spki, algorithm as EcKeyImportParams, false, ['verify']);
  if (algorithm.name !== 'ECDSA') return crypto.subtle.verify(algorithm.name, key, value, message);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, compactOf(value), message);
}

/** DER SEQUENCE { r, s } of P-256 as r | s. */
function compactOf(der: Bytes): Bytes {
  const rLength = der[3]!;
  const parts = [der.subarray(4, 4 + rLength), der.subarray(6 + rLength)];
  const hex = parts.map((part) => Buffer.from(part).toString('hex').padStart(64, '0').slice(-64)).join('');
  return fromHex(hex);
}
