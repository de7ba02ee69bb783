import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, toHex, utf8 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import {
  buildCertificateRequest,
  parseCertificateRequest,
  verifyCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { oid, sequence, tlvOf } from '#core/pki/der/write-der.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { answerOcspRequest } from '#core/pki/ocsp/answer-ocsp-request.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import { verifyOcspResponse } from '#core/pki/ocsp/verify-ocsp-response.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import { parseTimestampResponse, parseTstInfo } from '#core/pki/tsp/parse-timestamp.ts';
import { buildTimestampRequest } from '#core/pki/tsp/timestamp-request.ts';
import { verifyTimestampResponse, verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { addTimestampToCms, signatureValueOf } from '#tests/fixtures/add-timestamp.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { hostileInputs, mutationsOf } from './mutations.ts';
import { DAY, NOW, testAuthority } from './test-authority.ts';

/** The longest that one input may take, in ms of processor time: what else the machine does is not counted. */
const LIMIT = 2000;
const ROUNDS = 250;
const content = utf8('content');

/** Everything that reads what comes from outside, each with a good input to spoil. */
async function readers(kind: 'P-256' | 'RSA-2048' | 'SM2') {
  const authority = await testAuthority(kind);
  const person = await authority.issue('person', '张三', {
    policies: [{ oid: '1.2.3.4', cps: 'http://ca.test/cps' }],
    crlUrls: ['http://ca.test/a.crl'],
    subjectAltName: [{ kind: 'email', value: 'a@b.test' }],
  });
  const tsa = await authority.issue('tsa', '时间戳');
  const issuer = authority.issuing.certificate;
  const anchors = [authority.root.certificate];
  const { serialHex } = person.certificate;
  const stamping = { signer: tsa.signer, time: NOW, serialHex: '01', policy: '1.2.3' };
  const stampRequest = buildTimestampRequest({
    digest: digestNow('SHA-256', content),
    digestAlgorithm: 'SHA-256',
    nonce: '01',
  });
  const stampResponse = await answerTimestampRequest(stampRequest, stamping);
  const token = parseTimestampResponse(stampResponse).token!;
  const crl = await buildCrl(
    {
      issuer,
      thisUpdate: NOW,
      nextUpdate: NOW + DAY,
      number: 1,
      entries: [{ serialHex: '0f', revokedAt: NOW, reason: 'superseded' }],
    },
    authority.issuing.signer,
  );
  const responder = {
    issuer,
    responder: issuer,
    signer: authority.issuing.signer,
    now: NOW,
    nextUpdate: NOW + DAY,
    statusOf: () => ({ kind: 'good' }) as const,
  };
  const ocspRequest = buildOcspRequest({ serialHex, issuer, nonce: new Uint8Array(16) });
  const ocsp = await answerOcspRequest(ocspRequest, responder);
  const cms = await signCms({
    content,
    signer: person.signer,
    certificates: [person.certificate.der, issuer.der],
  });
  const path = (certificate: Certificate, more: object = {}) =>
    validatePath({ certificate, pool: [issuer], anchors, time: NOW, ...more });
  const request = await buildCertificateRequest(
    { subject: [['CN', 'x']], publicKey: person.pair.spki },
    person.signer,
  );

  const list: Record<string, [good: Bytes, read: (bytes: Bytes) => unknown]> = {
    'certificate and its path': [person.certificate.der, (bytes) => path(parseCertificate(bytes))],
    'certificate request': [request, (bytes) => verifyCertificateRequest(parseCertificateRequest(bytes))],
    CMS: [addTimestampToCms(cms, token), (bytes) => verifyCms(parseCms(bytes), { content })],
    'CMS to be stamped': [cms, (bytes) => [signatureValueOf(bytes), addTimestampToCms(bytes, token)]],
    'time stamp request': [stampRequest, (bytes) => answerTimestampRequest(bytes, stamping)],
    'time stamp response': [stampResponse, (bytes) => verifyTimestampResponse(bytes, { data: { content } })],
    'time stamp token': [token, (bytes) => verifyTimestampToken(bytes, { content })],
    'time stamp content': [parseCms(token).content!, parseTstInfo],
    'list of revoked certificates': [
      crl,
      (bytes) => path(person.certificate, { revocation: { crls: [parseCrl(bytes)] } }),
    ],
    'OCSP request': [ocspRequest, (bytes) => answerOcspRequest(bytes, responder)],
    'OCSP response': [ocsp, (bytes) => verifyOcspResponse(parseOcspResponse(bytes), { serialHex, issuer })],
    'private key': [person.pair.pkcs8, (bytes) => pkcs8Signer(bytes)],
  };
  return list;
}

/** Runs a reader; anything but an answer or an AppError fails the test, with the input that did it. */
async function attempt(read: (bytes: Bytes) => unknown, bytes: Bytes): Promise<'answer' | 'refused'> {
  const began = process.cpuUsage();
  let outcome: 'answer' | 'refused' = 'answer';
  try {
    await read(bytes);
  } catch (error) {
    if (!isAppError(error)) throw new Error(`on ${toHex(bytes.subarray(0, 3000))}`, { cause: error });
    outcome = 'refused';
  }
  const { user, system } = process.cpuUsage(began);
  const took = (user + system) / 1000;
  if (took > LIMIT) throw new Error(`took ${took} ms on ${toHex(bytes.subarray(0, 3000))}`);
  return outcome;
}

describe.each(['P-256', 'RSA-2048', 'SM2'] as const)(
  'spoilt input with %s gets an answer or a typed refusal',
  (kind) => {
    it('of every reader, in time', async () => {
      const all = await readers(kind);
      for (const [name, [good, read]] of Object.entries(all)) {
        expect([name, await attempt(read, good)]).toEqual([name, 'answer']);
        const seed = `${kind} ${name}`;
        let refused = 0;
        for (const bytes of mutationsOf(good, ROUNDS, randomFrom(seed))) {
          if ((await attempt(read, bytes)) === 'refused') refused++;
        }
        expect([seed, refused < ROUNDS]).toEqual([seed, true]);
      }
    });
  },
);

describe('input made to hurt', () => {
  it.each(hostileInputs())('%s is refused in time by every reader', async (_name, bytes) => {
    for (const [, read] of Object.values(await readersOnce)) {
      await attempt(read, bytes);
      const good = concatBytes(bytes.subarray(0, 1000), bytes);
      await attempt(read, good);
    }
    expect(() => readDer(concatBytes(bytes, new Uint8Array([1])))).toThrow('ASN1_BROKEN');
  });

  it('a certificate with a hundred thousand extensions, policies or names is read in time', async () => {
    const { 'certificate and its path': entry } = await readersOnce;
    const [good, read] = entry!;
    const spoilt = (extensions: Bytes): Bytes => withExtensions(good, extensions);
    const many = (build: (i: number) => Bytes): Bytes[] =>
      Array.from({ length: 100_000 }, (_, i) => build(i));
    const empty = new Uint8Array([0x04, 0x02, 0x30, 0x00]);
    const extension = (id: string, value: Bytes): Bytes => sequence(oid(id), tlvOf(0x04, [value]));
    await attempt(
      read,
      spoilt(
        tlvOf(
          0x30,
          many((i) => sequence(oid(`1.2.3.${i}`), empty)),
        ),
      ),
    );
    const policies = tlvOf(
      0x30,
      many((i) => sequence(oid(`1.2.3.${i}`))),
    );
    await attempt(read, spoilt(tlvOf(0x30, [extension('2.5.29.32', policies)])));
    const names = tlvOf(
      0x30,
      many((i) => tlvOf(0x82, [utf8(`h${i}.test`)])),
    );
    expect(await attempt(read, spoilt(tlvOf(0x30, [extension('2.5.29.17', names)])))).toBe('answer');
  });
});

const readersOnce = readers('P-256');

/** The certificate with other extensions (its signature no longer holds). */
function withExtensions(certificate: Bytes, extensions: Bytes): Bytes {
  const parsed = parseCertificate(certificate);
  const tbs = readDer(parsed.tbs);
  const at = certificate.length - parsed.signature.length;
  const last = indexOfExtensions(parsed.tbs);
  const body = tlvOf(0x30, [parsed.tbs.subarray(tbs.contentStart, last), tlvOf(0xa3, [extensions])]);
  const outer = readDer(certificate);
  const rest = certificate.subarray(outer.contentStart + parsed.tbs.length);
  expect(at).toBeGreaterThan(0);
  return tlvOf(0x30, [body, rest]);
}

function indexOfExtensions(tbs: Bytes): number {
  for (let i = tbs.length - 1; i > 0; i--) {
    if (tbs[i] === 0xa3 && tbs[i + 1] === 0x82 && i + 4 + tbs[i + 2]! * 256 + tbs[i + 3]! === tbs.length)
      return i;
    if (tbs[i] === 0xa3 && tbs[i + 1] === 0x81 && i + 3 + tbs[i + 2]! === tbs.length) return i;
  }
  throw new Error('no extensions');
}
