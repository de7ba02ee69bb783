import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import { requestTimestampOnDigest } from '#core/pki/tsp/request-timestamp.ts';
import { requestTimestamp } from '#tests/fixtures/request-timestamp.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { makePdf as makeContract, squareSeal } from '#tests/unit/pdf/documents.ts';
import {
  DAY,
  type Holder,
  NOW,
  random,
  type TestAuthority,
  testAuthority,
} from '#tests/unit/pki/test-authority.ts';

let authority: TestAuthority;
let person: Holder;
let stamps: Holder;
let anchors: Bytes[];
let serial = 1;

beforeAll(async () => {
  authority = await testAuthority('P-256');
  person = await authority.issue('person', '张三');
  stamps = await authority.issue('tsa', 'Time');
  anchors = [authority.root.certificate.der];
});

const chainOf = (holder: Holder) => [
  holder.certificate.der,
  authority.issuing.certificate.der,
  authority.root.certificate.der,
];

/** What asks the time stamp authority, whose clock says `time`. */
const stamping = (time = NOW) => ({
  send: (request: Bytes) =>
    answerTimestampRequest(request, {
      signer: stamps.signer,
      time,
      serialHex: (serial++).toString(16).padStart(4, '0'),
      policy: '1.2.3.4',
      chain: chainOf(stamps).slice(1),
    }),
  random,
});

const signed = async (holder: Holder, time: number, stamped: boolean) =>
  signPdf(await makeContract(), {
    field: 'Seal',
    newField: 'invisible',
    signer: holder.signer,
    certificates: chainOf(holder),
    signingTime: time,
    ...(stamped ? { timestamp: (data: Bytes) => requestTimestamp(data, stamping(time)) } : {}),
  });

const listing = (revokedAt: number | null, holder: Holder, thisUpdate = NOW) =>
  buildCrl(
    {
      issuer: authority.issuing.certificate,
      thisUpdate,
      nextUpdate: thisUpdate + 30 * DAY,
      number: 1,
      entries: revokedAt === null ? [] : [{ serialHex: holder.certificate.serialHex, revokedAt }],
    },
    authority.issuing.signer,
  );

async function verdictOf(bytes: Bytes, time = NOW, more: { crls?: Bytes[]; trustAnchors?: Bytes[] } = {}) {
  const result = await verifyPdf(bytes, { time, trustAnchors: anchors, ...more });
  return { result, signature: result.signatures[0]! };
}

describe('trust and time', () => {
  it('follows the chain from the signer to the root', async () => {
    const { signature, result } = await verdictOf(await signed(person, NOW, false));
    expect(result.verdict).toBe('valid');
    expect(signature).toMatchObject({ chain: 'trusted', level: 'B-B', signer: '张三' });
    expect(signature.detail.certificates.map((certificate) => certificate.commonName)).toEqual([
      '张三',
      'P-256 测试签发',
      'P-256 测试根',
    ]);
    expect(signature.problems).toEqual(
      expect.arrayContaining(['signing-time-unproven', 'revocation-unknown']),
    );
  });

  it('does not trust another root', async () => {
    const other = await testAuthority('P-256');
    const { signature } = await verdictOf(await signed(person, NOW, false), NOW, {
      trustAnchors: [other.root.certificate.der],
    });
    expect(signature).toMatchObject({ chain: 'untrusted', verdict: 'indeterminate', integrity: true });
  });

  it('proves the time by a time stamp: level B-T', async () => {
    const { signature } = await verdictOf(await signed(person, NOW, true), NOW + DAY);
    expect(signature).toMatchObject({ verdict: 'valid', level: 'B-T' });
    expect(signature.signingTime).toBe(new Date(NOW).toISOString());
    expect(signature.detail.timeProven).toBe(true);
    expect(signature.problems).not.toContain('signing-time-unproven');
  });

  it('keeps a signature valid beyond its certificate, if a time stamp proves it was before', async () => {
    const short = await authority.issue('person', 'Short', { notBefore: NOW - DAY, notAfter: NOW + DAY });
    const later = NOW + 100 * DAY;
    expect((await verdictOf(await signed(short, NOW, true), later)).signature.verdict).toBe('valid');
    const { signature } = await verdictOf(await signed(short, NOW, false), later);
    expect(signature.verdict).toBe('indeterminate');
    expect(signature.problems).toContain('certificate-expired');
  });

  it('reports a certificate that was not valid yet', async () => {
    const future = await authority.issue('person', 'Future', {
      notBefore: NOW + DAY,
      notAfter: NOW + 10 * DAY,
    });
    const { signature } = await verdictOf(await signed(future, NOW, false));
    expect(signature).toMatchObject({ verdict: 'invalid', chain: 'invalid' });
    expect(signature.problems).toContain('certificate-not-yet-valid');
  });

  it('reports a signing time in the future', async () => {
    const { signature } = await verdictOf(await signed(person, NOW + DAY, false));
    expect(signature.problems).toContain('signing-time-in-future');
    expect(signature.verdict).toBe('indeterminate');
  });

  it('weighs a revocation by what is proven of the time', async () => {
    const before = { crls: [await listing(NOW - DAY, person)] };
    const after = { crls: [await listing(NOW + DAY, person, NOW + 2 * DAY)] };
    const [plain, stamped] = [await signed(person, NOW, false), await signed(person, NOW, true)];

    const revoked = await verdictOf(stamped, NOW, before);
    expect(revoked.signature).toMatchObject({ verdict: 'invalid', chain: 'invalid' });
    expect(revoked.signature.problems).toContain('certificate-revoked');

    const proven = await verdictOf(stamped, NOW + 3 * DAY, after);
    expect(proven.signature.verdict).toBe('valid');

    const claimed = await verdictOf(plain, NOW + 3 * DAY, after);
    expect(claimed.signature.verdict).toBe('indeterminate');
    expect(claimed.signature.problems).toContain('certificate-revoked-unproven');
  });

  it('reaches B-LT with revocation data in the file and B-LTA with a document time stamp on them', async () => {
    const bT = await signed(person, NOW, true);
    const data = { certificates: chainOf(person), crls: [await listing(null, person)] };
    const { append: store } = await addValidationData(bT, data);
    const bLt = concatBytes(bT, store);
    const lt = await verdictOf(bLt);
    expect(lt.signature).toMatchObject({ verdict: 'valid', level: 'B-LT', laterChanges: 'allowed' });
    expect(lt.signature.detail.revocation).toMatchObject({ status: 'good', source: 'file' });

    const stamp = await timestampDocument(bLt, (digest, algorithm) =>
      requestTimestampOnDigest(digest, algorithm, stamping()),
    );
    const { signature, result } = await verdictOf(concatBytes(bLt, stamp.append));
    expect(signature).toMatchObject({ verdict: 'valid', level: 'B-LTA', laterChanges: 'allowed' });
    expect(result.documentTimestamps).toHaveLength(1);
    expect(result.documentTimestamps[0]).toMatchObject({
      integrity: true,
      chain: 'trusted',
      coversWholeFile: true,
    });
    expect(signature.detail.timestamps.map((found) => found.kind)).toEqual(['signature', 'document']);
  });

  it.each(['RSA-2048', 'P-384', 'SM2'] as const)('verifies a signature by a key of %s', async (keyKind) => {
    const holder = await authority.issue('person', keyKind, { keyKind });
    const { signature } = await verdictOf(await signed(holder, NOW, false));
    expect(signature).toMatchObject({ verdict: 'valid', integrity: true, chain: 'trusted', signer: keyKind });
  });
});

describe('the product’s own contracts', () => {
  it('stay valid for every signer: three in turn, cross-page seals, validation data, time stamp', async () => {
    let bytes = await makeContract([{}, {}, {}]);
    const box = (y: number) => ({ x: 30, y, width: 42, height: 42 });
    const { append } = await preparePdf(bytes, {
      signatureFields: [1, 2, 3].map((n) => ({
        name: `Signer${n}`,
        places: [
          { kind: 'at' as const, page: 0, box: box(40 * n) },
          { kind: 'crossPage' as const, y: 60 * n, width: 42, height: 42 },
          { kind: 'pages' as const, box: box(150), part: 'date' },
        ],
      })),
    });
    bytes = concatBytes(bytes, append);
    for (const n of [1, 2, 3]) {
      bytes = await signPdf(bytes, {
        field: `Signer${n}`,
        appearance: squareSeal(),
        signer: person.signer,
        certificates: chainOf(person),
        signingTime: NOW,
        timestamp: (data: Bytes) => requestTimestamp(data, stamping()),
      });
      const { result } = await verdictOf(bytes);
      expect(
        result.signatures.map((signature) => [signature.name, signature.verdict, signature.problems]),
      ).toEqual(Array.from({ length: n }, (_, i) => [`Signer${i + 1}`, 'valid', ['revocation-unknown']]));
      expect(result.verdict).toBe('valid');
    }
    const data = { certificates: chainOf(person), crls: [await listing(null, person)] };
    bytes = concatBytes(bytes, (await addValidationData(bytes, data)).append);
    const stamp = await timestampDocument(bytes, (digest, algorithm) =>
      requestTimestampOnDigest(digest, algorithm, stamping()),
    );
    const { result } = await verdictOf(concatBytes(bytes, stamp.append));
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((signature) => signature.level)).toEqual(['B-LTA', 'B-LTA', 'B-LTA']);
    expect(result.signatures[0]!.detail.pages).toContain(1);
  });
});
