import { afterAll, describe, expect, it } from 'vitest';
import { utf8 } from '#core/bytes.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import {
  buildCertificateRequest,
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { fromPem, toPem } from '#core/pki/certificate/pem.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { parsePkcs8 } from '#core/pki/key/pkcs8.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { openSslDesk } from './openssl.ts';
import { NOW, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const USER_ID = 'distid:1234567812345678';
const content = utf8('合同正文');
const authority = testAuthority('SM2');

describe('SM2 certificates and messages', () => {
  it('OpenSSL verifies our certificates, with the default user id', async () => {
    const { root, issuing, issue } = await authority;
    const person = await issue('person', '张三');
    desk.write('root.pem', toPem('CERTIFICATE', root.certificate.der));
    desk.write('mid.pem', toPem('CERTIFICATE', issuing.certificate.der));
    desk.write('ee.pem', toPem('CERTIFICATE', person.certificate.der));
    const verify = ['verify', '-vfyopt', USER_ID, '-partial_chain', '-attime', String(NOW / 1000)];
    // only the certificate at hand gets the user id from this command, so each link is asked for by itself
    expect(desk.run(...verify, '-trusted', 'mid.pem', 'ee.pem').out).toContain('ee.pem: OK');
    expect(desk.run(...verify, '-trusted', 'root.pem', 'mid.pem').out).toContain('mid.pem: OK');
  });

  it('OpenSSL verifies our certificate requests, and we its', async () => {
    const pair = await generateKeyPair('SM2');
    const subject = [
      ['C', 'CN'],
      ['CN', '李四'],
    ] as const;
    const ours = await buildCertificateRequest(
      { subject, publicKey: pair.spki },
      await pkcs8Signer(pair.pkcs8),
    );
    desk.write('ours.csr', toPem('CERTIFICATE REQUEST', ours));
    expect(desk.run('req', '-verify', '-in', 'ours.csr', '-noout', '-vfyopt', USER_ID).out).toContain(
      'verify OK',
    );
    desk.write('key.pem', toPem('PRIVATE KEY', pair.pkcs8));
    const args = [
      'req',
      '-new',
      '-key',
      'key.pem',
      '-subj',
      '/C=CN/CN=x',
      '-sm3',
      '-sigopt',
      USER_ID,
      '-out',
      'theirs.csr',
    ];
    expect(desk.run(...args)).toMatchObject({ ok: true });
    const [theirs] = fromPem('CERTIFICATE REQUEST', Buffer.from(desk.read('theirs.csr')).toString());
    expect(await verifyCertificateRequest(parseCertificateRequest(theirs!))).toEqual({
      ok: true,
      problems: [],
    });
    const forged = new Uint8Array(theirs!);
    forged[forged.length - 1] = forged.at(-1)! ^ 1;
    expect(await verifyCertificateRequest(parseCertificateRequest(forged))).toMatchObject({ ok: false });
  });

  it('verifies a certificate that OpenSSL made, and reads its key', async () => {
    expect(desk.run('genpkey', '-algorithm', 'SM2', '-out', 'o.key', '-outform', 'PEM').ok).toBe(true);
    const args = ['req', '-x509', '-new', '-key', 'o.key', '-subj', '/C=CN/CN=o', '-sm3', '-sigopt', USER_ID];
    expect(desk.run(...args, '-outform', 'DER', '-out', 'o.der')).toMatchObject({ ok: true });
    const certificate = parseCertificate(desk.read('o.der'));
    expect(certificate.publicKey).toMatchObject({ kind: 'SM2', bits: 256 });
    const { publicKey, signatureAlgorithm, tbs, signature } = certificate;
    expect(await verifySignature(publicKey, signatureAlgorithm, tbs, signature)).toEqual({
      ok: true,
      problems: [],
    });
    const [pkcs8] = fromPem('PRIVATE KEY', Buffer.from(desk.read('o.key')).toString());
    expect(parsePkcs8(pkcs8!)).toMatchObject({ kind: 'SM2', publicKey: publicKey.keyBytes });
  });

  it.each(['cms', 'gm'] as const)(
    'signs and verifies messages (%s), and OpenSSL takes the value',
    async (profile) => {
      const person = await (await authority).issue('enterprise-seal', '某某公司');
      const cms = await signCms({ content, signer: person.signer, profile, attached: profile === 'gm' });
      const parsed = parseCms(cms);
      const gm = profile === 'gm';
      expect(parsed.type).toBe(gm ? '1.2.156.10197.6.1.4.2.2' : '1.2.840.113549.1.7.2');
      expect(parsed.contentType).toBe(gm ? '1.2.156.10197.6.1.4.2.1' : '1.2.840.113549.1.7.1');
      const { signers } = await verifyCms(parsed, gm ? undefined : { content });
      expect(signers[0]).toMatchObject({
        messageDigestOk: true,
        signatureOk: true,
        signingCertificateOk: true,
        problems: [],
      });
      const { signer } = signers[0]!;
      expect(signer.digestAlgorithm).toBe('SM3');
      desk.write('attrs', signer.signedAttributesDer!);
      desk.write('value', signer.signature);
      desk.write('pub.pem', toPem('PUBLIC KEY', person.certificate.publicKey.spki));
      const judge = [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        'pub.pem',
        '-rawin',
        '-digest',
        'sm3',
        '-in',
        'attrs',
      ];
      expect(desk.run(...judge, '-sigfile', 'value', '-pkeyopt', USER_ID).out).toContain(
        'Verified Successfully',
      );
      const { signers: changed } = await verifyCms(parsed, { content: utf8('other') });
      expect(changed[0]).toMatchObject({ messageDigestOk: false, signatureOk: true });
    },
  );

  it('needs the content, not only its digest, if the content was signed directly', async () => {
    const person = await (await authority).issue('person', '王五');
    const { assembleCms } = await import('#core/pki/cms/assemble-cms.ts');
    const cms = assembleCms({
      signatureValue: await person.signer.sign(content),
      signatureAlgorithm: person.signer.algorithm,
      digestAlgorithm: 'SM3',
      certificates: [person.certificate.der],
      profile: 'gm',
    });
    const { signers } = await verifyCms(parseCms(cms), { content });
    expect(signers[0]).toMatchObject({ messageDigestOk: true, signatureOk: true });
    const { signers: blind } = await verifyCms(parseCms(cms), { digest: async () => new Uint8Array(32) });
    expect(blind[0]).toMatchObject({ messageDigestOk: false, signatureOk: false });
    expect(blind[0]!.problems).toContain('content-missing');
  });
});
