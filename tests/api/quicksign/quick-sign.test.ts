import { describe, expect, it } from 'vitest';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import type { InputOf } from '#core/call.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { sendAuthCode } from '#core/identity/calls.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import {
  completeQuickFiles,
  createQuickFiles,
  downloadQuickFile,
  getQuickFiles,
  listQuickFiles,
  revokeQuickFiles,
  signQuickFiles,
} from '#core/quicksign/calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_A,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  INDIVIDUAL,
  newKey,
  OPERATOR_A,
  SIGNATURE,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { sha256Hex } from '#tests/fixtures/sha256.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { untilQuickPreserved } from '#tests/fixtures/until-preserved.ts';
import { extractSignatures, opensslCms, opensslTimestamp } from '../../unit/pdf/judges.ts';

type Client = Awaited<ReturnType<typeof companyA>>;
type Place = InputOf<typeof signQuickFiles>['placements'][number];

const OFD = contractOfd(COMPANY_A.name, COMPANY_B.name);

async function create(client: Client, taskFileType: 'PDF' | 'OFD' = 'PDF', names = ['盖章函']) {
  const fileKey = await client.upload(taskFileType === 'OFD' ? OFD : await twoPages(), taskFileType);
  const { id } = await client.call(createQuickFiles, {
    taskName: `盖章函 ${newKey().slice(0, 6)}`,
    businessType: 'OTHER',
    businessTypeName: '其他',
    taskFileType,
    planSendDocumentVOList: names.map((fileName) => ({ fileName, fileKey })),
  });
  return client.call(getQuickFiles, { id });
}

type Group = Awaited<ReturnType<typeof create>>;

const seenBy = (group: Group) => seenOf(group.documents);

const byPassword = async (client: Client) =>
  ({ method: 'PASSWORD', password: await client.seal(DEMO.signPassword) }) as const;

const place = (documentId: string, more: Partial<Place>): Place => ({
  placementId: newKey(),
  documentId,
  kind: 'HANDWRITTEN',
  page: 1,
  x: 30,
  y: 220,
  width: 36.5,
  height: 19,
  ...more,
});

async function sealPlace(client: Client, documentId: string, more: Partial<Place> = {}): Promise<Place> {
  const seal = (await client.call(listUsableSeals, {})).find((s) => s.category === 'ENTERPRISE')!;
  return place(documentId, { kind: 'ENT_SEAL', sealId: seal.sealId, width: 42, height: 42, ...more });
}

async function stamped(client: Client, group: Group) {
  return client.call(signQuickFiles, {
    id: group.id,
    seen: seenBy(group),
    consent: await byPassword(client),
    placements: [await sealPlace(client, group.documents[0]!.documentId)],
  });
}

const drawn = async (client: Client, group: Group) => ({
  id: group.id,
  seen: seenBy(group),
  consent: await byPassword(client),
  placements: group.documents.map((d) => place(d.documentId, { drawing: SIGNATURE })),
});

async function verdictOf(client: Client, bytes: Bytes) {
  const anchors = await client.call(listTrustAnchors, {});
  return verifyFile(bytes, { trustAnchors: anchors.map((a) => fromBase64(a.der)), time: Date.now() });
}

describe('quick sign', () => {
  it('[3.15b] stores ID, name, business type, files and their number; files are PDF by default', async () => {
    const a = await companyA();
    const fileKey = await a.upload(await twoPages());
    const { id } = await a.call(createQuickFiles, {
      taskName: '盖章函',
      businessType: 'OTHER',
      businessTypeName: '其他',
      planSendDocumentVOList: ['甲', '乙'].map((fileName) => ({ fileName, fileKey })),
    });
    const group = await a.call(getQuickFiles, { id });
    expect(group).toMatchObject({
      id,
      taskName: '盖章函',
      businessType: 'OTHER',
      businessTypeName: '其他',
      taskFileType: 'PDF',
      fileNum: 2,
    });
    expect(group.documents.map(({ fileName, fileIndex }) => [fileName, fileIndex])).toEqual([
      ['甲.pdf', 0],
      ['乙.pdf', 1],
    ]);
    // Seals over the edges and on each of several pages are told when they are set, and stand in the signed file.
    const { documentId } = group.documents[0]!;
    const places = await Promise.all(
      group.documents.map((d) => sealPlace(a, d.documentId, { x: 120, y: 40, toPage: 2 })),
    );
    const cross = await sealPlace(a, documentId, { kind: 'CROSS_PAGE', x: 0, y: 100, toPage: 2 });
    const input = {
      id,
      seen: seenBy(group),
      consent: await byPassword(a),
      placements: [...places, cross],
    };
    expect((await a.call(signQuickFiles, input)).documents).toHaveLength(2);
  });

  it('[1.5] stamps a PDF at once: valid by every judge, the file as uploaded at its beginning', async () => {
    const a = await companyA();
    const group = await create(a);
    expect(group).toMatchObject({ status: 'IN_PROGRESS', signTime: null, taskFileType: 'PDF' });
    const { documentId } = group.documents[0]!;
    const answer = await a.call(signQuickFiles, {
      id: group.id,
      seen: seenBy(group),
      consent: await byPassword(a),
      placements: [
        await sealPlace(a, documentId),
        await sealPlace(a, documentId, { kind: 'CROSS_PAGE', x: 0, y: 100, toPage: 2 }),
        await sealPlace(a, documentId, { x: 120, y: 40, toPage: 2 }),
        place(documentId, { kind: 'SIGN_DATE', x: 30, y: 265, width: 40, height: 8 }),
      ],
    });
    expect(answer.status).toBe('SIGNED');
    await untilQuickPreserved(a, group.id);
    const { bytes, fileName } = await a.download(downloadQuickFile, { id: group.id, fileIndex: 0 });
    expect(fileName).toBe('盖章函.pdf');
    const uploaded = await twoPages();
    expect(Buffer.from(bytes.subarray(0, uploaded.length)).equals(Buffer.from(uploaded))).toBe(true);
    expect(judge(bytes)).toEqual({ signatures: 1, valid: 1, wholeFile: 1, clean: true });
    const result = await verdictOf(a, bytes);
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((s) => [s.integrity, s.level, s.laterChanges])).toEqual([
      [true, 'B-LTA', 'allowed'],
    ]);
    const { trail, documents } = await a.call(getQuickFiles, { id: group.id });
    expect(trail.map((e) => e.event)).toEqual(['INITIATED', 'SIGNED', 'PRESERVED', 'DOWNLOADED']);
    expect(documents[0]).toMatchObject({ revision: 2, size: bytes.length });
  });

  it('makes the signature last (PAdES-B-LTA) by every judge, once, on file or not', async () => {
    const a = await companyA();
    const group = await create(a);
    const answer = await stamped(a, group);
    await a.call(completeQuickFiles, { id: group.id });
    await untilQuickPreserved(a, group.id);
    await runJobs();
    const { status, trail, documents } = await a.call(getQuickFiles, { id: group.id });
    expect([status, documents[0]!.revision]).toEqual(['COMPLETED', 2]);
    expect(trail.filter(({ event }) => event === 'PRESERVED')).toHaveLength(1);
    const { bytes } = await a.download(downloadQuickFile, { id: group.id, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ signatures: 1, valid: 1, clean: true });
    const endOf = ({ byteRange }: { byteRange: number[] }) => byteRange[2]! + byteRange[3]!;
    const [signature, stamp] = extractSignatures(bytes).sort((x, y) => endOf(x) - endOf(y));
    // The file as it was signed is its beginning.
    const signed = bytes.slice(0, endOf(signature!));
    expect(await sha256Hex(signed)).toBe(answer.documents[0]!.sha256);
    const trustAnchors = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
    const root = trustAnchors.find((der) => parseCertificate(der).subject.text.includes('Root CA RSA'))!;
    expect(opensslCms(signature!, root)).toBe('good');
    expect(opensslTimestamp(stamp!.cms, stamp!.content, root)).toBe('good');
    // In five years the signer's certificate is over; the time stamp is not.
    const later = await verifyFile(bytes, { trustAnchors, time: Date.now() + 5 * 365 * 86_400_000 });
    expect([later.verdict, later.signatures[0]!.level]).toEqual(['valid', 'B-LTA']);
  });

  it('[1.5] stamps an OFD at once with an SM2 seal, found valid', async () => {
    const a = await companyA();
    const group = await create(a, 'OFD');
    expect((await stamped(a, group)).status).toBe('SIGNED');
    const { bytes, fileName } = await a.download(downloadQuickFile, { id: group.id, fileIndex: 0 });
    expect(fileName).toBe('盖章函.ofd');
    const result = await verdictOf(a, bytes);
    expect(result).toMatchObject({ format: 'ofd', verdict: 'valid', problems: [] });
    expect(result.signatures[0]!.detail).toMatchObject({ timeProven: true, timestamps: [{ intact: true }] });
    expect(result.signatures.map((s) => [s.level, s.verdict])).toEqual([['SES', 'valid']]);
  });

  it('[4.15a] lets a person sign several files with a drawn signature and an SMS code', async () => {
    const person = await signedIn(INDIVIDUAL);
    const group = await create(person, 'PDF', ['甲.pdf', '乙.pdf']);
    await person.call(sendAuthCode, { authCodeType: 'SIGN' });
    const code = await codeSentTo(person, INDIVIDUAL.mobile, '签署验证码');
    const { placements } = await drawn(person, group);
    const consent = { method: 'SMS', code } as const;
    const half = { id: group.id, seen: seenBy(group), consent, placements: placements.slice(0, 1) };
    expect((await person.envelope(signQuickFiles, half)).code).toBe(409011);
    await person.call(signQuickFiles, { id: group.id, seen: seenBy(group), consent, placements });
    for (const fileIndex of [0, 1]) {
      const { bytes } = await person.download(downloadQuickFile, { id: group.id, fileIndex });
      expect(judge(bytes)).toMatchObject({ signatures: 1, valid: 1, clean: true });
    }
  });

  it('is refused with a place beside the page, on no page, or across the edges of one page only', async () => {
    const person = await signedIn(INDIVIDUAL);
    const group = await create(person);
    const { documentId } = group.documents[0]!;
    const refused = async (more: Partial<Place>) => {
      const placements = [place(documentId, { drawing: SIGNATURE, ...more })];
      return person.envelope(signQuickFiles, {
        id: group.id,
        seen: seenBy(group),
        consent: await byPassword(person),
        placements,
      });
    };
    for (const more of [
      { x: 190 },
      { page: 3 },
      { toPage: 3 },
      { documentId: newKey() },
      { kind: 'CROSS_PAGE', x: 0, toPage: 2, rule: 'ALTERNATE' },
    ] as const)
      expect((await refused(more)).code, JSON.stringify(more)).toBe(400000);
    expect((await person.call(getQuickFiles, { id: group.id })).status).toBe('IN_PROGRESS');
  });

  it('keeps the first signature valid when the signed file is quick-signed again', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const group = await create(a);
    await stamped(a, group);
    await untilQuickPreserved(a, group.id);
    const first = await a.download(downloadQuickFile, { id: group.id, fileIndex: 0 });
    const { id } = await b.call(createQuickFiles, {
      taskName: '回执',
      businessType: 'OTHER',
      planSendDocumentVOList: [{ fileName: '回执.pdf', fileKey: await b.upload(first.bytes) }],
    });
    await stamped(b, await b.call(getQuickFiles, { id }));
    await untilQuickPreserved(b, id);
    const { bytes } = await b.download(downloadQuickFile, { id, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ signatures: 2, valid: 2 });
    const result = await verdictOf(b, bytes);
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((s) => [s.integrity, s.laterChanges])).toEqual([
      [true, 'allowed'],
      [true, 'allowed'],
    ]);
  });
});

describe('a quick file group', () => {
  it('[4.6] goes from in progress to signed and completed, or is revoked while nothing is signed', async () => {
    const person = await signedIn(INDIVIDUAL);
    const [signed, revoked] = [await create(person), await create(person)];
    expect((await person.envelope(completeQuickFiles, { id: signed.id })).code).toBe(409004);
    await person.call(signQuickFiles, await drawn(person, signed));
    expect((await person.envelope(revokeQuickFiles, { id: signed.id })).code).toBe(409004);
    await person.call(completeQuickFiles, { id: signed.id });
    expect((await person.call(getQuickFiles, { id: signed.id })).status).toBe('COMPLETED');
    await person.call(revokeQuickFiles, { id: revoked.id });
    expect((await person.call(getQuickFiles, { id: revoked.id })).status).toBe('REVOKED');
    expect((await person.envelope(signQuickFiles, await drawn(person, revoked))).code).toBe(409004);
    expect((await person.envelope(signQuickFiles, await drawn(person, signed))).code).toBe(409003);
  });

  it('is signed once and answered alike when the same request comes twice, or two come at once', async () => {
    const person = await signedIn(INDIVIDUAL);
    const group = await create(person);
    const input = await drawn(person, group);
    const headers = { 'X-Request-Id': crypto.randomUUID() };
    const first = await person.call(signQuickFiles, input, headers);
    expect(await person.call(signQuickFiles, input, headers)).toEqual(first);
    expect(first.documents[0]!.revision).toBe(1);
    const { trail } = await person.call(getQuickFiles, { id: group.id });
    expect(trail.filter((e) => e.event === 'SIGNED')).toHaveLength(1);
    const other = await create(person);
    const both = await Promise.all([drawn(person, other), drawn(person, other)]);
    const answers = await Promise.all(both.map((one) => person.envelope(signQuickFiles, one)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409003]);
  });

  it('[3.16] is listed by name, business type, format, status and time, for its owner alone', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const group = await create(a, 'OFD');
    const found = async (client: Client, more: object = {}) =>
      (await client.call(listQuickFiles, { taskName: group.taskName, ...more })).records.map((r) => r.id);
    expect(await found(a, { taskFileType: 'OFD', status: 'IN_PROGRESS', businessType: 'OTHER' })).toEqual([
      group.id,
    ]);
    expect(await found(a, { taskFileType: 'PDF' })).toEqual([]);
    expect(await found(a, { signFrom: 0 })).toEqual([]);
    await stamped(a, group);
    expect(await found(a, { status: 'SIGNED', signFrom: group.createTime })).toEqual([group.id]);
    expect(await found(b)).toEqual([]);
    expect((await b.envelope(getQuickFiles, { id: group.id })).code).toBe(404000);
    expect((await b.envelope(signQuickFiles, await drawn(b, group))).code).toBe(404000);
    expect((await b.envelope(revokeQuickFiles, { id: group.id })).code).toBe(404000);
    expect((await b.envelope(downloadQuickFile, { id: group.id, fileIndex: 0 })).code).toBe(404000);
    // A colleague sees own ones only; the administrator as a person is another owner.
    const colleague = await signedIn(OPERATOR_A, COMPANY_A.id);
    expect(await found(colleague)).toEqual([]);
    expect((await colleague.envelope(getQuickFiles, { id: group.id })).code).toBe(404000);
    const theirs = await create(colleague);
    expect((await a.call(getQuickFiles, { id: theirs.id })).id).toBe(theirs.id);
    expect(await found(await signedIn(ADMIN_A))).toEqual([]);
  });

  it('[5.13a] needs a title, a business type and a file of its own type that its owner uploaded', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const ofdKey = await a.upload(OFD, 'OFD');
    const plan = {
      taskName: '公函',
      businessType: 'OTHER',
      taskFileType: 'OFD' as const,
      planSendDocumentVOList: [{ fileName: '公函.ofd', fileKey: ofdKey }],
    };
    const codeOf = async (client: Client, change: object) =>
      (await client.envelope(createQuickFiles, { ...plan, ...change })).code;
    expect(await codeOf(a, { taskName: ' ' })).toBe(400000);
    expect(await codeOf(a, { businessType: '' })).toBe(400000);
    expect(await codeOf(a, { planSendDocumentVOList: [] })).toBe(400000);
    expect(await codeOf(a, { taskFileType: 'PDF' })).toBe(400000);
    const fresh = new Uint8Array([...(await twoPages()), 10]) as Bytes;
    const foreign = await a.upload(fresh);
    expect(
      await codeOf(b, {
        taskFileType: 'PDF',
        planSendDocumentVOList: [{ fileName: '公函.pdf', fileKey: foreign }],
      }),
    ).toBe(409007);
    expect(await codeOf(a, {})).toBe(200);
  });
});
