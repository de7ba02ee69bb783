import { afterAll, describe, expect, it } from 'vitest';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { openSslDesk } from './openssl.ts';
import { NOW, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const content = utf8('合同正文 contract');
const KINDS: KeyKind[] = ['RSA-2048', 'P-256', 'P-384'];
const authorities = new Map(KINDS.map((kind) => [kind, testAuthority(kind)]));

describe.each(KINDS)('CMS with %s', (kind) => {
  const signed = async (options: { scheme?: 'PSS'; attached?: boolean } = {}) => {
    const authority = await authorities.get(kind)!;
    const person = await authority.issue('person', '张三');
    const signer = await pkcs8Signer(person.pair.pkcs8, {
      certificate: person.certificate.der,
      ...(options.scheme ? { scheme: options.scheme } : {}),
    });
    const cms = await signCms({
      content,
      signer,
      attached: options.attached ?? false,
      certificates: [person.certificate.der, authority.issuing.certificate.der],
    });
    return { authority, person, cms };
  };

  const judge = (cms: Bytes, root: Bytes, ...more: string[]) => {
    desk.write('content', content);
    desk.write('root.pem', toPem('CERTIFICATE', root));
    return desk.run(
      ...[
        'cms',
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        desk.write('sig.der', cms),
        '-content',
        'content',
      ],
      ...['-CAfile', 'root.pem', '-purpose', 'any', '-attime', String(NOW / 1000), '-out', 'out', ...more],
    );
  };

  it('OpenSSL accepts our signature as CAdES', async () => {
    const { cms, authority } = await signed();
    expect(judge(cms, authority.root.certificate.der, '-cades')).toMatchObject({ ok: true });
  });

  it('verifies its own signature, names the certificate, and has no signing time', async () => {
    const { cms, person } = await signed();
    const parsed = parseCms(cms);
    const { signers, problems } = await verifyCms(parsed, {
      digest: (algorithm) => digestOf(algorithm, content),
    });
    expect(problems).toEqual([]);
    expect(signers[0]).toMatchObject({
      messageDigestOk: true,
      signatureOk: true,
      signingCertificateOk: true,
      problems: [],
    });
    expect(signers[0]!.certificate!.serialHex).toBe(person.certificate.serialHex);
    expect(signers[0]!.signer.signed.signingTime).toBeUndefined();
  });

  it('finds that the content was changed', async () => {
    const { cms } = await signed();
    const { signers } = await verifyCms(parseCms(cms), { content: utf8('another contract') });
    expect(signers[0]).toMatchObject({ messageDigestOk: false, signatureOk: true });
    expect(signers[0]!.problems).toContain('message-digest-mismatch');
  });

  it('finds that a signed attribute was changed', async () => {
    const { cms } = await signed();
    const parsed = parseCms(cms);
    const at = indexOf(cms, parsed.signers[0]!.signed.messageDigest!);
    const changed = new Uint8Array(cms);
    changed[at] = changed[at]! ^ 1;
    const { signers } = await verifyCms(parseCms(changed), { content });
    expect(signers[0]).toMatchObject({ messageDigestOk: false, signatureOk: false });
  });

  it('verifies what OpenSSL signed, also as BER with indefinite lengths', async () => {
    const authority = await authorities.get(kind)!;
    const person = await authority.issue('person', '李四');
    desk.write('content', content);
    desk.write('cert.pem', toPem('CERTIFICATE', person.certificate.der));
    desk.write('key.pem', toPem('PRIVATE KEY', person.pair.pkcs8));
    const sign = ['cms', '-sign', '-binary', '-in', 'content', '-signer', 'cert.pem', '-inkey', 'key.pem'];
    for (const more of [
      [],
      ['-cades'],
      ['-nodetach', '-stream', '-indef'],
      ['-noattr'],
      ['-keyid'],
      ['-md', 'sha512'],
    ]) {
      expect(desk.run(...sign, '-outform', 'DER', '-out', 'theirs.der', ...more)).toMatchObject({ ok: true });
      const parsed = parseCms(desk.read('theirs.der'));
      const { signers } = await verifyCms(parsed, more.includes('-nodetach') ? undefined : { content });
      expect([more, signers[0]]).toMatchObject([more, { messageDigestOk: true, signatureOk: true }]);
    }
  });

  if (kind === 'RSA-2048') {
    it('signs with RSA-PSS as OpenSSL expects it, and verifies OpenSSL’s', async () => {
      const { cms, authority, person } = await signed({ scheme: 'PSS' });
      expect(judge(cms, authority.root.certificate.der, '-cades')).toMatchObject({ ok: true });
      const { signers } = await verifyCms(parseCms(cms), { content });
      expect(signers[0]).toMatchObject({ messageDigestOk: true, signatureOk: true, problems: [] });
      desk.write('cert.pem', toPem('CERTIFICATE', person.certificate.der));
      desk.write('key.pem', toPem('PRIVATE KEY', person.pair.pkcs8));
      const args = [
        '-binary',
        '-in',
        'content',
        '-signer',
        'cert.pem',
        '-inkey',
        'key.pem',
        '-outform',
        'DER',
      ];
      const pss = [
        '-keyopt',
        'rsa_padding_mode:pss',
        '-keyopt',
        'rsa_pss_saltlen:20',
        '-keyopt',
        'rsa_mgf1_md:sha1',
      ];
      expect(desk.run('cms', '-sign', ...args, '-out', 'pss.der', ...pss)).toMatchObject({ ok: true });
      const theirs = await verifyCms(parseCms(desk.read('pss.der')), { content });
      expect(theirs.signers[0]).toMatchObject({ messageDigestOk: true, signatureOk: true });
    });
  }
});

function indexOf(haystack: Bytes, needle: Bytes): number {
  for (let i = 0; i + needle.length <= haystack.length; i++) {
    if (needle.every((b, n) => haystack[i + n] === b)) return i;
  }
  return -1;
}
