import { afterAll, describe, expect, it } from 'vitest';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { signatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm, PublicKey, SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import { parsePublicKey } from '#core/pki/algorithm/parse-public-key.ts';
import { verifySignature, verifySignatureOfDigest } from '#core/pki/algorithm/verify-signature.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { bitString, integer, oid, sequence } from '#core/pki/der/write-der.ts';
import { OID } from '#core/pki/oids.ts';
import { openSslDesk } from './openssl.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const message = utf8('signed by OpenSSL');

function makeKey(name: string, ...options: string[]): PublicKey {
  expect(desk.run('genpkey', '-out', `${name}.key`, ...options)).toMatchObject({ ok: true });
  expect(desk.run('pkey', '-in', `${name}.key`, '-pubout', '-outform', 'DER', '-out', `${name}.pub`).ok).toBe(
    true,
  );
  return parsePublicKey(readDer(desk.read(`${name}.pub`)));
}

function sign(name: string, digest: string, ...options: string[]): Bytes {
  desk.write('message', message);
  const providers = digest === 'ripemd160' ? ['-provider', 'legacy', '-provider', 'default'] : [];
  const args = [
    'dgst',
    ...providers,
    `-${digest}`,
    '-sign',
    `${name}.key`,
    '-out',
    'value',
    ...options,
    'message',
  ];
  expect([args.join(' '), desk.run(...args)]).toMatchObject([args.join(' '), { ok: true }]);
  return desk.read('value');
}

const DIGESTS: [openSsl: string, ours: DigestAlgorithm][] = [
  ['md5', 'MD5'],
  ['sha1', 'SHA-1'],
  ['ripemd160', 'RIPEMD-160'],
  ['sha224', 'SHA-224'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
  ['sha3-224', 'SHA3-224'],
  ['sha3-256', 'SHA3-256'],
  ['sha3-384', 'SHA3-384'],
  ['sha3-512', 'SHA3-512'],
];
const WEAK = ['MD5', 'SHA-1', 'RIPEMD-160'];
const EC_DIGESTS = DIGESTS.filter(([, ours]) => ours !== 'MD5' && ours !== 'RIPEMD-160');

const FEW_DIGESTS = EC_DIGESTS.filter(([, ours]) => ['SHA-224', 'SHA-512', 'SHA3-384'].includes(ours));

/** The value holds; a changed message, a changed value and another key's do not. */
async function judge(key: PublicKey, algorithm: SignatureAlgorithm, value: Bytes): Promise<string[]> {
  const verdict = await verifySignature(key, algorithm, message, value);
  expect([algorithm, verdict.ok]).toEqual([algorithm, true]);
  const changed = new Uint8Array(value);
  changed[changed.length - 3] = changed.at(-3)! ^ 4;
  expect(await verifySignature(key, algorithm, message, changed)).toMatchObject({ ok: false });
  expect(await verifySignature(key, algorithm, utf8('something else'), value)).toMatchObject({ ok: false });
  if (algorithm.digest) {
    const digest = digestNow(algorithm.digest, message);
    expect(await verifySignatureOfDigest(key, algorithm, digest, value)).toMatchObject({ ok: true });
    expect(await verifySignatureOfDigest(key, algorithm, digest, changed)).toMatchObject({ ok: false });
  }
  return verdict.problems;
}

/** Values that are none: none verifies, none throws. */
const RUBBISH: Bytes[] = [
  new Uint8Array(0),
  new Uint8Array(1),
  new Uint8Array(64),
  new Uint8Array(256),
  new Uint8Array(256).fill(0xff),
  new Uint8Array(100_000).fill(0x30),
  sequence(integer(0), integer(0)),
  sequence(integer(1), integer(0)),
  sequence(integer(1), integer(1)),
  sequence(integer(-1), integer(-1)),
  sequence(integer(1n << 4000n), integer(1)),
  sequence(integer(0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n), integer(1)),
  sequence(integer(1), integer(1), integer(1)),
  new Uint8Array([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01]),
];

async function refuseRubbish(key: PublicKey, algorithm: SignatureAlgorithm): Promise<void> {
  for (const value of RUBBISH) {
    expect(await verifySignature(key, algorithm, message, value)).toMatchObject({ ok: false });
  }
}

/** A key of exactly so many bits; OpenSSL itself makes odd sizes one bit short, so only its primes are taken. */
function oddKey(bits: number): PublicKey {
  const prime = (size: number): bigint =>
    BigInt(desk.run('prime', '-generate', '-bits', String(size)).out.trim());
  const e = 65537n;
  for (let attempt = 0; attempt < 40; attempt++) {
    const p = prime(Math.ceil(bits / 2));
    const q = prime(Math.floor(bits / 2));
    const phi = (p - 1n) * (q - 1n);
    if ((p * q).toString(2).length !== bits || phi % e === 0n) continue;
    const d = inverse(e, phi);
    const numbers = [0n, p * q, e, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)];
    desk.write('odd.key', toPem('RSA PRIVATE KEY', sequence(...numbers.map(integer))));
    expect(desk.run('pkey', '-in', 'odd.key', '-pubout', '-outform', 'DER', '-out', 'odd.pub').ok).toBe(true);
    return parsePublicKey(readDer(desk.read('odd.pub')));
  }
  throw new Error('no key of that size was found');
}

/** a^-1 modulo m, by Euclid. */
function inverse(a: bigint, m: bigint): bigint {
  let [r0, r1, s0, s1] = [m, a % m, 0n, 1n];
  while (r1 !== 0n) [r0, r1, s0, s1] = [r1, r0 % r1, s1, s0 - (r0 / r1) * s1];
  return ((s0 % m) + m) % m;
}

describe('signature values of OpenSSL', () => {
  it('RSA with every digest, weak ones reported', async () => {
    const key = makeKey('rsa', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048');
    for (const [name, ours] of DIGESTS) {
      const problems = await judge(key, signatureAlgorithm('RSA', ours), sign('rsa', name));
      expect([ours, problems]).toEqual([ours, WEAK.includes(ours) ? ['digest-weak'] : []]);
    }
    await refuseRubbish(key, signatureAlgorithm('RSA', 'SHA-256'));
  });

  it.each([1024, 1500, 2047, 2049])('RSA keys of %i bits, short ones reported', async (bits) => {
    const key = oddKey(bits);
    expect(key).toMatchObject({ kind: 'RSA', bits });
    const weak = bits < 2048 ? ['key-too-weak'] : [];
    expect(await judge(key, signatureAlgorithm('RSA', 'SHA-256'), sign('odd', 'sha256'))).toEqual(weak);
    const pss = sign('odd', 'sha256', '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:32');
    expect(await judge(key, signatureAlgorithm('RSA-PSS', 'SHA-256'), pss)).toEqual(weak);
  });

  it('RSA-PSS with salts and mask digests of any kind', async () => {
    const key = makeKey('pss', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048');
    for (const [digest, mask, salt] of [
      ['SHA-512', 'SHA-512', 64],
      ['SHA-256', 'SHA-1', 20],
      ['SHA3-256', 'SHA3-256', 32],
      ['SHA-384', 'SHA-384', 0],
    ] as const) {
      const name = (ours: DigestAlgorithm) => DIGESTS.find((d) => d[1] === ours)![0];
      const options = ['pss', `rsa_pss_saltlen:${salt}`, `rsa_mgf1_md:${name(mask)}`];
      const value = sign(
        'pss',
        name(digest),
        ...options.flatMap((o, i) => ['-sigopt', i === 0 ? 'rsa_padding_mode:pss' : o]),
      );
      const algorithm = { ...signatureAlgorithm('RSA-PSS', digest), mgfDigest: mask, saltLength: salt };
      expect(await judge(key, algorithm, value)).toEqual([]);
      const other = { ...algorithm, saltLength: salt + 1 };
      expect(await verifySignature(key, other, message, value)).toMatchObject({ ok: false });
    }
    await refuseRubbish(key, signatureAlgorithm('RSA-PSS', 'SHA-256'));
  });

  it.each([
    ['P-256', 'P-256'],
    ['P-384', 'P-384'],
    ['P-521', 'P-521'],
    ['brainpoolP256r1', 'brainpoolP256r1'],
    ['brainpoolP384r1', 'brainpoolP384r1'],
    ['brainpoolP512r1', 'brainpoolP512r1'],
  ])('ECDSA on %s with digests shorter and longer than the curve', async (curve, name) => {
    const key = makeKey(curve, '-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${name}`);
    expect(key).toMatchObject({ kind: 'EC', curve });
    for (const [digest, ours] of curve === 'P-256' ? EC_DIGESTS : FEW_DIGESTS) {
      const problems = await judge(key, signatureAlgorithm('ECDSA', ours), sign(curve, digest));
      expect([ours, problems]).toEqual([ours, WEAK.includes(ours) ? ['digest-weak'] : []]);
    }
    await refuseRubbish(key, signatureAlgorithm('ECDSA', 'SHA-256'));
  });

  it('DSA', async () => {
    const parameters = ['-genparam', '-algorithm', 'DSA', '-pkeyopt', 'dsa_paramgen_bits:1024'];
    expect(desk.run('genpkey', ...parameters, '-out', 'dsa.param').ok).toBe(true);
    const key = makeKey('dsa', '-paramfile', 'dsa.param');
    expect(await judge(key, signatureAlgorithm('DSA', 'SHA-256'), sign('dsa', 'sha256'))).toEqual([
      'key-too-weak',
    ]);
    await refuseRubbish(key, signatureAlgorithm('DSA', 'SHA-256'));
  });

  it('Ed25519', async () => {
    const key = makeKey('ed', '-algorithm', 'ED25519');
    desk.write('message', message);
    const args = ['pkeyutl', '-sign', '-inkey', 'ed.key', '-rawin', '-in', 'message', '-out', 'value'];
    expect(desk.run(...args)).toMatchObject({ ok: true });
    expect(await judge(key, { kind: 'Ed25519', oid: '1.3.101.112' }, desk.read('value'))).toEqual([]);
    await refuseRubbish(key, { kind: 'Ed25519', oid: '1.3.101.112' });
  });

  it('SM2, and never with the algorithm of another kind of key', async () => {
    const key = makeKey('sm2', '-algorithm', 'SM2');
    desk.write('message', message);
    const options = ['-pkeyopt', 'distid:1234567812345678'];
    const args = [
      'pkeyutl',
      '-sign',
      '-inkey',
      'sm2.key',
      '-rawin',
      '-digest',
      'sm3',
      '-in',
      'message',
      '-out',
      'value',
    ];
    expect(desk.run(...args, ...options)).toMatchObject({ ok: true });
    const value = desk.read('value');
    const algorithm = signatureAlgorithm('SM2', 'SM3');
    expect(await verifySignature(key, algorithm, message, value)).toEqual({ ok: true, problems: [] });
    expect(await verifySignature(key, algorithm, utf8('other'), value)).toMatchObject({ ok: false });
    const crossed = await verifySignature(key, signatureAlgorithm('ECDSA', 'SHA-256'), message, value);
    expect(crossed).toEqual({ ok: false, problems: ['signature-key-mismatch'] });
    await refuseRubbish(key, algorithm);
  });

  it('a point that is not on the curve verifies nothing', async () => {
    const key = makeKey('off', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256');
    const value = sign('off', 'sha256');
    const point = new Uint8Array(key.keyBytes);
    point[64] = point[64]! ^ 1;
    const verdict = await verifySignature(
      { ...key, keyBytes: point },
      signatureAlgorithm('ECDSA', 'SHA-256'),
      message,
      value,
    );
    expect(verdict.ok).toBe(false);
  });
});

describe('keys made to cost', () => {
  const bytesOfLength = (bits: number): Bytes => new Uint8Array(bits / 8).fill(0xa5);
  const spki = (algorithm: Bytes, key: Bytes): Bytes => sequence(algorithm, bitString(key));
  const rsa = (modulusBits: number, exponentBits: number): PublicKey =>
    parsePublicKey(
      readDer(
        spki(
          sequence(oid(OID.rsaEncryption)),
          sequence(integer(bytesOfLength(modulusBits)), integer(bytesOfLength(exponentBits))),
        ),
      ),
    );
  const dsa = (pBits: number, qBits: number): PublicKey => {
    const [p, q, g] = [pBits, qBits, pBits - 8].map((bits) => integer(bytesOfLength(bits)));
    return parsePublicKey(readDer(spki(sequence(oid(OID.dsa), sequence(p!, q!, g!)), integer(2))));
  };

  it.each([
    ['an RSA key of a million bits', () => rsa(8_000_000, 24)],
    ['an RSA key longer than OpenSSL takes', () => rsa(16_392, 24)],
    ['a long RSA key with an exponent as long', () => rsa(4_096, 4_096)],
    ['a DSA key as long', () => dsa(16_384, 256)],
    ['a DSA key whose order is as long as itself', () => dsa(8_192, 8_192)],
  ])('%s is of no kind that is worked with', (_what, make) => {
    expect(make()).toMatchObject({ kind: 'other', bits: 0 });
  });

  it.each([
    ['RSA', () => rsa(16_384, 64)],
    ['RSA', () => rsa(3_072, 3_072)],
    ['DSA', () => dsa(3_072, 256)],
  ])('the longest %s key is judged in time', async (kind, make) => {
    const key = make();
    expect(key.kind).toBe(kind);
    const value = kind === 'RSA' ? bytesOfLength(key.bits).fill(0x55) : sequence(integer(3), integer(5));
    const began = process.cpuUsage();
    expect(
      (await verifySignature(key, signatureAlgorithm(kind as 'RSA', 'SHA-256'), message, value)).ok,
    ).toBe(false);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
