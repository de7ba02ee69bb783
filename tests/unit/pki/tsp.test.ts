import { afterAll, describe, expect, it } from 'vitest';
import { toHex, utf8 } from '#core/bytes.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { verifyCms } from '#core/pki/cms/verify-cms.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import { parseTimestampResponse } from '#core/pki/tsp/parse-timestamp.ts';
import { buildTimestampRequest, parseTimestampRequest } from '#core/pki/tsp/timestamp-request.ts';
import { verifyTimestampResponse, verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { addTimestampToCms, signatureValueOf } from '#tests/fixtures/add-timestamp.ts';
import { requestTimestamp } from '#tests/fixtures/request-timestamp.ts';
import { openSslDesk } from './openssl.ts';
import { NOW, random, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const data = utf8('signature value');
const POLICY = '1.3.6.1.4.1.55555.1';
const KINDS: KeyKind[] = ['RSA-2048', 'P-256', 'SM2'];
const setups = new Map(
  KINDS.map((kind) => [
    kind,
    (async () => {
      const authority = await testAuthority(kind);
      return { authority, tsa: await authority.issue('tsa', '时间戳') };
    })(),
  ]),
);

describe.each(KINDS)('time stamps with %s', (kind) => {
  const setup = async () => {
    const { authority, tsa } = await setups.get(kind)!;
    const answer = (request: Parameters<typeof answerTimestampRequest>[0]) =>
      answerTimestampRequest(request, {
        signer: tsa.signer,
        time: NOW + 123,
        serialHex: '0102',
        policy: POLICY,
        chain: [authority.issuing.certificate.der],
      });
    return { authority, tsa, answer };
  };

  it('gives a token that carries the time to the millisecond, the nonce and the policy', async () => {
    const { answer } = await setup();
    const digest = digestNow('SHA-256', data);
    const nonce = '00ff11';
    const response = await answer(
      buildTimestampRequest({ digest, digestAlgorithm: 'SHA-256', nonce, policy: POLICY }),
    );
    const verified = await verifyTimestampResponse(response, {
      data: { content: data },
      nonce,
      policy: POLICY,
    });
    expect(verified).toMatchObject({ ok: true, problems: [] });
    expect(verified.timestamp!.info).toMatchObject({
      time: NOW + 123,
      policy: POLICY,
      nonce: 'ff11',
      accuracy: 1000,
    });
    const other = await verifyTimestampResponse(response, { data: { content: utf8('x') }, nonce: '01' });
    expect(other.ok).toBe(false);
    expect(other.problems).toEqual(['timestamp-imprint-mismatch', 'timestamp-nonce-mismatch']);
  });

  it('puts a time stamp on the value of a signature, then or later', async () => {
    const { answer, authority } = await setup();
    const person = await authority.issue('person', '王五');
    const timestamp = (value: typeof data) => requestTimestamp(value, { send: answer, random });
    const atOnce = await signCms({ content: data, signer: person.signer, timestamp });
    const plain = await signCms({ content: data, signer: person.signer });
    const later = addTimestampToCms(plain, await timestamp(signatureValueOf(plain)));
    for (const cms of [atOnce, later]) {
      const { signers } = await verifyCms(parseCms(cms), { content: data });
      expect(signers[0]).toMatchObject({ messageDigestOk: true, signatureOk: true, problems: [] });
      const [token] = signers[0]!.signer.unsigned.signatureTimestamps;
      const stamp = await verifyTimestampToken(token!, { content: signers[0]!.signer.signature });
      expect(stamp).toMatchObject({ ok: true, problems: [] });
    }
  });

  if (kind !== 'SM2') {
    it('OpenSSL accepts our tokens on its requests, and we its tokens on ours', async () => {
      const { answer, authority, tsa } = await setup();
      desk.write('data', data);
      desk.write('root.pem', toPem('CERTIFICATE', authority.root.certificate.der));
      desk.write('mid.pem', toPem('CERTIFICATE', authority.issuing.certificate.der));
      expect(desk.run('ts', '-query', '-data', 'data', '-sha512', '-cert', '-out', 'q.tsq').ok).toBe(true);
      const request = desk.read('q.tsq');
      expect(parseTimestampRequest(request)).toMatchObject({ wantsCertificates: true, version: 1 });
      desk.write('r.tsr', await answer(request));
      const verify = ['ts', '-verify', '-queryfile', 'q.tsq', '-in', 'r.tsr', '-CAfile', 'root.pem'];
      expect(desk.run(...verify, '-untrusted', 'mid.pem', '-attime', String(NOW / 1000))).toMatchObject({
        ok: true,
      });

      desk.write('tsa.pem', toPem('CERTIFICATE', tsa.certificate.der));
      desk.write('tsa.key', toPem('PRIVATE KEY', tsa.pair.pkcs8));
      desk.write('serial', '01\n');
      desk.write(
        'ts.cnf',
        `[tsa]\ndefault_tsa = t\n[t]\nserial = serial\nsigner_digest = sha256\ndefault_policy = ${POLICY}\n` +
          'digests = sha256, sha512\naccuracy = secs:1, millisecs:500\ness_cert_id_chain = no\ness_cert_id_alg = sha256\n',
      );
      const own = buildTimestampRequest({
        digest: digestNow('SHA-256', data),
        digestAlgorithm: 'SHA-256',
        nonce: 'a1b2',
      });
      desk.write('own.tsq', own);
      const reply = ['ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'own.tsq', '-signer', 'tsa.pem'];
      expect(desk.run(...reply, '-inkey', 'tsa.key', '-out', 'own.tsr')).toMatchObject({ ok: true });
      const verified = await verifyTimestampResponse(desk.read('own.tsr'), {
        data: { content: data },
        nonce: 'a1b2',
      });
      expect(verified).toMatchObject({ ok: true, problems: [] });
      expect(verified.timestamp!.info!.accuracy).toBe(1500);
    });
  }

  it('refuses what it cannot stamp, with the reason', async () => {
    const { answer } = await setup();
    const digest = digestNow('SHA-256', data);
    const reasons: [Parameters<typeof buildTimestampRequest>[0], string][] = [
      [{ digest, digestAlgorithm: 'SHA-256', policy: '1.2.3' }, 'unacceptedPolicy'],
      [{ digest: digestNow('SHA-1', data), digestAlgorithm: 'SHA-1' }, 'badAlg'],
      [{ digest: digest.slice(1), digestAlgorithm: 'SHA-256' }, 'badDataFormat'],
    ];
    for (const [input, reason] of reasons) {
      const response = parseTimestampResponse(await answer(buildTimestampRequest(input)));
      expect(response).toMatchObject({ status: 2, failures: [reason], token: undefined });
    }
    expect(parseTimestampResponse(await answer(utf8('rubbish'))).failures).toEqual(['badDataFormat']);
    await expect(requestTimestamp(data, { send: answer, random, policy: '1.2.3' })).rejects.toMatchObject({
      name: 'TIMESTAMP_FAILED',
    });
  });

  it('does not take a token by a certificate that is not for time stamping', async () => {
    const { authority } = await setup();
    const person = await authority.issue('person', 'no authority');
    const request = buildTimestampRequest({ digest: digestNow('SHA-256', data), digestAlgorithm: 'SHA-256' });
    const response = await answerTimestampRequest(request, {
      signer: person.signer,
      time: NOW,
      serialHex: toHex(random(new Uint8Array(8))),
      policy: POLICY,
    });
    const verified = await verifyTimestampResponse(response, { data: { content: data } });
    expect(verified).toMatchObject({ ok: false, problems: ['timestamp-eku-missing'] });
  });
});
