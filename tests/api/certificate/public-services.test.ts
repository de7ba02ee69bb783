/** What certificates point to: lists, responder, time stamps and authority certificates, judged by OpenSSL. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, toBase64, utf8 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { fromPem, toPem } from '#core/pki/certificate/pem.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { OCSP_RESPONSE_STATUS } from '#core/pki/ocsp/ocsp.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import { verifyOcspResponse } from '#core/pki/ocsp/verify-ocsp-response.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import { buildTimestampRequest } from '#core/pki/tsp/timestamp-request.ts';
import { verifyTimestampResponse } from '#core/pki/tsp/verify-timestamp.ts';
import { deleteSeal } from '#core/seal/calls.ts';
import { certifyUkey, forbidUkey } from '#core/seal/certificate-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { product } from '#tests/product.ts';
import { ADMIN, newSeal, someone } from '../seal/seals.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'signet-pki-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

/** What OpenSSL says, on both channels, and whether it is content. Not in step with the test: it calls the product. */
async function openssl(...args: string[]): Promise<{ ok: boolean; out: string }> {
  const how = { cwd: folder, encoding: 'utf8' as const };
  return run('openssl', args, how).then(
    ({ stdout, stderr }) => ({ ok: true, out: stdout + stderr }),
    (error: { stdout?: string; stderr?: string }) => ({
      ok: false,
      out: `${error.stdout ?? ''}${error.stderr ?? ''}`,
    }),
  );
}

async function fetchBytes(url: string, init?: RequestInit): Promise<{ response: Response; bytes: Bytes }> {
  const response = await fetch(url, init);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

let admin: ApiClient;
beforeAll(async () => {
  admin = await someone(ADMIN);
});

const KEYS = {
  RSA: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  EC: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  SM2: ['-algorithm', 'SM2'],
} as const;
/** OpenSSL has no default for the user id that SM2 hashes (GM/T 0009, clause 10): it must be told where it can be. */
const ID = 'distid:1234567812345678';

describe.each(['RSA', 'EC', 'SM2'] as const)('the %s authority', (family) => {
  let chain: [leaf: Certificate, issuing: Certificate, root: Certificate];
  let stampId: string;
  const serial = `UKEY-${family}-${Date.now()}`;
  const own = `${family}.pem`;
  const anchors = ['-CAfile', `${family}-root.pem`, '-untrusted', `${family}-issuing.pem`];

  beforeAll(async () => {
    ({ stampId } = await newSeal(admin));
    const [req, key] = [`${family}-req.pem`, `${family}-key.pem`];
    await openssl('genpkey', ...KEYS[family], '-out', key);
    const gm = family === 'SM2' ? ['-sm3', '-sigopt', ID] : [];
    const made = await openssl('req', '-new', '-key', key, ...gm, '-out', req, '-subj', '/CN=k');
    expect(made, made.out).toMatchObject({ ok: true });
    const request = readFileSync(path(req), 'utf8');
    const { certificates } = await admin.call(certifyUkey, {
      stampId,
      serial,
      request,
      proof: await proofOf(admin),
    });
    [own, `${family}-issuing.pem`, `${family}-root.pem`].forEach((name, i) => {
      writeFileSync(path(name), certificates[i]!);
    });
    const [leaf, issuing, root] = certificates.map((pem) =>
      parseCertificate(fromPem('CERTIFICATE', pem)[0]!),
    );
    chain = [leaf!, issuing!, root!];
  });

  const crlUrl = (certificate: Certificate): string => {
    const point = certificate.extensions.crlDistributionPoints?.[0]?.name;
    const uri = point?.kind === 'full' ? point.names.find((name) => name.kind === 'uri') : undefined;
    return uri?.kind === 'uri' ? uri.value : '';
  };
  const ocspUrl = (): string => chain[0].extensions.authorityInfoAccess?.ocsp[0] ?? '';
  const isRevoked = async (): Promise<string> => {
    const { bytes } = await fetchBytes(crlUrl(chain[0]));
    writeFileSync(path(`${family}.crl.pem`), toPem('X509 CRL', bytes));
    // The command gives the id of SM2 to the certificate alone, not to the list: there our own reader answers.
    if (family === 'SM2') {
      const listed = parseCrl(bytes).entries.some(({ serialHex }) => serialHex === chain[0].serialHex);
      return listed ? 'certificate revoked' : `${own}: OK`;
    }
    return (await openssl('verify', ...anchors, '-crl_check', '-CRLfile', `${family}.crl.pem`, own)).out;
  };

  it('[1.8] issues seal certificates that OpenSSL takes, up to a root named by the product', async () => {
    // Link by link, because the command gives the id of SM2 to the certificate at hand alone.
    const strict = ['verify', '-x509_strict', '-partial_chain', ...(family === 'SM2' ? ['-vfyopt', ID] : [])];
    for (const [one, by] of [
      [own, `${family}-issuing.pem`],
      [`${family}-issuing.pem`, `${family}-root.pem`],
    ] as const)
      expect((await openssl(...strict, '-trusted', by, one)).out).toContain(`${one}: OK`);
    if (family !== 'SM2') expect((await openssl('verify', ...anchors, own)).out).toContain(`${own}: OK`);
    const [leaf, issuing, root] = chain;
    expect([...(leaf.extensions.keyUsage ?? [])]).toEqual(['digitalSignature', 'nonRepudiation']);
    expect(issuing.extensions.basicConstraints).toMatchObject({ ca: true, pathLength: 0 });
    const listed = await admin.call(listTrustAnchors, {});
    expect(listed.map(({ der }) => der)).toContain(toBase64(root.der));
  });

  it('names CRL, responder and issuer in each certificate, and they are public', async () => {
    const [leaf, issuing, root] = chain;
    for (const [certificate, issuer] of [
      [leaf, issuing],
      [issuing, root],
    ] as const) {
      const url = certificate.extensions.authorityInfoAccess?.caIssuers[0] ?? '';
      const { response, bytes } = await fetchBytes(url);
      expect(response.headers.get('content-type')).toBe('application/pkix-cert');
      expect(toBase64(bytes)).toBe(toBase64(issuer.der));
      const list = await fetchBytes(crlUrl(certificate));
      expect(list.response.headers.get('content-type')).toBe('application/pkix-crl');
      expect(list.response.headers.get('access-control-allow-origin')).toBe('*');
      writeFileSync(path('list.crl'), list.bytes);
      writeFileSync(path('issuer.pem'), toPem('CERTIFICATE', issuer.der));
      const told = await openssl(
        'crl',
        '-inform',
        'DER',
        '-in',
        'list.crl',
        '-noout',
        '-verify',
        '-CAfile',
        'issuer.pem',
      );
      // `openssl crl` cannot be told the id of SM2; our own reader checks that list below.
      if (family !== 'SM2') expect(told.out).toContain('verify OK');
      expect(parseCrl(list.bytes).nextUpdate).toBeGreaterThan(Date.now());
    }
    expect(ocspUrl()).toBe(`${product().baseUrl}/pki/ocsp/${family.toLowerCase()}`);
  });

  it('responds for its certificates by POST and GET, and reports a revocation’s reason at once', async () => {
    const [leaf, issuing, root] = chain;
    const request = buildOcspRequest({ serialHex: leaf.serialHex, issuer: issuing });
    const state = async (): Promise<unknown> => {
      const { bytes } = await fetchBytes(ocspUrl(), { method: 'POST', body: request });
      const single = parseOcspResponse(bytes).basic!.responses[0]!;
      const question = { serialHex: leaf.serialHex, issuer: issuing, time: Date.now() };
      expect((await verifyOcspResponse(parseOcspResponse(bytes), question)).problems).toEqual([]);
      return single.status;
    };
    expect(await state()).toEqual({ kind: 'good' });
    const ask = ['ocsp', '-issuer', `${family}-issuing.pem`, '-cert', own, '-url', ocspUrl()];
    const trust = ['-CAfile', `${family}-root.pem`, '-verify_other', `${family}-issuing.pem`];
    const good = await openssl(...ask, ...(family === 'SM2' ? ['-noverify'] : trust));
    expect(good.out).toContain(`${own}: good`);
    if (family !== 'SM2') expect(good.out).toContain('Response verify OK');

    const got = await fetchBytes(`${ocspUrl()}/${encodeURIComponent(toBase64(request))}`);
    expect(got.response.headers.get('content-type')).toBe('application/ocsp-response');
    expect(got.response.headers.get('cache-control')).toContain('max-age=300');
    expect(parseOcspResponse(got.bytes).basic!.responses[0]!.status.kind).toBe('good');
    const other = buildOcspRequest({ serialHex: '1234', issuer: issuing });
    const unknown = await fetchBytes(ocspUrl(), { method: 'POST', body: other });
    expect(parseOcspResponse(unknown.bytes).basic!.responses[0]!.status.kind).toBe('unknown');
    const foreign = await fetchBytes(ocspUrl(), {
      method: 'POST',
      body: buildOcspRequest({ serialHex: leaf.serialHex, issuer: root }),
    });
    expect(parseOcspResponse(foreign.bytes).responseStatus).toBe(OCSP_RESPONSE_STATUS.unauthorized);
    const rubbish = await fetchBytes(ocspUrl(), { method: 'POST', body: 'rubbish' });
    expect(parseOcspResponse(rubbish.bytes).responseStatus).toBe(OCSP_RESPONSE_STATUS.malformedRequest);

    expect(await isRevoked()).toContain(`${own}: OK`);
    await admin.call(forbidUkey, { stampId, serial });
    expect(await state()).toMatchObject({ kind: 'revoked', reason: 'cessationOfOperation' });
    const revoked = await openssl(...ask, ...(family === 'SM2' ? ['-noverify'] : trust));
    expect(revoked.out).toContain(`${own}: revoked`);
    expect(revoked.out).toContain('Reason: cessationOfOperation');
    expect(await isRevoked()).toContain('certificate revoked');
    await admin.call(deleteSeal, { stampId });
  });

  it('stamps the time for everybody who asks (RFC 3161)', async () => {
    const url = `${product().baseUrl}/pki/tsa/${family.toLowerCase()}`;
    const data = utf8(`contract ${family}`);
    writeFileSync(path('data'), data);
    await openssl('ts', '-query', '-data', 'data', '-sha256', '-cert', '-out', 'q.tsq');
    const headers = { 'content-type': 'application/timestamp-query' };
    const answer = await fetchBytes(url, { method: 'POST', headers, body: readFileSync(path('q.tsq')) });
    expect(answer.response.headers.get('content-type')).toBe('application/timestamp-reply');
    writeFileSync(path('r.tsr'), answer.bytes);
    const judged = await openssl('ts', '-verify', '-queryfile', 'q.tsq', '-in', 'r.tsr', ...anchors);
    if (family !== 'SM2') expect(judged.out).toContain('Verification: OK');
    const digestAlgorithm = family === 'SM2' ? 'SM3' : 'SHA-256';
    const query = buildTimestampRequest({
      digest: await digestOf(digestAlgorithm, data),
      digestAlgorithm,
      nonce: 'a1b2c3',
    });
    const asked = Date.now();
    const own = await fetchBytes(url, { method: 'POST', headers, body: query });
    const answered = Date.now();
    const verdict = await verifyTimestampResponse(own.bytes, { data: { content: data }, nonce: 'a1b2c3' });
    expect(verdict).toMatchObject({ ok: true, problems: [] });
    const { time } = verdict.timestamp!.info!;
    expect([time >= asked - 1_000, time <= answered]).toEqual([true, true]);
    const found = await validatePath({
      certificate: verdict.timestamp!.certificate!,
      pool: [chain[1]],
      anchors: [chain[2]],
      time: Date.now(),
      purpose: 'timestamping',
      revocation: { mode: 'none' },
    });
    expect(found.problems).toEqual([]);
  });
});

it('refuses on its public addresses what is not asked rightly, without a trace', async () => {
  const at = (path: string, init?: RequestInit) => fetch(`${product().baseUrl}/pki${path}`, init);
  const status = async (path: string, init?: RequestInit) => (await at(path, init)).status;
  expect(await status('/crl/dsa.crl')).toBe(404);
  expect(await status('/nothing')).toBe(404);
  expect(await status('/ocsp/rsa-root', { method: 'POST', body: 'x' })).toBe(404);
  expect(await status('/tsa')).toBe(405);
  expect(await status('/crl/rsa.crl', { method: 'POST', body: 'x' })).toBe(405);
  expect(await status('/tsa', { method: 'POST', body: new Uint8Array(20_000) })).toBe(413);
  const head = await at('/crl/rsa.crl', { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length')) > 200]).toEqual([200, true]);
});
