import { afterAll, describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { assembleCms } from '#core/pki/cms/assemble-cms.ts';
import { attribute, buildSignedAttributes } from '#core/pki/cms/build-signed-attributes.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { context, oid, sequence } from '#core/pki/der/write-der.ts';
import { answerOcspRequest } from '#core/pki/ocsp/answer-ocsp-request.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { OID } from '#core/pki/oids.ts';
import { openSslDesk } from './openssl.ts';
import { DAY, NOW, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const content = utf8('合同正文');
const authority = testAuthority('P-256');

async function revocation(): Promise<{ crl: Bytes; ocsp: Bytes }> {
  const { issuing } = await authority;
  const times = { thisUpdate: NOW, nextUpdate: NOW + DAY };
  const crl = await buildCrl(
    { issuer: issuing.certificate, ...times, number: 1, entries: [] },
    issuing.signer,
  );
  const request = buildOcspRequest({ serialHex: '01', issuer: issuing.certificate });
  const ocsp = await answerOcspRequest(request, {
    issuer: issuing.certificate,
    responder: issuing.certificate,
    signer: issuing.signer,
    now: NOW,
    nextUpdate: NOW + DAY,
    statusOf: () => ({ kind: 'good' }),
  });
  return { crl, ocsp };
}

describe('what a message may look like', () => {
  it('lists and answers about revocation are carried along, and OpenSSL still takes the message', async () => {
    const { root, issuing, issue } = await authority;
    const person = await issue('person', '张三');
    const { crl, ocsp } = await revocation();
    const certificates = [person.certificate.der, issuing.certificate.der];
    const cms = await signCms({ content, signer: person.signer, certificates, crls: [crl], ocsps: [ocsp] });
    const parsed = parseCms(cms);
    expect(parsed).toMatchObject({ version: 5, crls: [crl], ocsps: [ocsp], brokenCertificates: 0 });
    expect(parsed.certificates).toHaveLength(2);
    desk.write('content', content);
    desk.write('root.pem', toPem('CERTIFICATE', root.certificate.der));
    const args = ['cms', '-verify', '-binary', '-cades', '-inform', 'DER', '-in', desk.write('s.der', cms)];
    const more = [
      '-content',
      'content',
      '-CAfile',
      'root.pem',
      '-purpose',
      'any',
      '-attime',
      String(NOW / 1000),
    ];
    expect(desk.run(...args, ...more, '-out', 'out')).toMatchObject({ ok: true });
  });

  it('several signers are each judged by themselves', async () => {
    const { issue } = await authority;
    desk.write('content', content);
    const args = ['cms', '-sign', '-binary', '-in', 'content', '-outform', 'DER', '-out', 'two.der'];
    for (const name of ['a', 'b']) {
      const holder = await issue('person', name);
      desk.write(`${name}.pem`, toPem('CERTIFICATE', holder.certificate.der));
      desk.write(`${name}.key`, toPem('PRIVATE KEY', holder.pair.pkcs8));
      args.push('-signer', `${name}.pem`, '-inkey', `${name}.key`);
    }
    expect(desk.run(...args)).toMatchObject({ ok: true });
    const bytes = desk.read('two.der');
    const good = await verifyCms(parseCms(bytes), { content });
    expect(good.signers.map((s) => s.signatureOk && s.messageDigestOk)).toEqual([true, true]);
    expect(good.signers.map((s) => s.certificate!.subject.commonName).sort()).toEqual(['a', 'b']);
    const changed = new Uint8Array(bytes);
    changed[changed.length - 1] = changed.at(-1)! ^ 1;
    const half = await verifyCms(parseCms(changed), { content });
    expect(half.signers.map((s) => s.signatureOk)).toEqual([true, false]);
  });

  it('zeros after it are padding; anything else is reported', async () => {
    const person = await (await authority).issue('person', '张三');
    const cms = await signCms({ content, signer: person.signer });
    const padded = parseCms(concatBytes(cms, new Uint8Array(1000)));
    expect(padded).toMatchObject({ der: cms, trailing: { length: 1000, allZero: true } });
    expect((await verifyCms(padded, { content })).problems).toEqual([]);
    const followed = parseCms(concatBytes(cms, utf8('x')));
    expect(followed.trailing).toEqual({ length: 1, allZero: false });
    expect((await verifyCms(followed, { content })).problems).toEqual(['trailing-bytes']);
  });

  it('the signed attributes of Adobe, of policies and of commitments are read', async () => {
    const person = await (await authority).issue('person', '张三');
    const { crl, ocsp } = await revocation();
    const adobe = sequence(context(0, sequence(crl)), context(1, sequence(ocsp)));
    const moreSignedAttributes = [
      attribute(OID.adbeRevocation, adobe),
      attribute(OID.signaturePolicyId, sequence(oid('1.2.3.4'), sequence())),
      attribute(OID.commitmentType, sequence(oid('1.2.840.113549.1.9.16.6.1'))),
    ];
    const signingTime = Date.UTC(2026, 0, 2, 3, 4, 5);
    const cms = await signCms({ content, signer: person.signer, moreSignedAttributes, signingTime });
    const { signers } = await verifyCms(parseCms(cms), { content });
    expect(signers[0]).toMatchObject({ signatureOk: true, problems: [] });
    expect(signers[0]!.signer.signed).toMatchObject({
      signingTime,
      adbeRevocation: { crls: [crl], ocsps: [ocsp] },
      signaturePolicyId: '1.2.3.4',
      commitmentType: '1.2.840.113549.1.9.16.6.1',
    });
  });

  it('a duplicate attribute, an exchanged certificate and a missing digest are all reported', async () => {
    const { issue } = await authority;
    const [person, other] = [await issue('person', '张三'), await issue('person', '李四')];
    const digest = digestNow('SHA-256', content);
    const sign = async (signedAttributes: Bytes) => {
      const cms = assembleCms({
        signedAttributes,
        signatureValue: await person.signer.sign(signedAttributes),
        signatureAlgorithm: person.signer.algorithm,
        digestAlgorithm: 'SHA-256',
        certificates: [person.certificate.der],
      });
      return (await verifyCms(parseCms(cms), { content })).signers[0]!;
    };
    const base = { digest, digestAlgorithm: 'SHA-256' } as const;
    const exchanged = await sign(buildSignedAttributes({ ...base, certificate: other.certificate.der }));
    expect(exchanged).toMatchObject({ signatureOk: true, signingCertificateOk: false });
    expect(exchanged.problems).toEqual(['signing-certificate-mismatch']);
    const twice = buildSignedAttributes({
      ...base,
      certificate: person.certificate.der,
      more: [attribute(OID.contentType, oid(OID.data))],
    });
    expect((await sign(twice)).problems).toContain('attribute-repeated');
    const otherType = buildSignedAttributes({
      ...base,
      certificate: person.certificate.der,
      contentType: OID.tstInfo,
    });
    expect((await sign(otherType)).problems).toEqual(['content-type-mismatch']);
  });

  it('without the signer’s certificate, reports that, or uses one from elsewhere', async () => {
    const person = await (await authority).issue('person', '张三');
    const cms = await signCms({ content, signer: person.signer, includeCertificates: false });
    const { signers } = await verifyCms(parseCms(cms), { content });
    expect(signers[0]).toMatchObject({ messageDigestOk: true, signatureOk: false, certificate: undefined });
    expect(signers[0]!.problems).toContain('signer-certificate-missing');
    const helped = await verifyCms(parseCms(cms), { content }, [person.certificate]);
    expect(helped.signers[0]).toMatchObject({ signatureOk: true, signingCertificateOk: true, problems: [] });
  });
});
