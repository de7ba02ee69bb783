import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { describe, expect, it } from 'vitest';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import {
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { SmCrypto } from '#core/pki/webcrypto/sm-crypto.ts';
import { smCryptoEngine } from '#tests/fixtures/sm-crypto-engine.ts';
import { testAuthority } from './test-authority.ts';

const engine = smCryptoEngine(crypto);
const content = utf8('合同正文');
const SM2 = { name: 'SM2' };

const sm2Keys = () =>
  engine.subtle.generateKey(SM2 as EcKeyGenParams, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;

async function selfSigned(keys: CryptoKeyPair): Promise<pkijs.Certificate> {
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ value: 1 });
  for (const name of [certificate.subject, certificate.issuer]) {
    name.typesAndValues.push(
      new pkijs.AttributeTypeAndValue({
        type: '2.5.4.3',
        value: new asn1js.Utf8String({ value: '某某公司' }),
      }),
    );
  }
  certificate.notBefore.value = new Date(Date.UTC(2026, 0, 1));
  certificate.notAfter.value = new Date(Date.UTC(2036, 0, 1));
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine);
  await certificate.sign(keys.privateKey, 'SM3', engine);
  return certificate;
}

const derOf = (value: { toSchema(): asn1js.AsnType }): Bytes => new Uint8Array(value.toSchema().toBER(false));

describe('SM2 as a crypto engine of PKI.js', () => {
  it('PKI.js makes a certificate that we verify, and verifies it itself', async () => {
    const certificate = await selfSigned(await sm2Keys());
    const parsed = parseCertificate(derOf(certificate));
    const { publicKey, signatureAlgorithm, tbs, signature } = parsed;
    expect(await verifySignature(publicKey, signatureAlgorithm, tbs, signature)).toEqual({
      ok: true,
      problems: [],
    });
    expect(await pkijs.Certificate.fromBER(parsed.der).verify(undefined, engine)).toBe(true);
  });

  it('PKI.js verifies certificates and messages of ours, and finds a changed one', async () => {
    const { root, issuing, issue } = await testAuthority('SM2');
    const person = await issue('person', '张三');
    const [a, b, c] = [root, issuing, person].map((h) => pkijs.Certificate.fromBER(h.certificate.der));
    expect(await b!.verify(a, engine)).toBe(true);
    expect(await c!.verify(b, engine)).toBe(true);
    expect(await c!.verify(a, engine)).toBe(false);
    const cms = await signCms({ content, signer: person.signer });
    const signed = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(cms).content });
    expect(await signed.verify({ signer: 0, data: content.buffer }, engine)).toBe(true);
    await expect(signed.verify({ signer: 0, data: utf8('other').buffer }, engine)).rejects.toThrow('digest');
  });

  it('PKI.js makes a request and a message that we verify', async () => {
    const keys = await sm2Keys();
    const request = new pkijs.CertificationRequest();
    await request.subjectPublicKeyInfo.importKey(keys.publicKey, engine);
    await request.sign(keys.privateKey, 'SM3', engine);
    const parsed = parseCertificateRequest(derOf(request));
    expect(await verifyCertificateRequest(parsed)).toEqual({ ok: true, problems: [] });
    expect(await pkijs.CertificationRequest.fromBER(parsed.der).verify(engine)).toBe(true);

    const certificate = await selfSigned(keys);
    const signed = new pkijs.SignedData({
      version: 1,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
      signerInfos: [
        new pkijs.SignerInfo({
          version: 1,
          sid: new pkijs.IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
        }),
      ],
      certificates: [certificate],
    });
    await signed.sign(keys.privateKey, 0, 'SM3', content.buffer, engine);
    const info = new pkijs.ContentInfo({
      contentType: '1.2.840.113549.1.7.2',
      content: signed.toSchema(true),
    });
    const { signers } = await verifyCms(parseCms(derOf(info)), { content });
    expect(signers[0]).toMatchObject({ messageDigestOk: true, signatureOk: true });
  });

  it('still does what the platform does', async () => {
    const { root, issuing } = await testAuthority('P-256');
    const [a, b] = [root, issuing].map((h) => pkijs.Certificate.fromBER(h.certificate.der));
    expect(await b!.verify(a, engine)).toBe(true);
    const { subtle } = new SmCrypto(crypto);
    expect(new Uint8Array(await subtle.digest('SHA-256', content))).toEqual(
      new Uint8Array(await crypto.subtle.digest('SHA-256', content)),
    );
    expect(new Uint8Array(await subtle.digest('SM3', utf8('abc'))).slice(0, 4)).toEqual(
      new Uint8Array([0x66, 0xc7, 0xf0, 0xf4]),
    );
  });

  it('keeps a key that must not leave, and gives back one that may', async () => {
    const { subtle } = new SmCrypto(crypto);
    const generate = (extractable: boolean) =>
      subtle.generateKey(SM2, extractable, ['sign', 'verify']) as unknown as Promise<CryptoKeyPair>;
    const kept = await generate(false);
    await expect(subtle.exportKey('pkcs8', kept.privateKey)).rejects.toThrow('not extractable');
    expect(JSON.stringify(kept.privateKey)).not.toMatch(/[0-9a-f]{20}/);
    const free = await generate(true);
    const pkcs8: ArrayBuffer = await subtle.exportKey('pkcs8', free.privateKey);
    const again = await subtle.importKey('pkcs8', pkcs8, SM2, false, ['sign']);
    const value = await subtle.sign(SM2, again, content);
    expect(await subtle.verify(SM2, free.publicKey, value, content)).toBe(true);
    expect(await subtle.verify(SM2, kept.publicKey, value, content)).toBe(false);
    await expect(subtle.sign(SM2, free.publicKey, content)).rejects.toThrow();
  });
});
