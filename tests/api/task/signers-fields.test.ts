import { execFileSync } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Bytes, fromBase64, toHex } from '#core/bytes.ts';
import type { InputOf } from '#core/call.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import { downloadDocument, getTask, sendTask, signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { placeFields } from '#core/template/fill/place-fields.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, uploadTemplateFile } from '#core/template/version-calls.ts';
import { fillWord } from '#core/template/word-calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { placement } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { findWordEngine } from '#scripts/product/word-engine.ts';
import type { ApiClient } from '#tests/client.ts';
import { SIGNATURE, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, database } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { BUYERS, plannedWithFields, planWith, SENDERS_VALUES } from '#tests/fixtures/signers-fields.ts';
import { aField, anAnchor, aSigner, KEYS } from '#tests/fixtures/template-content.ts';

const { account: ACCOUNT, day: DAY, sum: SUM, agreed: AGREED } = BUYERS;

type Fillings = InputOf<typeof signTask>['fillings'];
type Planned = Awaited<ReturnType<typeof plannedWithFields>>;

/** What the buyer sends to sign: `values` by field. */
async function signingOf(client: ApiClient, taskId: string, values: Record<string, string>) {
  const task = await client.call(getTask, { planId: taskId });
  const mine = task.signerList.find((one) => one.mine)!;
  const own = task.placements.filter((p) => p.signerId === mine.signerId);
  return {
    planId: taskId,
    consent: { method: 'PASSWORD' as const, password: await client.seal(DEMO.signPassword) },
    seen: seenOf(task.documents),
    fillings: own.flatMap(({ placementId, fills }): Fillings => {
      if (!fills) return [{ placementId, drawing: SIGNATURE }];
      return fills.field in values ? [{ placementId, value: values[fills.field]! }] : [];
    }),
  };
}

async function sent({ admin, plan, first, buyer }: Pick<Planned, 'admin' | 'plan' | 'first' | 'buyer'>) {
  const { planId: taskId } = await admin.call(sendTask, plan);
  await sign(await signedIn(first), taskId);
  return { planId: taskId, client: await signedIn(buyer) };
}

const RIGHT = { [ACCOUNT]: '6222 0000 㐂', [DAY]: '2026-12-01', [SUM]: '12000.50', [AGREED]: 'true' };

/** Dark dots of a box on a page of a PDF as Poppler draws it, at 144 dpi. */
function inkIn(pdf: Bytes, { page, x, y, width, height }: Planned['blanks'][number]): number {
  const dots = (mm: number) => String(Math.round((mm * 144) / 25.4));
  const box = ['-x', dots(x), '-y', dots(y), '-W', dots(width), '-H', dots(height)];
  const at = ['-r', '144', '-gray', '-f', String(page), '-l', String(page), ...box, '-', '-'];
  const image = execFileSync('pdftoppm', at.slice(0, -1), { input: pdf });
  return image.subarray(-Number(dots(width)) * Number(dots(height))).filter((grey) => grey < 128).length;
}

describe('fields that a signer fills in', () => {
  it.each(['PDF', 'OFD'] as const)(
    'stand in the %s when signed, are kept, traced and covered; earlier signatures stay valid',
    async (type) => {
      const one = await plannedWithFields(type);
      const { planId: taskId, client } = await sent(one);
      const before = (await client.download(downloadDocument, { planId: taskId, fileIndex: 0 }))
        .bytes as Bytes;
      await client.call(signTask, await signingOf(client, taskId, RIGHT));
      const { bytes } = await client.download(downloadDocument, { planId: taskId, fileIndex: 0 });
      const trustAnchors = (await client.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
      const verdict = await verifyFile(bytes, { trustAnchors, time: Date.now() });
      expect(verdict.verdict).toBe('valid');
      if (type === 'PDF') {
        expect(verdict.signatures).toHaveLength(2);
        for (const blank of one.blanks) {
          expect(inkIn(bytes as Bytes, blank), JSON.stringify(blank.fills)).toBeGreaterThan(
            inkIn(before, blank) + 20,
          );
        }
      } else {
        const stamps = readSignatures(openDocument(openOfd(bytes))).flatMap((made) => made.stamps);
        for (const { x, y, width } of one.blanks)
          expect(
            stamps.some(
              ({ boundary }) =>
                Math.abs(boundary.x - x) < 0.1 &&
                Math.abs(boundary.y - y) < 0.1 &&
                Math.abs(boundary.width - width) < 0.1,
            ),
          ).toBe(true);
      }
      const entries = await trailEntries(client, taskId);
      const signed = entries.findLast(({ event }) => event === 'SIGNED')!;
      expect(signed.remark.split('、').sort()).toEqual(['交货日期', '保证金', '同意', '收款账号'].sort());
      expect(signed.evidence['filled 1']).toMatch(/^[0-9a-f]{64}$/);
      const rows = await database().select().from(placement).where(eq(placement.taskId, taskId));
      const kept = rows.filter(({ fills }) => fills);
      expect(kept).toHaveLength(5);
      for (const { valueSealed } of kept) expect(valueSealed).toMatch(/^v1\./);
    },
  );

  it('are refused by each field’s own rules, and nothing is signed', async () => {
    const { planId: taskId, client } = await sent(await plannedWithFields('PDF'));
    const answer = async (values: Record<string, string>) => {
      const envelope = await client.envelope(signTask, await signingOf(client, taskId, values));
      return (
        envelope.fields?.[0]?.problem ?? refusal(client, signTask, await signingOf(client, taskId, values))
      );
    };
    const { [ACCOUNT]: _, ...noAccount } = RIGHT;
    expect(await answer(noAccount)).toBe('PLACEMENT_NOT_FILLED');
    expect(await answer({ ...RIGHT, [ACCOUNT]: '' })).toBe('required');
    expect(await answer({ ...RIGHT, [ACCOUNT]: '6'.repeat(21) })).toBe('tooLong');
    expect(await answer({ ...RIGHT, [DAY]: '2026-02-30' })).toBe('type');
    expect(await answer({ ...RIGHT, [SUM]: '1.234' })).toBe('type');
    expect(await answer({ ...RIGHT, [ACCOUNT]: '\u{10ffff}' })).toBe('noGlyph');
    expect(await answer({ ...RIGHT, [ACCOUNT]: '\u202e6222' })).toBe('hiddenCharacters');
    const twice = await signingOf(client, taskId, RIGHT);
    const own = (await client.call(getTask, { planId: taskId })).placements.filter(
      ({ fills }) => fills?.field === ACCOUNT,
    );
    const differ = twice.fillings.map((f) =>
      f.placementId === own[1]!.placementId ? { ...f, value: '别的' } : f,
    );
    expect(await refusal(client, signTask, { ...twice, fillings: differ })).toBe('INPUT_INVALID');
    expect((await client.call(getTask, { planId: taskId })).documents[0]!.revision).toBe(1);
    // what may stay empty may stay empty
    const { [DAY]: __, ...noDay } = RIGHT;
    await client.call(signTask, await signingOf(client, taskId, noDay));
  });

  it('are sent as in the template: none omitted, moved, given to two, or put into another file', async () => {
    const { admin, plan, seals, blanks } = await plannedWithFields('PDF');
    const problem = async (placementList: typeof plan.placementList, change: object = {}) =>
      (await admin.envelope(sendTask, { ...plan, ...change, placementList })).fields?.[0]?.problem;
    expect(await problem(seals)).toBe('fieldWithoutSigner');
    expect(await problem([...seals, ...blanks.slice(1)])).toBe('fieldWithoutSigner');
    expect(await problem([...seals, { ...blanks[0]!, x: blanks[0]!.x + 1 }, ...blanks.slice(1)])).toBe(
      'fieldWithoutSigner',
    );
    const [company] = plan.planSendSignatoryOrderVOList;
    const other = { ...blanks[0]!, signatoryId: company!.signatoryId };
    expect(await problem([...seals, other, ...blanks.slice(1)])).toBe('fieldWithoutSigner');
    const uploaded = await taskToSend(admin, plan.planSendSignatoryOrderVOList);
    const { documentId } = uploaded.planSendDocumentVOList[0]!;
    expect(
      await problem([...seals.map((p) => ({ ...p, documentId })), { ...blanks[0]!, documentId }], {
        planSendDocumentVOList: uploaded.planSendDocumentVOList,
      }),
    ).toBe('fieldWithoutTemplate');
  });
});

const engine = process.env.WORD_URL ? 'a service' : (await findWordEngine('soffice'))?.kind;

const inWord = async () => {
  let docx = openDocx(makeDocx({ body: paragraph('收款账号：某某，编号：零零') + paragraph('甲方盖章处') }));
  const around = (at: Parameters<typeof placeControl>[1], key: string) => {
    docx = openDocx(placeControl(docx, at, { key, title: key }));
  };
  around({ paragraph: 0, from: 11, to: 13 }, KEYS.number);
  around({ paragraph: 0, from: 5, to: 7 }, ACCOUNT);
  around({ paragraph: 1, from: 2, to: 4 }, KEYS.sellerSeal);
  const { admin } = await companyWithAdmin();
  const { id } = await admin.call(saveTemplate, {
    businessType: 'SALES',
    sceneType: 'ENT',
    templateName: '采购合同',
    templateType: 'WORD',
  });
  const file = docx.bytes;
  const docxKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', file)));
  await admin.call(uploadTemplateFile, { id, fileKey: docxKey, fileType: 'DOCX', body: file } as never);
  const word: TemplateContent = {
    kind: 'WORD',
    docx: docxKey,
    rowFields: {},
    fields: [
      aField('编号', { key: KEYS.number }),
      aField('收款账号', { key: ACCOUNT, filledBy: KEYS.buyer, length: 12 }),
    ],
    rows: [],
    options: [],
    signers: [
      aSigner(KEYS.seller, '甲方', 'ENTERPRISE'),
      aSigner(KEYS.buyer, '乙方', 'PERSON', { position: 2 }),
    ],
    anchors: [
      anAnchor(KEYS.sellerSeal, KEYS.seller, { kind: 'ENT_SEAL', width: 40, height: 40 }),
      anAnchor(KEYS.buyerSeal, KEYS.buyer, { at: { by: 'PAGE', page: 1, x: 100, y: 200 } }),
    ],
  };
  const { versionId } = await admin.call(publishTemplate, { id, number: 0, content: word });
  const made = await admin.call(fillWord, { versionId, values: SENDERS_VALUES });
  const places = placeFields(word, made.boxes as never, made.pages);
  expect(places).toHaveLength(1);
  const source = { versionId, values: SENDERS_VALUES, title: '采购合同', language: 'zh-CN', madeAt: 1 };
  const one = await planWith(admin, {
    source,
    fileKey: made.fileKey,
    fileType: 'PDF',
    places,
    data: new Uint8Array(),
  });
  const { planId: taskId, client } = await sent({ admin, ...one });
  const { bytes: before } = await client.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  await client.call(signTask, await signingOf(client, taskId, { [ACCOUNT]: '6222 0000' }));
  const { bytes } = await client.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  expect(inkIn(bytes as Bytes, one.blanks[0]!)).toBeGreaterThan(inkIn(before as Bytes, one.blanks[0]!) + 20);
};

if (engine)
  it('a field of a Word template is filled in by its signer in the pages that were laid out', inWord);
else
  it('has no Word template whose field could be filled in, as no LibreOffice is on this machine', () =>
    expect(engine).toBeUndefined());
