import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Bytes } from '#core/bytes.ts';
import { DIGEST_OIDS } from '#core/pki/algorithm/algorithms.ts';
import { buildCertificateRequest } from '#core/pki/certificate/certificate-request.ts';
import { issueCertificate, newSerial } from '#core/pki/certificate/issue-certificate.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { generateKeyPair, type KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { OID } from '#core/pki/oids.ts';
import { issueTimestampToken } from '#core/pki/tsp/answer-timestamp-request.ts';
import { textsOfDesign } from '#core/sealart/design.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { glyphsFor } from '../../unit/sealart/fonts.ts';
import { type BenchReport, interleaved, timed } from '../row.ts';

export const name = 'certificates';

const random = (bytes: Bytes): Bytes => crypto.getRandomValues(bytes);
const YEAR = 365 * 86_400_000;
const SUBJECT = [
  ['C', 'CN'],
  ['O', 'Bench'],
  ['CN', 'Bench Seal'],
] as const;

/** Issuing a certificate, drawing a seal, stamping the time: what making and using a seal costs. */
export async function run(report: BenchReport): Promise<void> {
  for (const kind of ['RSA-2048', 'P-256', 'SM2'] as const) await issuing(kind, report);
  await stamping(report);
  await drawing(report);
}

/** A certificate with all of its extensions for a key that is there; making the key is not counted. */
async function issuing(kind: KeyKind, report: BenchReport): Promise<void> {
  const [authority, holder] = await Promise.all([generateKeyPair(kind), generateKeyPair(kind)]);
  const signer = await pkcs8Signer(authority.pkcs8);
  const now = Date.now();
  const issuer = await issueCertificate(
    {
      profile: 'issuing-ca',
      subject: SUBJECT,
      publicKey: authority.spki,
      serialHex: newSerial(random),
      notBefore: now,
      notAfter: now + YEAR,
    },
    signer,
  );
  const url = 'https://signet.example.com/pki';
  const ours = () =>
    issueCertificate(
      {
        profile: 'enterprise-seal',
        subject: SUBJECT,
        publicKey: holder.spki,
        serialHex: newSerial(random),
        notBefore: now,
        notAfter: now + YEAR,
        issuer,
        crlUrls: [`${url}/crl`],
        ocspUrls: [`${url}/ocsp`],
        caIssuerUrls: [`${url}/ca`],
      },
      signer,
    );
  if (kind === 'RSA-2048' || kind === 'P-256') {
    const peer = await pkijsIssuer(kind, authority.pkcs8, holder.spki);
    const times = await interleaved({ ours, peer }, { rounds: 15, repeat: 10 });
    report({
      name: `issue a certificate, ${kind}`,
      unit: 'ms',
      ours: times.ours,
      peer: 'pkijs 4.0.0',
      theirs: times.peer,
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'signet-bench-'));
  try {
    const request = await buildCertificateRequest(
      { subject: SUBJECT, publicKey: holder.spki },
      await pkcs8Signer(holder.pkcs8),
    );
    writeFileSync(join(folder, 'req.pem'), toPem('CERTIFICATE REQUEST', request));
    writeFileSync(join(folder, 'ca.pem'), toPem('CERTIFICATE', issuer.der));
    writeFileSync(join(folder, 'ca.key'), toPem('PRIVATE KEY', authority.pkcs8));
    const gm =
      kind === 'SM2'
        ? ['-sm3', '-sigopt', 'distid:1234567812345678', '-vfyopt', 'distid:1234567812345678']
        : [];
    const args = [
      'x509',
      '-req',
      '-in',
      'req.pem',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-set_serial',
      '1',
      ...gm,
    ];
    const openssl = () => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    const times = await interleaved({ ours, openssl }, { rounds: 9 });
    report({
      name: `issue a certificate, ${kind}, beside a process`,
      unit: 'ms',
      ours: times.ours,
      peer: 'openssl x509 -req',
      theirs: times.openssl,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pkijsIssuer(
  kind: 'RSA-2048' | 'P-256',
  pkcs8: Bytes,
  spki: Bytes,
): Promise<() => Promise<unknown>> {
  const algorithm =
    kind === 'P-256'
      ? { name: 'ECDSA', namedCurve: 'P-256' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  const publicKey = await crypto.subtle.importKey('spki', spki, algorithm, true, ['verify']);
  return async () => {
    const certificate = new pkijs.Certificate();
    certificate.version = 2;
    certificate.serialNumber = new asn1js.Integer({ value: 1 });
    for (const name of [certificate.issuer, certificate.subject])
      name.typesAndValues.push(
        new pkijs.AttributeTypeAndValue({
          type: '2.5.4.3',
          value: new asn1js.Utf8String({ value: 'Bench Seal' }),
        }),
      );
    certificate.notBefore.value = new Date();
    certificate.notAfter.value = new Date(Date.now() + YEAR);
    await certificate.subjectPublicKeyInfo.importKey(publicKey);
    const usage = new asn1js.BitString({ valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 });
    certificate.extensions = [
      new pkijs.Extension({
        extnID: '2.5.29.19',
        critical: true,
        extnValue: new pkijs.BasicConstraints({ cA: false }).toSchema().toBER(),
      }),
      new pkijs.Extension({ extnID: '2.5.29.15', critical: true, extnValue: usage.toBER() }),
      new pkijs.Extension({
        extnID: '2.5.29.37',
        extnValue: new pkijs.ExtKeyUsage({ keyPurposes: [OID.documentSigning] }).toSchema().toBER(),
      }),
    ];
    await certificate.sign(key, 'SHA-256');
    return certificate.toSchema(true).toBER();
  };
}

/** A token as every signature of a PDF gets one, beside the bare signature in it. */
async function stamping(report: BenchReport): Promise<void> {
  const pair = await generateKeyPair('RSA-2048');
  const own = await pkcs8Signer(pair.pkcs8);
  const now = Date.now();
  const certificate = await issueCertificate(
    {
      profile: 'tsa',
      subject: SUBJECT,
      publicKey: pair.spki,
      serialHex: newSerial(random),
      notBefore: now,
      notAfter: now + YEAR,
    },
    own,
  );
  const signer = { ...own, certificate: certificate.der };
  const digest = new Uint8Array(32).fill(7);
  const imprint = { digestAlgorithm: 'SHA-256', digestOid: DIGEST_OIDS['SHA-256'], digest } as const;
  const message = new Uint8Array(200).fill(1);
  const times = await interleaved(
    {
      ours: () =>
        issueTimestampToken(
          { imprint, nonce: undefined, wantsCertificates: true },
          { signer, time: now, serialHex: newSerial(random), policy: '1.2.3.4.1' },
        ),
      bare: () => own.sign(message),
    },
    { rounds: 15, repeat: 20 },
  );
  report({
    name: 'a time stamp, RSA-2048, beside the bare signature',
    unit: 'ms',
    ours: times.ours,
    peer: 'WebCrypto',
    theirs: times.bare,
  });
}

async function drawing(report: BenchReport): Promise<void> {
  const design = presetDesign('CONTRACT_40', {
    name: '北京示例科技发展有限公司',
    code: '1101080012345',
    seed: 'b',
  });
  const texts: Record<string, string> = {};
  for (const { font, text } of textsOfDesign(design)) texts[font] = (texts[font] ?? '') + text;
  const glyphs = await glyphsFor(texts);
  const drawn = drawSeal(design, glyphs);
  const vectors = await timed(() => drawSeal(design, glyphs), { rounds: 15, repeat: 20 });
  report({ name: 'draw a contract seal as vectors', unit: 'ms', ours: vectors, peer: null, theirs: null });
  const png = await timed(() => rasterize(drawn, 300), { rounds: 9 });
  report({ name: 'its picture at 300 DPI', unit: 'ms', ours: png, peer: null, theirs: null });
}
