import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, toHex } from '#core/bytes.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { readText } from '#core/docx/read-text.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { downloadDocument, listPlans } from '#core/task/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, readTemplate, uploadTemplateFile } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { aField, anAnchor, aSigner } from '#tests/fixtures/template-content.ts';
import { findWordEngine } from '../../../scripts/product/word-engine.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';

const engine = process.env.WORD_URL ? 'a service' : (await findWordEngine('soffice'))?.kind;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const CLAUSES = ['乙方应当按照约定的型号、规格、数量交付设备。', '任何一方违反约定的，应当承担违约责任。'];

const contract = (party: string, last: string): Bytes =>
  makeDocx({
    body:
      paragraph(
        run('设备采购合同', '<w:rFonts w:eastAsia="楷体"/><w:b/><w:sz w:val="36"/>'),
        '<w:jc w:val="center"/>',
      ) +
      paragraph(party) +
      paragraph('合同编号：{{合同编号}}，签订日期：{{签订日期;type=date}}') +
      CLAUSES.map((text, i) => paragraph(`第${i + 1}条 ${text}`)).join('') +
      table([
        ['名称', '数量'],
        ['{{名称}}', '1'],
      ]) +
      paragraph('甲方盖章：{{甲方公章;role=甲方;type=seal}}') +
      paragraph(last),
  });
const FILE = contract('甲方：某某设备有限公司', '乙方签名：{{乙方签名;role=乙方;type=signature}}');

async function template() {
  const { admin } = await companyWithAdmin({});
  const { id } = await admin.call(saveTemplate, {
    templateName: '设备采购合同',
    templateType: 'WORD',
    businessType: 'SALES',
    sceneType: 'ENT',
  });
  return { admin, id };
}
type Client = ApiClient;

async function open(client: Client, id: string, options?: UserOptions) {
  const user = await newUser(browser, options);
  await openAs(user.page, client, `/company/frontWordPreview?id=${id}`);
  return user;
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const choose = (page: Page, name: string, buffer: Uint8Array) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: WORD, buffer: Buffer.from(buffer) });
const laidOut = async (page: Page) => {
  await page.getByRole('group', { name: '第 1 页' }).first().waitFor();
  await page.getByText('正在排版…').waitFor({ state: 'detached' });
};
async function downloaded(page: Page): Promise<Bytes> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, '下载 docx')]);
  return new Uint8Array(readFileSync(await file.path()));
}

/** An enabled Word template with a table whose row is repeated, and one signer. */
async function publishWithRows(admin: ApiClient): Promise<void> {
  const [number, item, rows, seal, party] = ['number', 'item', 'rows', 'seal', 'party'].map(
    (name) => `${name}0000000000`,
  ) as [string, string, string, string, string];
  let docx = openDocx(
    makeDocx({ body: paragraph('合同编号：零') + table([['名称'], ['某物']]) + paragraph('甲方盖章处') }),
  );
  const mark = (at: Parameters<typeof placeControl>[1], key: string) => {
    docx = openDocx(placeControl(docx, at, { key, title: key }));
  };
  mark({ paragraph: 0, from: 5, to: 6 }, number);
  mark({ paragraph: 2, from: 0, to: 2 }, item);
  mark({ rowOf: 2 }, rows);
  mark({ paragraph: 3, from: 2, to: 4 }, seal);
  const { id } = await admin.call(saveTemplate, {
    templateName: '领用单',
    templateType: 'WORD',
    businessType: 'PURCHASE',
    sceneType: 'ENT',
  });
  const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', docx.bytes)));
  await admin.call(uploadTemplateFile, { id, fileKey, fileType: 'DOCX', body: docx.bytes } as never);
  await admin.call(publishTemplate, {
    id,
    number: 0,
    content: {
      kind: 'WORD',
      docx: fileKey,
      rowFields: {},
      fields: [aField('合同编号', { key: number }), aField('名称', { key: item })],
      rows: [{ key: rows, name: '物品', least: 1, most: 5, position: 1 }],
      options: [],
      signers: [aSigner(party, '甲方', 'ENTERPRISE')],
      anchors: [anAnchor(seal, party, { kind: 'ENT_SEAL', width: 40, height: 40 })],
    },
  });
}

const journey = () => {
  it('[2.3b] a docx is seen page by page, its marks become fields, a place is chosen by click and by words, and it is enabled', async () => {
    const { admin, id } = await template();
    const { page, problems } = await open(admin, id);
    await page.getByText('仅支持 docx，单个文件，不超过 3 MB').waitFor();
    await screenshot(page, 'word-template-empty');
    await choose(page, '合同.docx', FILE);
    await laidOut(page);
    await page.getByText(/文件中有 5 处标记/).waitFor();
    // a font that nobody here has is told by its name
    await page.getByText('没有以下字体，页面上以其他字体代替').waitFor();
    await page.getByRole('listitem').getByText('楷体 → 思源宋体').waitFor();
    await press(page, '采用为字段');
    await page.getByText('已采用 5 处标记').waitFor();
    await laidOut(page);
    for (const name of ['合同编号', '签订日期', '名称'])
      await page.getByText(name, { exact: true }).first().waitFor();

    // A click into the name of the party, then a drag over it.
    const layer = page.locator('[data-page="0"] [data-may="true"]');
    const words = page.locator('[data-page="0"]').getByText('某某设备有限公司').first();
    const box = (await words.boundingBox())!;
    await page.mouse.move(box.x + 3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.getByText(/^已选文字：“/).waitFor();
    await layer.waitFor();

    // The same by words, with the keyboard alone.
    await page.getByLabel('查找要标记的文字').fill('某某设备有限公司');
    await page.getByRole('button', { name: /甲方：某某设备有限公司/ }).press('Enter');
    await page.getByText('已选文字：“某某设备有限公司”').waitFor();
    await press(page, '把“名称”放到光标处');
    await laidOut(page);
    await screenshot(page, 'word-template');
    expect(await flaws(page)).toEqual([]);

    const docx = openDocx(await downloaded(page));
    const own = readMarks(docx).filter((mark) => mark.kind === 'OWN');
    expect(own.map((mark) => mark.kind === 'OWN' && mark.text)).toEqual([
      '某某设备有限公司',
      '{{合同编号}}',
      '{{签订日期;type=date}}',
      '{{名称}}',
      '{{甲方公章;role=甲方;type=seal}}',
      '{{乙方签名;role=乙方;type=signature}}',
    ]);
    expect(readText(docx).map(({ text }) => text)).toEqual(readText(openDocx(FILE)).map(({ text }) => text));

    await press(page, /启用/);
    // the seal and the signature stand in lines that follow each other
    await press(page, '仍然启用');
    await expect
      .poll(async () => (await admin.call(readTemplate, { id })).status, { timeout: 20_000 })
      .toBe('ENABLED');
    expect(problems).toEqual([]);

    // Another file takes the place of this one; what has no place there is told.
    await press(page, '替换文件');
    await choose(
      page,
      '新合同.docx',
      makeDocx({
        body:
          paragraph('采购合同') +
          paragraph('甲方：某某设备有限公司') +
          paragraph('甲方盖章：{{甲方公章;role=甲方;type=seal}}'),
      }),
    );
    await page.getByText(/以下 4 项在新文件中没有位置/).waitFor();
    await laidOut(page);
    await screenshot(page, 'word-template-replaced');

    const phone = await open(admin, id, { width: 390, height: 844, colorScheme: 'dark' });
    await laidOut(phone.page);
    await screenshot(phone.page, 'word-template-390');
    expect(await phone.page.getByRole('button', { name: '替换文件' }).count()).toBe(0);
  }, 180_000);

  it('starts a contract in the wizard: rows are filled as rows, and the file is made anew when it is filled', async () => {
    const { admin } = await companyWithAdmin({});
    await publishWithRows(admin);
    const { page, problems } = await newUser(browser);
    await openAs(page, admin, '/entcontract/startEntContract?choose=template');
    const dialog = page.getByRole('dialog', { name: '选择模板' });
    await dialog.getByText('领用单').click();
    await dialog.getByRole('button', { name: /^使用所选/ }).click();
    const form = page.getByRole('region', { name: '填写“领用单”' });
    await form.locator('canvas').first().waitFor();
    await page.getByRole('textbox', { name: /^合同编号/ }).fill('LY-2026-01');
    await page.getByRole('textbox', { name: /^名称/ }).first().fill('打印纸');
    await screenshot(page, 'word-template-fill');
    await form.getByRole('button', { name: '完成' }).click();
    await page.getByLabel('任务名称').fill('领用单 1');
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-placement]').first().waitFor();
    await screenshot(page, 'word-template-places');
    await page.getByRole('button', { name: '发起', exact: true }).click();
    // The seal lies over the words of its place.
    await page.getByRole('checkbox', { name: '我已查看，仍按这些位置发起' }).check();
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    const { records } = await admin.call(listPlans, { box: 'startWithMe', keyword: '领用单 1' });
    const { bytes } = await admin.download(downloadDocument, { planId: records[0]!.planId, fileIndex: 0 });
    const pdf = openPdfBytes(bytes);
    for (const text of ['LY-2026-01', '打印纸'])
      expect(findText(pdf, listPages(pdf)[0]!, text), text).toHaveLength(1);
    expect(problems).toEqual([]);
  }, 180_000);

  it('[5.1b] takes one docx of up to 3 MB, and says what is wrong with any other', async () => {
    const { admin, id } = await template();
    const { page } = await open(admin, id);
    await choose(page, '合同.doc', FILE);
    await page
      .getByText(/合同\.doc/)
      .first()
      .waitFor();
    await choose(page, '大.docx', new Uint8Array(3 * 1024 * 1024 + 1));
    await page
      .getByText(/大\.docx/)
      .first()
      .waitFor();
    const revised = makeDocx({ body: `<w:p><w:ins w:id="1" w:author="a">${run('新')}</w:ins></w:p>` });
    await choose(page, '修订.docx', revised);
    await page.getByText(/请在 Word 中接受或拒绝全部修订后上传/).waitFor();
    await screenshot(page, 'word-template-refused');
    expect((await admin.call(readTemplate, { id })).files).toEqual([]);
  }, 120_000);
};

if (engine) describe('the screen of Word templates', journey);
else it('has no pages to show, as no LibreOffice is on this machine', () => expect(engine).toBeUndefined());
