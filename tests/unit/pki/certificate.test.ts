import { afterAll, describe, expect, it } from 'vitest';
import { fromHex, utf8 } from '#core/bytes.ts';
import { subjectAltNameExtension } from '#core/pki/certificate/build-extensions.ts';
import {
  buildCertificateRequest,
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { issueCertificate, newSerial } from '#core/pki/certificate/issue-certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { fromPem, toPem } from '#core/pki/certificate/pem.ts';
import type { ProfileName } from '#core/pki/certificate/profiles.ts';
import { generateKeyPair, type KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { parsePkcs8 } from '#core/pki/key/pkcs8.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { openSslDesk } from './openssl.ts';
import { DAY, NOW, random, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const KINDS: KeyKind[] = ['RSA-2048', 'P-256', 'P-384'];
const authorities = new Map([...KINDS, 'SM2' as const].map((kind) => [kind as KeyKind, testAuthority(kind)]));
const text = (name: string): string => Buffer.from(desk.read(name)).toString();

describe.each(KINDS)('certificates with %s', (kind) => {
  it.each<[ProfileName, string]>([
    ['person', 'smimesign'],
    ['tsa', 'timestampsign'],
    ['ocsp-responder', 'ocsphelper'],
    ['enterprise-seal', 'any'],
  ])('of the profile %s pass OpenSSL’s strict check as %s', async (profile, purpose) => {
    const { root, issuing, issue } = await authorities.get(kind)!;
    const holder = await issue(profile, '某某（测试）');
    desk.write('root.pem', toPem('CERTIFICATE', root.certificate.der));
    desk.write('mid.pem', toPem('CERTIFICATE', issuing.certificate.der));
    desk.write('ee.pem', toPem('CERTIFICATE', holder.certificate.der));
    const args = [
      'verify',
      '-x509_strict',
      '-check_ss_sig',
      '-attime',
      String(NOW / 1000),
      '-purpose',
      purpose,
    ];
    expect(desk.run(...args, '-CAfile', 'root.pem', '-untrusted', 'mid.pem', 'ee.pem').out).toContain(
      'ee.pem: OK',
    );
  });

  it('are read as OpenSSL reads them', async () => {
    const { issue } = await authorities.get(kind)!;
    const { certificate } = await issue('person', '张三', {
      policies: [{ oid: '1.3.6.1.4.1.55555.2', cps: 'https://ca.test/cps' }],
      crlUrls: ['http://ca.test/ca.crl'],
      ocspUrls: ['http://ocsp.test'],
      caIssuerUrls: ['http://ca.test/ca.cer'],
      subjectAltName: [
        { kind: 'email', value: 'zhang@b.test' },
        { kind: 'ip', value: new Uint8Array([127, 0, 0, 1]) },
      ],
    });
    desk.write('c.der', certificate.der);
    const show = desk.run(
      'x509',
      '-inform',
      'DER',
      '-in',
      'c.der',
      '-noout',
      '-text',
      '-nameopt',
      'RFC2253,utf8,-esc_msb',
    ).out;
    expect(show).toContain(`Subject: ${certificate.subject.text}`);
    expect(show).toContain(`Issuer: ${certificate.issuer.text}`);
    expect(show.replace(/[\s:]/g, '').toLowerCase()).toContain(`serialnumber${certificate.serialHex}`);
    for (const words of [
      'zhang@b.test',
      'IP Address:127.0.0.1',
      'URI:http://ca.test/ca.crl',
      'OCSP - URI:http://ocsp.test',
      'CA Issuers - URI:http://ca.test/ca.cer',
      'Policy: 1.3.6.1.4.1.55555.2',
      'CPS: https://ca.test/cps',
      'Digital Signature, Non Repudiation',
    ]) {
      expect(show).toContain(words);
    }
    expect(certificate).toMatchObject({
      version: 3,
      notBefore: NOW - 30 * DAY,
      notAfter: NOW + 3650 * DAY,
      unknownCriticalExtensions: [],
      brokenExtensions: [],
      selfIssued: false,
      extensions: {
        basicConstraints: { ca: false, pathLength: undefined },
        keyUsage: new Set(['digitalSignature', 'nonRepudiation']),
        certificatePolicies: [{ oid: '1.3.6.1.4.1.55555.2', qualifiers: [{ text: 'https://ca.test/cps' }] }],
        crlDistributionPoints: [
          { name: { kind: 'full', names: [{ kind: 'uri', value: 'http://ca.test/ca.crl' }] } },
        ],
        authorityInfoAccess: { ocsp: ['http://ocsp.test'], caIssuers: ['http://ca.test/ca.cer'] },
      },
    });
  });

  it('OpenSSL accepts our requests and we accept its requests, with the requested extensions', async () => {
    const pair = await generateKeyPair(kind);
    const extensions = [subjectAltNameExtension([{ kind: 'email', value: 'a@b.test' }])];
    const subject = [
      ['C', 'CN'],
      ['O', '某某公司'],
      ['CN', '章'],
    ] as const;
    const ours = await buildCertificateRequest(
      { subject, publicKey: pair.spki, extensions },
      await pkcs8Signer(pair.pkcs8),
    );
    desk.write('r.csr', toPem('CERTIFICATE REQUEST', ours));
    const judged = desk.run('req', '-verify', '-in', 'r.csr', '-noout', '-text');
    expect(judged).toMatchObject({ ok: true });
    expect(judged.out).toContain('email:a@b.test');
    desk.write('k.pem', toPem('PRIVATE KEY', pair.pkcs8));
    const args = [
      'req',
      '-new',
      '-key',
      'k.pem',
      '-subj',
      '/C=CN/CN=x',
      '-addext',
      'subjectAltName=email:c@d.test',
    ];
    expect(desk.run(...args, '-out', 't.csr').ok).toBe(true);
    const request = parseCertificateRequest(fromPem('CERTIFICATE REQUEST', text('t.csr'))[0]!);
    expect(await verifyCertificateRequest(request)).toEqual({ ok: true, problems: [] });
    expect(request.subject.text).toBe('CN=x,C=CN');
    expect(request.requestedExtensions.subjectAltName).toEqual([{ kind: 'email', value: 'c@d.test' }]);
    expect(request.publicKey.spki).toEqual(pair.spki);
  });

  it('keys go to OpenSSL and come back', async () => {
    const pair = await generateKeyPair(kind);
    desk.write('k.pem', toPem('PRIVATE KEY', pair.pkcs8));
    expect(desk.run('pkey', '-in', 'k.pem', '-pubout', '-outform', 'DER', '-out', 'k.pub').ok).toBe(true);
    expect(desk.read('k.pub')).toEqual(pair.spki);
    expect(parsePkcs8(pair.pkcs8)).toMatchObject(
      kind === 'RSA-2048' ? { kind: 'RSA' } : { kind: 'EC', curve: kind },
    );
  });
});

describe('what is read', () => {
  it('an SM2 key of OpenSSL and ours are the same in both directions', async () => {
    const pair = await generateKeyPair('SM2');
    desk.write('k.pem', toPem('PRIVATE KEY', pair.pkcs8));
    expect(desk.run('pkey', '-in', 'k.pem', '-pubout', '-outform', 'DER', '-out', 'k.pub').ok).toBe(true);
    expect(desk.read('k.pub')).toEqual(pair.spki);
  });

  it('names compare without case and white space, and are written with escapes', async () => {
    const { signer, pair } = (await authorities.get('P-256')!).root;
    const make = (cn: string) =>
      issueCertificate(
        {
          profile: 'root-ca',
          subject: [
            ['C', 'CN'],
            ['O', 'a, b+c'],
            ['CN', cn],
          ],
          publicKey: pair.spki,
          serialHex: newSerial(random),
          notBefore: NOW,
          notAfter: NOW + DAY,
        },
        signer,
      );
    const [a, b, c] = [await make('Ünïcode  Name'), await make(' üNÏCODE name'), await make('other')];
    expect(a.subject.key).toBe(b.subject.key);
    expect(a.subject.key).not.toBe(c.subject.key);
    expect(a.subject.text).toBe('CN=Ünïcode  Name,O=a\\, b\\+c,C=CN');
    expect(a.subject).toMatchObject({ commonName: 'Ünïcode  Name', organization: 'a, b+c', country: 'CN' });
  });

  it('times before 1950 and after 2049 are kept', async () => {
    const { signer, pair } = (await authorities.get('P-256')!).root;
    const certificate = await issueCertificate(
      {
        profile: 'root-ca',
        subject: [['CN', 'x']],
        publicKey: pair.spki,
        serialHex: '01',
        notBefore: Date.UTC(1949, 0, 1),
        notAfter: Date.UTC(2150, 11, 31, 23, 59, 59),
      },
      signer,
    );
    expect(certificate).toMatchObject({
      notBefore: Date.UTC(1949, 0, 1),
      notAfter: Date.UTC(2150, 11, 31, 23, 59, 59),
    });
    desk.write('t.der', certificate.der);
    expect(desk.run('x509', '-inform', 'DER', '-in', 't.der', '-noout', '-enddate').out).toContain(
      'Dec 31 23:59:59 2150',
    );
  });

  it('rejects other data, by name', async () => {
    expect(() => parseCertificate(utf8('none'))).toThrow('CERTIFICATE_BROKEN');
    expect(() => parseCertificateRequest(fromHex('3000'))).toThrow('CERTIFICATE_REQUEST_BROKEN');
    expect(() => parsePkcs8(fromHex('3003020100'))).toThrow('KEY_BROKEN');
    await expect(pkcs8Signer(fromHex('30'))).rejects.toMatchObject({ name: 'KEY_BROKEN' });
    const subject = [['nonsense', 'x']] as const;
    const { signer, pair } = (await authorities.get('P-256')!).root;
    await expect(buildCertificateRequest({ subject, publicKey: pair.spki }, signer)).rejects.toMatchObject({
      name: 'INPUT_INVALID',
      field: 'subject',
    });
  });
});
