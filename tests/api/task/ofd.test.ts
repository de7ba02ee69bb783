import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume } from '#core/ofd/model/open-volume.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { parseSeal } from '#core/ofd/verify/ses.ts';
import { downloadDocument, getTask, sendTask, signTask } from '#core/task/calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  personSigner,
  seenIn,
  sign,
  signBeside,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { twoDocuments } from '#tests/unit/ofd-sign/small-ofd.ts';

type Client = Awaited<ReturnType<typeof companyA>>;
type Plan = Awaited<ReturnType<typeof taskToSend>>;
type Placement = Plan['placementList'][number];

const CONTRACT = contractOfd(COMPANY_A.name, COMPANY_B.name);

/** A plan as for a PDF with an OFD in its place; `more` adds placements to those of the signers. */
async function ofdPlan(
  sender: Client,
  signers: Plan['planSendSignatoryOrderVOList'],
  more: Partial<Placement>[] = [],
  change: Partial<Plan> = {},
): Promise<Plan> {
  const fileKey = await sender.upload(CONTRACT, 'OFD');
  const plan = await taskToSend(sender, signers, { taskFileType: 'OFD', ...change });
  const { documentId } = plan.planSendDocumentVOList[0]!;
  return {
    ...plan,
    planSendDocumentVOList: [{ documentId, fileName: '采购框架合同.ofd', fileKey }],
    placementList: [
      ...plan.placementList,
      ...more.map((one) => ({
        ...plan.placementList[0]!,
        signatoryId: signers[0]!.signatoryId,
        ...one,
        placementId: newKey(),
      })),
    ],
  };
}

const both = () => [enterpriseSigner(COMPANY_A, ADMIN_A, 1), enterpriseSigner(COMPANY_B, ADMIN_B, 2)];

async function fileOf(client: Client, taskId: string): Promise<{ bytes: Bytes; fileName: string }> {
  return client.download(downloadDocument, { planId: taskId, fileIndex: 0 });
}

async function verdictOf(client: Client, bytes: Bytes) {
  const anchors = await client.call(listTrustAnchors, {});
  return verifyFile(bytes, { trustAnchors: anchors.map((a) => fromBase64(a.der)), time: Date.now() });
}

describe('an OFD between two companies', () => {
  it('is sent as OFD, stamped by both with SM2 seals, valid with each over those before', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const { planId: taskId } = await a.call(sendTask, await ofdPlan(a, both()));
    expect((await a.call(getTask, { planId: taskId })).documents[0]).toMatchObject({
      fileName: '采购框架合同.ofd',
      revision: 0,
      size: CONTRACT.length,
      pages: [
        { widthMm: 210, heightMm: 297 },
        { widthMm: 210, heightMm: 297 },
      ],
    });
    expect((await sign(b, taskId)).status).toBe('IN_PROGRESS');
    const first = await fileOf(a, taskId);
    expect(await sign(a, taskId)).toMatchObject({ status: 'ENDED', endReason: 'COMPLETED' });
    const { bytes, fileName } = await fileOf(b, taskId);
    expect(fileName).toBe('采购框架合同.ofd');
    const result = await verdictOf(a, bytes);
    expect(result).toMatchObject({ format: 'ofd', verdict: 'valid', problems: [] });
    expect(result.signatures.map((s) => [s.level, s.integrity, s.verdict])).toEqual([
      ['SES', true, 'valid'],
      ['SES', true, 'valid'],
    ]);
    expect(result.signatures.map((s) => s.detail.timestamps.length)).toEqual([1, 1]);
    // The seals stand where the plan put them.
    const stamps = readSignatures(openDocument(openOfd(bytes))).map((s) => s.stamps);
    expect(stamps.map(([stamp]) => [stamp!.pageIndex, stamp!.boundary.x, stamp!.boundary.y])).toEqual([
      [0, 60, 200],
      [0, 15, 200],
    ]);
    // Every entry of the file that B signed is there to the byte, but for the list of signatures.
    const [before, after] = [unzipSync(first.bytes), unzipSync(bytes)];
    const changed = Object.keys(before).filter((path) => !Buffer.from(before[path]!).equals(after[path]!));
    expect(changed.filter((path) => !path.endsWith('/Signatures.xml'))).toEqual([]);
  });

  it('is found invalid when a page was changed after signing', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const { planId: taskId } = await a.call(
      sendTask,
      await ofdPlan(a, [enterpriseSigner(COMPANY_B, ADMIN_B, 1)]),
    );
    await sign(b, taskId);
    const { bytes } = await fileOf(a, taskId);
    expect((await verdictOf(a, bytes)).verdict).toBe('valid');
    const entries = unzipSync(bytes);
    const page = 'Doc_0/Pages/Page_0/Content.xml';
    const text = new TextDecoder().decode(entries[page]).replace('三十日', '三百日');
    const forged = zipSync({ ...entries, [page]: new TextEncoder().encode(text) }) as Bytes;
    const result = await verdictOf(a, forged);
    expect(result.verdict).toBe('invalid');
    expect(result.signatures[0]!.problems).toContain('ofd-reference-digest');
  });

  it('shows one electronic seal in every file: one number, the same bytes, at any size', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const seals: Bytes[] = [];
    for (const size of [42, 30]) {
      const plan = await ofdPlan(a, [enterpriseSigner(COMPANY_B, ADMIN_B, 1)]);
      plan.placementList = plan.placementList.map((p) => ({ ...p, width: size, height: size }));
      const { planId: taskId } = await a.call(sendTask, plan);
      await sign(b, taskId);
      seals.push(unzipSync((await fileOf(a, taskId)).bytes)['Doc_0/Signs/Sign_0/Seal.esl'] as Bytes);
    }
    const [first, second] = seals.map((der) => parseSeal(der));
    expect(second!.id).toBe(first!.id);
    expect(Buffer.from(seals[1]!).equals(seals[0]!)).toBe(true);
    // of another owner it is another seal
    const { planId: taskId } = await a.call(
      sendTask,
      await ofdPlan(a, [enterpriseSigner(COMPANY_A, ADMIN_A, 1)]),
    );
    await sign(a, taskId);
    const other = unzipSync((await fileOf(a, taskId)).bytes)['Doc_0/Signs/Sign_0/Seal.esl'] as Bytes;
    expect(parseSeal(other).id).not.toBe(first!.id);
  });

  it('of two documents is signed in each of them, by one act, and shown as one', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const twoFiles = twoDocuments();
    const plan = await ofdPlan(
      a,
      [enterpriseSigner(COMPANY_B, ADMIN_B, 1)],
      [
        { kind: 'ENT_SEAL', page: 4, x: 20, y: 100 },
        { kind: 'CROSS_PAGE', page: 1, toPage: 5, x: 0, y: 60 },
      ],
    );
    plan.planSendDocumentVOList[0]!.fileKey = await a.upload(twoFiles, 'OFD');
    const { planId: taskId } = await a.call(sendTask, plan);
    expect((await a.call(getTask, { planId: taskId })).documents[0]!.pages.map((p) => p.widthMm)).toEqual([
      210, 210, 148, 148, 148,
    ]);
    expect(await sign(b, taskId)).toMatchObject({ status: 'ENDED' });
    const { bytes } = await fileOf(a, taskId);
    const result = await verdictOf(a, bytes);
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((s) => s.detail.pages)).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    const volume = openVolume(openOfd(bytes));
    const slices = volume.parts.flatMap(({ document }) =>
      readSignatures(document).flatMap(({ stamps }) => stamps.flatMap(({ clip }) => (clip ? [clip] : []))),
    );
    // one fan through both documents
    expect(slices.map((clip) => Math.round((5 * clip.x) / (5 * clip.width)))).toEqual([0, 1, 2, 3, 4]);
  });

  it('holds the signatures of all when three sign at the same instant', async () => {
    const a = await companyA();
    const signers = [...both(), personSigner(INDIVIDUAL)];
    const { planId: taskId } = await a.call(sendTask, await ofdPlan(a, signers));
    const others = await Promise.all([companyB(), signedIn(INDIVIDUAL)]);
    const answers = await Promise.all([a, ...others].map((client) => signBeside(client, taskId)));
    expect(answers.map((answer) => answer.documents[0]!.revision).sort()).toEqual([1, 2, 3]);
    const result = await verdictOf(a, (await fileOf(a, taskId)).bytes);
    expect(result.verdict).toBe('valid');
    expect(result.signatures.map((s) => s.level)).toEqual(['SES', 'SES', 'SES']);
  });

  it('shows watermark, cross-page seal, seals on all pages, at a keyword, and the signing day', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const keyword = { text: '乙方（盖章）', order: 'ALL', place: 'OVERLAP', offsetX: 0, offsetY: 0 } as const;
    const plan = await ofdPlan(
      a,
      [enterpriseSigner(COMPANY_B, ADMIN_B, 1)],
      [
        { kind: 'CROSS_PAGE', page: 1, toPage: 2, x: 0, y: 120 },
        { kind: 'ENT_SEAL', page: 1, toPage: 2, x: 20, y: 100 },
        { kind: 'ENT_SEAL', keyword },
        { kind: 'SIGN_DATE', page: 2, x: 120, y: 250, width: 40, height: 8 },
      ],
      {
        watermarkState: 'ENABLE',
        watermark: {
          type: 'txt',
          text: '内部资料',
          fontSize: 12,
          ratation: 45,
          opacity: 10,
          verticalSpace: 40,
          tabCount: 4,
        },
      },
    );
    const { planId: taskId } = await a.call(sendTask, plan);
    const marked = openDocument(openOfd((await fileOf(a, taskId)).bytes));
    const plain = openDocument(openOfd(CONTRACT));
    for (const page of [0, 1]) {
      const drawn = renderPage(marked, page).svg.length - renderPage(plain, page).svg.length;
      expect(drawn).toBeGreaterThan(10_000);
    }
    await sign(b, taskId);
    const { bytes } = await fileOf(a, taskId);
    const result = await verdictOf(a, bytes);
    expect(result.verdict).toBe('valid');
    const document = openDocument(openOfd(bytes));
    // One signature with the seal, one with the date.
    const [sealed, dated, ...rest] = readSignatures(document).map((s) => s.stamps);
    expect(rest).toEqual([]);
    expect(dated!.map((s) => s.pageIndex)).toEqual([1]);
    expect(dated![0]!.boundary.x).toBeGreaterThanOrEqual(120);
    const slices = sealed!.filter((s) => s.clip);
    expect(slices.map((s) => [s.pageIndex, s.boundary.x + s.clip!.x + s.clip!.width])).toEqual([
      [0, 210],
      [1, 210],
    ]);
    const found = findText(document, keyword.text);
    expect(found).toHaveLength(2);
    const middles = sealed!.map(({ pageIndex, boundary: { x, y, width, height } }) =>
      [pageIndex, Math.round(x + width / 2), Math.round(y + height / 2)].join(),
    );
    for (const { pageIndex, box } of found)
      expect(middles).toContain(
        [pageIndex, Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)].join(),
      );
    // The seal of its own, on both pages by one placement, two slices, two keywords.
    expect(sealed).toHaveLength(7);
  });
});

describe('what is refused', () => {
  it('is a PDF in a task of OFD files and an OFD in one of PDF files, by field', async () => {
    const a = await companyA();
    const pdf = await taskToSend(a, both(), { taskFileType: 'OFD' });
    const refused = await a.envelope(sendTask, pdf);
    expect(refused.code).toBe(400000);
    expect(refused.fields).toEqual([{ path: 'planSendDocumentVOList.0.fileKey', problem: 'otherFileType' }]);
    const ofd = await ofdPlan(a, both(), [], { taskFileType: 'PDF' });
    expect((await a.envelope(sendTask, ofd)).fields).toEqual(refused.fields);
  });

  it('a file that is not an OFD, before it is stored', async () => {
    const a = await companyA();
    const bytes = new TextEncoder().encode('%PDF-1.7 no OFD');
    await expect(a.upload(bytes, 'OFD')).rejects.toMatchObject({ envelope: { code: 460006 } });
  });

  it('is an OFD task whose keyword is not in the file, with the file named', async () => {
    const a = await companyA();
    const keyword = { text: '不在文中', order: 'FIRST', place: 'RIGHT', offsetX: 0, offsetY: 0 } as const;
    const plan = await ofdPlan(a, both(), [{ kind: 'ENT_SEAL', keyword }]);
    const refused = await a.envelope(sendTask, plan);
    expect(refused.code).toBe(409013);
    expect(refused.message).toContain('不在文中');
  });

  it('is a signing that leaves a place empty: nothing is signed', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const { planId: taskId } = await a.call(
      sendTask,
      await ofdPlan(a, [enterpriseSigner(COMPANY_B, ADMIN_B, 1)]),
    );
    const password = await b.seal('246810');
    const consent = { method: 'PASSWORD' as const, password };
    expect(
      (await b.envelope(signTask, { planId: taskId, seen: await seenIn(b, taskId), consent, fillings: [] }))
        .code,
    ).not.toBe(200);
    expect((await a.call(getTask, { planId: taskId })).documents[0]!.revision).toBe(0);
  });
});
