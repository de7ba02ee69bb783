import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, toHex, utf8 } from '#core/bytes.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { downloadFile } from '#core/task/draft-calls.ts';
import type { WordContent } from '#core/template/content.ts';
import { removeTemplate, saveTemplate } from '#core/template/record-calls.ts';
import {
  downloadTemplateFile,
  publishTemplate,
  readTemplate,
  uploadTemplateFile,
} from '#core/template/version-calls.ts';
import { downloadWordPages, fillWord, layOutWord, tryOutWord } from '#core/template/word-calls.ts';
import { wordLayout } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { findWordEngine } from '#scripts/product/word-engine.ts';
import { personSigner, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { makeDocx, paragraph, table } from '#tests/fixtures/docx/make-docx.ts';
import { companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { aField, anAnchor, aSigner, KEYS } from '#tests/fixtures/template-content.ts';
import { product } from '#tests/product.ts';

const engine = process.env.WORD_URL ? 'a service' : (await findWordEngine('soffice'))?.kind;
const ROWS = 'rowsofgoods1';
const ITEM = 'fielditem000';

/** 甲方：[field]，金额 … , a table whose second row is repeated, and the place of a seal. */
function wordFile(last = ''): Bytes {
  let docx = openDocx(
    makeDocx({
      body:
        paragraph('甲方：某公司，金额：零') +
        table([['名称'], ['某物']]) +
        paragraph('甲方盖章处') +
        (last && paragraph(last)),
    }),
  );
  const around = (at: Parameters<typeof placeControl>[1], key: string) => {
    docx = openDocx(placeControl(docx, at, { key, title: key }));
  };
  around({ paragraph: 0, from: 10, to: 11 }, KEYS.amount);
  around({ paragraph: 0, from: 3, to: 6 }, KEYS.number);
  around({ paragraph: 2, from: 0, to: 2 }, ITEM);
  around({ rowOf: 2 }, ROWS);
  around({ paragraph: 3, from: 2, to: 4 }, KEYS.sellerSeal);
  return docx.bytes;
}

const content = (docx: string): WordContent => ({
  kind: 'WORD',
  docx,
  rowFields: {},
  fields: [
    aField('甲方', { key: KEYS.number, length: 30 }),
    aField('金额', { key: KEYS.amount, types: ['AMOUNT'], format: 'CHINESE_CAPITALS' }),
    aField('名称', { key: ITEM }),
  ],
  rows: [{ key: ROWS, name: '货物', least: 1, most: 5, position: 1 }],
  options: [],
  signers: [aSigner(KEYS.seller, '甲方', 'ENTERPRISE')],
  anchors: [anAnchor(KEYS.sellerSeal, KEYS.seller, { kind: 'ENT_SEAL', width: 40, height: 40 })],
});

async function uploaded(file = wordFile()) {
  const one = await companyWithAdmin();
  const { id } = await one.admin.call(saveTemplate, {
    businessType: 'SALES',
    sceneType: 'ENT',
    templateName: '采购合同',
    templateType: 'WORD',
  });
  const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', file)));
  await one.admin.call(uploadTemplateFile, { id, fileKey, fileType: 'DOCX', body: file } as never);
  return { ...one, id, fileKey };
}

const converts = () => {
  it('is laid out once, with the places of its controls and paragraphs', async () => {
    const { admin, id, fileKey } = await uploaded();
    const laidOut = await admin.call(layOutWord, { id, fileKey });
    expect(laidOut.pages).toHaveLength(1);
    expect(laidOut.boxes.map(({ key }) => key)).toEqual([KEYS.number, KEYS.amount, ITEM, KEYS.sellerSeal]);
    expect(laidOut.starts.map(([index, page]) => [index, page])).toEqual([0, 1, 2, 3].map((n) => [n, 1]));
    expect(laidOut.fonts).toContainEqual({ from: '宋体', to: 'Signet Song', sameStyle: true });
    expect(laidOut.engine).toContain('LibreOffice');
    expect(await admin.call(layOutWord, { id, fileKey })).toEqual(laidOut);
    const { bytes: pages } = await admin.download(downloadWordPages, { id, fileKey });
    expect(listPages(openPdfBytes(pages))).toHaveLength(1);
    const other = await companyWithAdmin();
    expect(await refusal(other.admin, layOutWord, { id, fileKey })).toBe('NOT_FOUND');
    expect(await refusal(other.admin, downloadWordPages, { id, fileKey })).toBe('NOT_FOUND');
    expect(await refusal(admin, layOutWord, { id, fileKey: 'a'.repeat(64) })).toBe('NOT_FOUND');
  });

  it('records the layout engine’s version; old or unused pages are deleted and made again', async () => {
    // a file that no other test uploads
    const { admin, id, fileKey } = await uploaded(wordFile(crypto.randomUUID()));
    const { engine: named, pages } = await admin.call(layOutWord, { id, fileKey });
    await admin.call(publishTemplate, { id, number: 0, content: content(fileKey) });
    expect((await admin.call(readTemplate, { id })).version?.engine).toBe(named);
    expect(named).toMatch(/LibreOffice/);
    const rows = () => database().select().from(wordLayout).where(eq(wordLayout.docx, fileKey));
    const age = (hours: number) =>
      database()
        .update(wordLayout)
        .set({ createdAt: Date.now() - hours * 3_600_000 })
        .where(eq(wordLayout.docx, fileKey));
    await age(29 * 24);
    await runJobs();
    expect(await rows()).toHaveLength(1);
    await admin.download(downloadWordPages, { id, fileKey });
    await age(31 * 24);
    await runJobs();
    expect(await rows()).toEqual([]);
    expect(await refusal(admin, downloadWordPages, { id, fileKey })).toBe('NOT_FOUND');
    expect((await admin.call(layOutWord, { id, fileKey })).pages).toEqual(pages);
    await admin.download(downloadWordPages, { id, fileKey });
    await admin.call(removeTemplate, { id });
    await age(2);
    await runJobs();
    expect(await rows()).toEqual([]);
  });

  it('is filled: formatted values, repeated rows, and the seal at its words', async () => {
    const { admin, id, fileKey } = await uploaded();
    const { versionId } = await admin.call(publishTemplate, { id, number: 0, content: content(fileKey) });
    const values = (rows: string[]) => ({
      fields: { [KEYS.number]: '某某设备采购及技术服务（集团）有限公司', [KEYS.amount]: '12000' },
      rows: { [ROWS]: rows.map((name) => ({ [ITEM]: name })) },
      options: {},
    });
    const short = await admin.call(fillWord, { versionId, values: values(['笔']) });
    const long = await admin.call(fillWord, { versionId, values: values(['笔', '纸', '墨']) });
    const { bytes } = await admin.download(downloadFile, { fileKey: long.fileKey });
    const pdf = openPdfBytes(bytes);
    const [page] = listPages(pdf);
    for (const text of ['某某设备采购及技术服务（集团）有限公司', '壹万贰仟元整', '笔', '纸', '墨'])
      expect(findText(pdf, page!, text), text).toHaveLength(1);
    expect(findText(pdf, page!, '某物')).toHaveLength(0);
    const [before, after] = [short, long].map(({ boxes }) => boxes.find(({ kind }) => kind === 'place')!);
    const [words] = findText(pdf, page!, '盖章');
    expect(after!.x).toBeCloseTo(words!.x, 0);
    expect(Math.abs(after!.y + after!.height / 2 - words!.y - words!.height / 2)).toBeLessThan(1.5);
    expect(after!.y).toBeGreaterThan(before!.y + 8);
    const wrong = { fields: { [KEYS.amount]: 'much' }, rows: {}, options: {} };
    expect(await refusal(admin, fillWord, { versionId, values: wrong })).toBe('INPUT_INVALID');
    const other = await companyWithAdmin();
    expect(await refusal(other.admin, fillWord, { versionId, values: values(['笔']) })).toBe('NOT_FOUND');
  });

  it('is tried with samples, longest values and none, in each language; nothing of it is kept', async () => {
    const { admin, id, fileKey } = await uploaded(wordFile(crypto.randomUUID()));
    const draft = content(fileKey);
    draft.rows[0]!.most = 3;
    draft.fields[0]!.filledBy = KEYS.seller;
    const tried = async (mode: 'SAMPLE' | 'LONGEST' | 'BLANK', language: 'zh-CN' | 'en-US') => {
      const { bytes } = await admin.download(tryOutWord, { id, content: draft, mode, language });
      const pdf = openPdfBytes(bytes);
      return (words: string) => findText(pdf, listPages(pdf)[0]!, words).length;
    };
    const sample = await tried('SAMPLE', 'zh-CN');
    // a signer's field, too; two of the repeated rows; the amount as its field says
    expect(['甲方公司', '名称示例', '壹万贰仟元整'].map(sample)).toEqual([1, 2, 1]);
    const english = await tried('SAMPLE', 'en-US');
    expect([english('Sample 名称'), english('名称示例')]).toEqual([2, 0]);
    const longest = await tried('LONGEST', 'zh-CN');
    expect(longest('国'.repeat(20))).toBeGreaterThanOrEqual(3);
    const blank = await tried('BLANK', 'zh-CN');
    expect(['某物', '示例', '甲方盖章'].map(blank)).toEqual([0, 0, 1]);
    const stored = () => database().select().from(wordLayout).where(eq(wordLayout.docx, fileKey));
    expect(await stored()).toEqual([]);
    const other = await companyWithAdmin();
    const asked = { id, content: draft, mode: 'BLANK', language: 'zh-CN' } as const;
    expect(await refusal(other.admin, tryOutWord, asked)).toBe('NOT_FOUND');
    // a docx of another template is not opened through this one
    const { fileKey: foreign } = await uploaded(wordFile(crypto.randomUUID()));
    expect(await refusal(admin, tryOutWord, { ...asked, content: content(foreign) })).toBe('NOT_FOUND');
  });

  it('becomes a contract: what was converted for these values is taken, anything else is refused', async () => {
    const { admin, id, fileKey } = await uploaded();
    const { versionId } = await admin.call(publishTemplate, { id, number: 0, content: content(fileKey) });
    const values = {
      fields: { [KEYS.number]: '某某设备有限公司', [KEYS.amount]: '12000' },
      rows: { [ROWS]: [{ [ITEM]: '笔' }] },
      options: {},
    };
    const made = await admin.call(fillWord, { versionId, values });
    const person = await newPerson({ signPassword: DEMO.signPassword });
    const plan = await taskToSend(admin, [personSigner({ realName: person.name, mobile: person.mobile })], {
      businessType: 'SALES',
      businessTypeName: '销售合同',
    });
    const [document] = plan.planSendDocumentVOList;
    const sendWith = (change: object, of = {}) => ({
      ...plan,
      planSendDocumentVOList: [
        {
          ...document!,
          fileKey: made.fileKey,
          template: {
            versionId,
            values,
            title: '采购合同',
            language: 'zh-CN' as const,
            madeAt: 1,
            ...change,
          },
          ...of,
        },
      ],
    });
    const cheaper = { ...values, fields: { ...values.fields, [KEYS.amount]: '1' } };
    expect(await refusal(admin, sendTask, sendWith({ values: cheaper }))).toBe('TEMPLATE_FILE_DIFFERS');
    expect(await refusal(admin, sendTask, sendWith({}, { fileKey: document!.fileKey }))).toBe(
      'TEMPLATE_FILE_DIFFERS',
    );
    // A draft may be filled in part, a contract not.
    const partly = { fields: {}, rows: {}, options: {} };
    const begun = await admin.call(fillWord, { versionId, values: partly });
    expect(await refusal(admin, sendTask, sendWith({ values: partly }, { fileKey: begun.fileKey }))).toBe(
      'INPUT_INVALID',
    );
    const { planId: taskId } = await admin.call(sendTask, sendWith({}));
    expect((await admin.call(getTask, { planId: taskId })).documents[0]?.template).toEqual({
      versionId,
      templateName: '采购合同',
      number: 1,
    });
    await sign(await signedIn(person), taskId);
    expect((await admin.call(getTask, { planId: taskId })).status).toBe('ENDED');
  });
};

const takesLong = () => {
  it('a result of 2,000 pages is refused, not lost: it is downloaded, a shorter one follows', async () => {
    const page = (n: number) => paragraph(`第 ${n} 页`, '<w:pageBreakBefore/>');
    const long = makeDocx({ body: Array.from({ length: 2_000 }, (_, n) => page(n + 1)).join('') });
    const { admin, id, fileKey } = await uploaded(long);
    expect(await refusal(admin, layOutWord, { id, fileKey })).toBe('DOCX_TOO_MANY_PAGES');
    expect((await admin.download(downloadTemplateFile, { id, fileKey })).bytes).toEqual(long);
    expect(await refusal(admin, downloadWordPages, { id, fileKey })).toBe('NOT_FOUND');
    const short = wordFile(crypto.randomUUID());
    const shortKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', short)));
    await admin.call(uploadTemplateFile, { id, fileKey: shortKey, fileType: 'DOCX', body: short } as never);
    expect((await admin.call(layOutWord, { id, fileKey: shortKey })).pages).toHaveLength(1);
  });

  it('tells those who read a streamed answer what is done for it, and ends with its pages', async () => {
    const { admin, id, fileKey } = await uploaded(wordFile(crypto.randomUUID()));
    const response = await fetch(`${product().baseUrl}/ecapi${layOutWord.path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/x-ndjson',
        'X-Token': admin.session!.accessToken,
      },
      body: JSON.stringify({ id, fileKey }),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ code: 200, data: { pages: [expect.anything()] } });
    for (const { step } of lines.slice(0, -1)) expect(step).toMatch(/^(waiting:\d+|converting)$/);
  });
};

it('an unsafe Word file is refused on upload, each with its reason, and nothing of it is kept', async () => {
  const { admin } = await companyWithAdmin();
  const { id } = await admin.call(saveTemplate, {
    businessType: 'SALES',
    sceneType: 'ENT',
    templateName: '采购合同',
    templateType: 'WORD',
  });
  const upload = async (body: Bytes) => {
    const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
    return refusal(admin, uploadTemplateFile, { id, fileKey, fileType: 'DOCX', body } as never);
  };
  const compound = (name: string) =>
    concatBytes(
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      new Uint8Array(600),
      utf8([...name].join('\0')),
    );
  const inserted = '<w:p><w:ins w:id="1" w:author="a"><w:r><w:t>新</w:t></w:r></w:ins></w:p>';
  const body = paragraph('甲方');
  expect({
    doc: await upload(compound('WordDocument')),
    password: await upload(compound('EncryptedPackage')),
    pdf: await upload(utf8('%PDF-1.7')),
    macros: await upload(makeDocx({ body, files: { 'word/vbaProject.bin': new Uint8Array(9) } })),
    revisions: await upload(makeDocx({ body: inserted })),
    bomb: await upload(makeDocx({ body, files: { 'word/media/a.bin': new Uint8Array(40_000_000) } })),
  }).toEqual({
    doc: 'DOCX_OLD_FORMAT',
    password: 'DOCUMENT_ENCRYPTED',
    pdf: 'DOCX_EXPECTED',
    macros: 'DOCX_MACROS',
    revisions: 'DOCX_REVISIONS',
    bomb: 'DOCUMENT_TOO_COMPLEX',
  });
  expect((await admin.call(readTemplate, { id })).files).toEqual([]);
});

if (engine) {
  describe('a Word file', converts);
  describe('a Word file that takes long', takesLong);
} else it('is not laid out here, as no LibreOffice is on this machine', () => expect(engine).toBeUndefined());
