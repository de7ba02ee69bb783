import { afterAll, describe, expect, it } from 'vitest';
import { utf8 } from '#core/bytes.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { answerOcspRequest, type OcspResponder } from '#core/pki/ocsp/answer-ocsp-request.ts';
import { buildOcspRequest, parseOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import { verifyOcspResponse } from '#core/pki/ocsp/verify-ocsp-response.ts';
import { openSslDesk } from './openssl.ts';
import { DAY, NOW, random, type TestAuthority, testAuthority } from './test-authority.ts';

const desk = openSslDesk();
afterAll(() => desk.close());
const KINDS: KeyKind[] = ['RSA-2048', 'P-256', 'SM2'];
const authorities = new Map(KINDS.map((kind) => [kind, testAuthority(kind)]));

const responderOf = (authority: TestAuthority, more: Partial<OcspResponder> = {}): OcspResponder => ({
  issuer: authority.issuing.certificate,
  responder: authority.issuing.certificate,
  signer: authority.issuing.signer,
  now: NOW,
  nextUpdate: NOW + DAY,
  statusOf: () => ({ kind: 'good' }),
  ...more,
});

describe.each(KINDS)('OCSP with %s', (kind) => {
  it('answers good, revoked and unknown, by the authority or a responder that it named', async () => {
    const authority = await authorities.get(kind)!;
    const person = await authority.issue('person', '张三');
    const delegate = await authority.issue('ocsp-responder', 'OCSP');
    const { serialHex } = person.certificate;
    const issuer = authority.issuing.certificate;
    const nonce = random(new Uint8Array(16));
    const statuses = [
      { kind: 'good' },
      { kind: 'revoked', revokedAt: NOW - DAY, reason: 'keyCompromise' },
      { kind: 'unknown' },
    ] as const;
    for (const by of [{}, { responder: delegate.certificate, signer: delegate.signer }]) {
      for (const status of statuses) {
        const request = buildOcspRequest({ serialHex, issuer, nonce });
        const answer = await answerOcspRequest(
          request,
          responderOf(authority, { ...by, statusOf: () => status }),
        );
        const verified = await verifyOcspResponse(parseOcspResponse(answer), {
          serialHex,
          issuer,
          nonce,
          time: NOW,
        });
        expect(verified).toMatchObject({ ok: true, status, problems: [] });
      }
    }
  });

  it('reports a stale response, another nonce or certificate, and an unauthorized responder', async () => {
    const authority = await authorities.get(kind)!;
    const person = await authority.issue('person', '张三');
    const issuer = authority.issuing.certificate;
    const { serialHex } = person.certificate;
    const request = buildOcspRequest({ serialHex, issuer, nonce: random(new Uint8Array(16)) });
    const response = parseOcspResponse(await answerOcspRequest(request, responderOf(authority)));
    const problems = async (question: object, of = response) =>
      (await verifyOcspResponse(of, { serialHex, issuer, ...question })).problems;
    expect(await problems({ time: NOW + 2 * DAY })).toEqual(['revocation-stale']);
    expect(await problems({ nonce: new Uint8Array(16) })).toEqual(['ocsp-nonce-mismatch']);
    expect(await problems({ serialHex: '01' })).toEqual(['ocsp-other-certificate']);
    const impostor = responderOf(authority, { responder: person.certificate, signer: person.signer });
    const forged = parseOcspResponse(await answerOcspRequest(request, impostor));
    expect(await problems({}, forged)).toEqual(['ocsp-responder-not-allowed']);
    const wrongKey = responderOf(authority, { signer: person.signer });
    const mis = parseOcspResponse(await answerOcspRequest(request, wrongKey));
    expect(await problems({}, mis)).toEqual(['ocsp-signature-invalid']);
  });

  if (kind !== 'SM2') {
    it('OpenSSL takes our answers to its requests, and we its answers to ours', async () => {
      const authority = await authorities.get(kind)!;
      const person = await authority.issue('person', '张三');
      const delegate = await authority.issue('ocsp-responder', 'OCSP');
      const { serialHex } = person.certificate;
      const issuer = authority.issuing.certificate;
      desk.write('root.pem', toPem('CERTIFICATE', authority.root.certificate.der));
      desk.write('mid.pem', toPem('CERTIFICATE', issuer.der));
      desk.write('ee.pem', toPem('CERTIFICATE', person.certificate.der));
      const certificates = ['-issuer', 'mid.pem', '-cert', 'ee.pem'];
      expect(desk.run('ocsp', ...certificates, '-reqout', 'q.der').ok).toBe(true);
      const request = desk.read('q.der');
      expect(parseOcspRequest(request).certIds[0]).toMatchObject({ serialHex });
      const revoked = { kind: 'revoked', revokedAt: NOW - DAY, reason: 'superseded' } as const;
      const by = { responder: delegate.certificate, signer: delegate.signer, statusOf: () => revoked };
      desk.write('r.der', await answerOcspRequest(request, responderOf(authority, by)));
      const verify = [
        'ocsp',
        ...certificates,
        '-respin',
        'r.der',
        '-CAfile',
        'root.pem',
        '-verify_other',
        'mid.pem',
      ];
      const judged = desk.run(
        ...verify,
        '-no_nonce',
        '-attime',
        String(NOW / 1000),
        '-validity_period',
        '999999999',
      );
      expect(judged.out).toContain('Response verify OK');
      expect(judged.out).toContain('ee.pem: revoked');

      desk.write('ocsp.pem', toPem('CERTIFICATE', delegate.certificate.der));
      desk.write('ocsp.key', toPem('PRIVATE KEY', delegate.pair.pkcs8));
      const serial = serialHex.toUpperCase();
      desk.write('index.txt', `V\t360101000000Z\t\t${serial}\tunknown\t/C=CN/CN=x\n`);
      const nonce = random(new Uint8Array(20));
      desk.write('own.der', buildOcspRequest({ serialHex, issuer, nonce }));
      const responder = [
        'ocsp',
        '-index',
        'index.txt',
        '-CA',
        'mid.pem',
        '-rsigner',
        'ocsp.pem',
        '-rkey',
        'ocsp.key',
      ];
      expect(desk.run(...responder, '-reqin', 'own.der', '-respout', 'own-r.der', '-ndays', '1').ok).toBe(
        true,
      );
      const theirs = parseOcspResponse(desk.read('own-r.der'));
      const verified = await verifyOcspResponse(theirs, { serialHex, issuer, nonce });
      expect(verified).toMatchObject({ ok: true, status: { kind: 'good' }, problems: [] });
    });
  }

  it('answers an error to a request it cannot parse or that concerns another authority', async () => {
    const authority = await authorities.get(kind)!;
    const rubbish = parseOcspResponse(await answerOcspRequest(utf8('rubbish'), responderOf(authority)));
    expect(rubbish.responseStatus).toBe(1);
    const other = buildOcspRequest({ serialHex: '01', issuer: authority.root.certificate });
    const refused = parseOcspResponse(await answerOcspRequest(other, responderOf(authority)));
    expect(refused.responseStatus).toBe(6);
    const verified = await verifyOcspResponse(refused, {
      serialHex: '01',
      issuer: authority.root.certificate,
    });
    expect(verified.problems).toEqual(['ocsp-not-successful']);
  });
});
