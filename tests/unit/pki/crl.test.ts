import { afterAll, describe, expect, it } from 'vitest';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { openSslDesk } from './openssl.ts';
import { DAY, NOW, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const KINDS: KeyKind[] = ['RSA-2048', 'P-384', 'SM2'];

describe.each(KINDS)('lists of revoked certificates with %s', (kind) => {
  it('are read back, and OpenSSL reads and verifies them too', async () => {
    const authority = await testAuthority(kind);
    const order = {
      issuer: authority.issuing.certificate,
      thisUpdate: NOW,
      nextUpdate: NOW + 7 * DAY,
      number: 300,
      entries: [
        { serialHex: '0a0b', revokedAt: NOW - DAY, reason: 'keyCompromise' },
        { serialHex: 'ff00', revokedAt: NOW - 2 * DAY },
      ],
    } as const;
    const der = await buildCrl(order, authority.issuing.signer);
    const crl = parseCrl(der);
    expect(crl).toMatchObject({
      number: 300n,
      thisUpdate: NOW,
      nextUpdate: NOW + 7 * DAY,
      unknownCriticalExtensions: [],
    });
    expect(crl.entries).toMatchObject([
      { serialHex: '0a0b', revokedAt: NOW - DAY, reason: 'keyCompromise' },
      { serialHex: 'ff00', revokedAt: NOW - 2 * DAY, reason: undefined },
    ]);
    const { publicKey } = authority.issuing.certificate;
    expect(await verifySignature(publicKey, crl.signatureAlgorithm, crl.tbs, crl.signature)).toMatchObject({
      ok: true,
    });
    desk.write('crl.der', der);
    desk.write('mid.pem', toPem('CERTIFICATE', authority.issuing.certificate.der));
    const text = desk.run('crl', '-inform', 'DER', '-in', 'crl.der', '-noout', '-text').out;
    expect(text).toMatch(/Serial Number: 0A0B[\s\S]*Key Compromise[\s\S]*Serial Number: FF00/);
    if (kind === 'SM2') return; // this command has no way to set the user id of SM2
    expect(desk.run('crl', '-inform', 'DER', '-in', 'crl.der', '-CAfile', 'mid.pem', '-noout').out).toContain(
      'verify OK',
    );
  });

  it('made by OpenSSL are read and verified', async () => {
    if (kind === 'SM2') return expect(kind).toBe('SM2'); // OpenSSL signs with another user id
    const authority = await testAuthority(kind);
    desk.write('mid.pem', toPem('CERTIFICATE', authority.issuing.certificate.der));
    desk.write('mid.key', toPem('PRIVATE KEY', authority.issuing.pair.pkcs8));
    desk.write('index.txt', 'R\t360101000000Z\t260101000000Z,CACompromise\t1234\tunknown\t/C=CN/CN=x\n');
    desk.write('crlnumber', '10\n');
    desk.write(
      'ca.cnf',
      '[ca]\ndefault_ca = d\n[d]\ndatabase = index.txt\ncrlnumber = crlnumber\ndefault_md = sha256\n' +
        'default_crl_days = 7\ncrl_extensions = e\n[e]\nauthorityKeyIdentifier = keyid\n',
    );
    const args = [
      'ca',
      '-gencrl',
      '-config',
      'ca.cnf',
      '-cert',
      'mid.pem',
      '-keyfile',
      'mid.key',
      '-out',
      'theirs.pem',
    ];
    expect(desk.run(...args)).toMatchObject({ ok: true });
    expect(desk.run('crl', '-in', 'theirs.pem', '-outform', 'DER', '-out', 'theirs.der').ok).toBe(true);
    const crl = parseCrl(desk.read('theirs.der'));
    expect(crl).toMatchObject({ number: 16n, entries: [{ serialHex: '1234', reason: 'cACompromise' }] });
    const { publicKey } = authority.issuing.certificate;
    expect(await verifySignature(publicKey, crl.signatureAlgorithm, crl.tbs, crl.signature)).toMatchObject({
      ok: true,
    });
  });
});

describe('a list', () => {
  it('with very many entries are made and read', async () => {
    const { issuing } = await testAuthority('P-256');
    const serial = (i: number): string => (0x4000_0000 + i * 7).toString(16);
    const entries = Array.from({ length: 120_000 }, (_, i) => ({ serialHex: serial(i), revokedAt: NOW }));
    const order = { issuer: issuing.certificate, thisUpdate: NOW, nextUpdate: NOW + DAY, number: 1, entries };
    const crl = parseCrl(await buildCrl(order, issuing.signer));
    expect(crl.entries).toHaveLength(120_000);
    expect(crl.entries.at(-1)!.serialHex).toBe(serial(119_999));
  });
});
