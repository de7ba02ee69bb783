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
import { downloadDocument } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, readTemplate, uploadTemplateFile } from '#core/template/version-calls.ts';
import { layOutWord } from '#core/template/word-calls.ts';
import { findWordEngine } from '#scripts/product/word-engine.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { press } from '#tests/e2e/page.ts';
import { makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { aField, anAnchor, aSigner } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

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
        run('设备采购合同', '<w:rFonts w:eastAsia="仿宋"/><w:b/><w:sz w:val="36"/>'),
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
/** A file of so many pages with a line on each. */
const ofPages = (count: number): Bytes => {
  const leaf = (n: number) => paragraph(`第 ${n} 页`, '<w:pageBreakBefore/>');
  return makeDocx({ body: Array.from({ length: count }, (_, n) => leaf(n + 1)).join('') });
};

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
const choose = (page: Page, name: string, buffer: Uint8Array) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: WORD, buffer: Buffer.from(buffer) });
const laidOut = async (page: Page) => {
  await page.getByRole('group', { name: '第 1 页' }).first().waitFor();
  await page.getByText(/^正在(排版|排队|启动)/).waitFor({ state: 'detached' });
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

/** The open try-out: in the reader's language, in another one, as a file. */
async function triedOut(page: Page): Promise<void> {
  const tryOut = page.getByRole('dialog', { name: '试填并预览' });
  const tried = tryOut.getByRole('region', { name: '预览页面' });
  await tried.getByText('设备型号示例').first().waitFor();
  await screenshot(page, 'word-template-try-out');
  expect(await flaws(page)).toEqual([]);
  await tryOut.getByRole('button', { name: /语言/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'English' }).click();
  await tried.getByText('Sample 设备型号').first().waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, '下载 PDF')]);
  expect(saved.suggestedFilename()).toBe('设备采购合同-示例内容.pdf');
  await tryOut.getByRole('button', { name: '关闭' }).click();
  await tryOut.waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
}

/** The downloaded docx has the marks, and is otherwise what was uploaded. */
async function isMarked(page: Page): Promise<void> {
  const docx = openDocx(await downloaded(page));
  const own = readMarks(docx).filter((mark) => mark.kind === 'OWN');
  expect(own.map((mark) => mark.kind === 'OWN' && mark.text)).toEqual([
    '某某设备有限公司',
    '{{合同编号}}',
    '{{签订日期;type=date}}',
    '型号',
    '[甲方签署日期]',
    '违反约定',
    '{{名称}}',
    '{{甲方公章;role=甲方;type=seal}}',
    '{{乙方签名;role=乙方;type=signature}}',
  ]);
  // nothing else changed, but for the words in Word that stand where somebody clicked
  expect(readText(docx).map(({ text }) => text.replace('[甲方签署日期]', ''))).toEqual(
    readText(openDocx(FILE)).map(({ text }) => text),
  );
}

/** The screen in the other languages, on a desk and on a phone. */
async function seenElsewhere(admin: ApiClient, id: string): Promise<void> {
  for (const [language, colorScheme, width] of [
    ['zh-TW', 'dark', 1440],
    ['en-US', 'light', 1440],
    ['en-US', 'dark', 390],
  ] as const) {
    const other = await newUser(browser, { language, colorScheme, width, height: 900 });
    await other.page.addInitScript((chosen) => localStorage.setItem('sass_lang', chosen), language);
    await openAs(other.page, admin, `/company/frontWordPreview?id=${id}`);
    await other.page.locator('[data-page="0"] canvas').first().waitFor();
    await other.page.getByText(/LibreOffice/).waitFor();
    expect(await flaws(other.page)).toEqual([]);
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await screenshot(other.page, `word-template-${language}-${width}`);
    await other.context.close();
  }
}

const journey = () => {
  it('[2.3b] a docx is seen by page, marks become fields, places are chosen, and it is enabled', async () => {
    const { admin, id } = await template();
    const { page, problems } = await open(admin, id);
    await page.getByText('仅支持 docx，单个文件，不超过 3 MB').waitFor();
    await screenshot(page, 'word-template-empty');
    await choose(page, '合同.docx', FILE);
    await laidOut(page);
    await page.getByText(/文件中有 5 处标记/).waitFor();
    // a font that nobody here has is told by its name
    await page.getByText('没有以下字体，页面上以其他字体代替').waitFor();
    await page.getByRole('listitem').getByText('仿宋 → 思源宋体').waitFor();
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

    // A signer's date where somebody clicks, their signature at words, and a new field over words.
    const panel = page.getByRole('complementary', { name: '模板内容' });
    const place = async (signer: string, kind: string) => {
      await panel.getByRole('tab', { name: /签署方/ }).click();
      await press(page, `为“${signer}”添加签署位置`);
      await page.getByRole('menuitem', { name: kind }).click();
      await laidOut(page);
    };
    const find = async (word: string) => {
      await page.getByLabel('查找要标记的文字').fill(word);
      await page.getByRole('region', { name: '选择位置' }).getByRole('listitem').getByRole('button').click();
      await page.getByText(`已选文字：“${word}”`).waitFor();
    };
    const clause = (await page.locator('[data-page="0"]').getByText(CLAUSES[0]!).first().boundingBox())!;
    await page.mouse.click(clause.x + clause.width - 1, clause.y + clause.height / 2);
    await page.getByText(/^已选位置：“/).waitFor();
    await place('甲方', '签署日期');
    await find('违反约定');
    await place('乙方', '手写签名');
    await find('型号');
    await panel.getByRole('tab', { name: /字段/ }).click();
    await press(page, '新增字段');
    const added = page.getByRole('dialog', { name: '新增字段' });
    await added.getByRole('combobox', { name: '字段名称' }).fill('设备型号');
    await added.getByRole('button', { name: '保存', exact: true }).click();
    await added.waitFor({ state: 'detached' });
    await laidOut(page);

    // The same by words, with the keyboard alone.
    await page.getByLabel('查找要标记的文字').fill('某某设备有限公司');
    await page.getByRole('button', { name: /甲方：某某设备有限公司/ }).press('Enter');
    await page.getByText('已选文字：“某某设备有限公司”').waitFor();
    await press(page, '把“名称”放到光标处');
    await laidOut(page);
    await screenshot(page, 'word-template');

    // What a sender will get is seen before the template is enabled.
    await press(page, '试填并预览');
    await triedOut(page);

    await isMarked(page);

    await press(page, /启用/);
    // the seal and the signature stand in lines that follow each other
    await press(page, '仍然启用');
    await expect.poll(async () => (await admin.call(readTemplate, { id })).status).toBe('ENABLED');
    expect(await problemsLeft(problems)).toEqual([]);

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
    await page.getByText(/以下 7 项在新文件中没有位置/).waitFor();
    await laidOut(page);
    await screenshot(page, 'word-template-replaced');

    const phone = await open(admin, id, { width: 390, height: 844, colorScheme: 'dark' });
    await laidOut(phone.page);
    await screenshot(phone.page, 'word-template-390');
    expect(await phone.page.getByRole('button', { name: '替换文件' }).count()).toBe(0);
    await phone.context.close();
    await seenElsewhere(admin, id);
  });
};

const inTheWizard = () => {
  it('starts a contract in the wizard: rows filled as rows, the file made anew once filled', async () => {
    const { admin } = await companyWithAdmin({});
    await publishWithRows(admin);
    const { page, problems } = await newUser(browser);
    await openAs(page, admin, '/home');
    await page.getByRole('region', { name: '常用功能' }).getByRole('link', { name: '从模板发起' }).click();
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
    const { records } = await admin.call(listTasks, { box: 'startWithMe', keyword: '领用单 1' });
    const { bytes } = await admin.download(downloadDocument, { planId: records[0]!.planId, fileIndex: 0 });
    const pdf = openPdfBytes(bytes);
    for (const text of ['LY-2026-01', '打印纸'])
      expect(findText(pdf, listPages(pdf)[0]!, text), text).toHaveLength(1);
    expect(await problemsLeft(problems)).toEqual([]);
  });

  it('says how many files are laid out before it, and shows the pages when its turn has come', async () => {
    const { admin, id } = await template();
    const { page, context, problems } = await open(admin, id);
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    // Files that take the service some seconds each before they are refused, and less than a minute together where it is busy.
    const others = await Promise.all(
      [700, 699, 698].map(async (pages) => {
        const { admin: other, id: theirs } = await template();
        const body = ofPages(pages);
        const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
        await other.call(uploadTemplateFile, { id: theirs, fileKey, fileType: 'DOCX', body } as never);
        return () => refusal(other, layOutWord, { id: theirs, fileKey });
      }),
    );
    const before = others.map((layOut) => layOut());
    // a file of its own: one that was laid out before is shown at once
    await choose(page, '合同.docx', ofPages(2));
    await page.getByText(/^正在排队，前面还有 \d+ 个文件…$/).waitFor();
    await screenshot(page, 'word-waiting');
    await laidOut(page);
    expect(new Set(await Promise.all(before))).toEqual(new Set(['DOCX_TOO_MANY_PAGES']));
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('says that a file comes out as too many pages, and takes a shorter one in its place', async () => {
    const { admin, id } = await template();
    const { page, context } = await open(admin, id);
    const long = ofPages(501);
    await choose(page, '长.docx', long);
    await page.getByText('文档页数过多，最多 500 页，请拆分后上传。').waitFor();
    await page.getByRole('button', { name: '替换文件' }).waitFor();
    // The same file is refused again, so only another one is offered.
    expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0);
    await screenshot(page, 'word-too-many-pages');
    expect(await downloaded(page)).toEqual(long);
    await press(page, '替换文件');
    await choose(page, '短.docx', FILE);
    await laidOut(page);
    expect(await page.getByText('文档页数过多').count()).toBe(0);
    await context.close();
  });

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
  });
};

if (engine)
  describe('the screen of Word templates', () => {
    journey();
    inTheWizard();
  });
else it('has no pages to show, as no LibreOffice is on this machine', () => expect(engine).toBeUndefined());
