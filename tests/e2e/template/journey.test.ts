import { execFileSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume } from '#core/ofd/model/open-volume.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import { downloadDocument } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { removeTemplate, saveTemplate } from '#core/template/record-calls.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { findWordEngine } from '#scripts/product/word-engine.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, textOf } from '#tests/e2e/page.ts';
import {
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  INDIVIDUAL,
  newKey,
} from '#tests/fixtures/contracts.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { addMember, newPerson, type Person } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

/**
 * A template of each kind from its first key to the seals at its marks: made by two people, enabled, filled so that it takes
 * more pages, sent and signed by two companies; other programs say where things stand.
 */

const engine = process.env.WORD_URL ? 'a service' : (await findWordEngine('soffice'))?.kind;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const panelOf = (page: Page) => page.getByRole('complementary', { name: '模板内容' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}\\*?$`) });

/** A template of the first demo company, open in the browsers of its administrator and of a new colleague. */
async function openedByTwo(templateType: 'WEB' | 'WORD') {
  const admin = await companyA();
  const colleague = await newPerson();
  await addMember(COMPANY_A, colleague, ['BUSINESS_ADMIN']);
  const name = `${templateType === 'WEB' ? '网页' : '文档'}${newKey().slice(0, 6)}`;
  const { id } = await admin.call(saveTemplate, {
    templateName: name,
    templateType,
    businessType: 'PURCHASE',
    sceneType: 'ENT',
  });
  const path =
    templateType === 'WEB' ? '/company/frontTemplateFile/webTemplate' : '/company/frontWordPreview';
  const open = async (client: ApiClient): Promise<User> => {
    const user = await newUser(browser);
    await openAs(user.page, client, `${path}?id=${id}`);
    return user;
  };
  const a = await open(admin);
  const b = await open(await signedIn(colleague, COMPANY_A));
  await a.page.getByRole('group', { name: new RegExp(`${colleague.name} 也在编辑`) }).waitFor();
  return { admin, colleague, name, id, a, b };
}

async function addSigner(page: Page, name: string, kind: '企业' | '个人') {
  await press(panelOf(page), '新增签署方');
  const dialog = page.getByRole('dialog', { name: '新增签署方' });
  await dialog.getByRole('combobox', { name: '签署角色' }).fill(name);
  await dialog.getByRole('radio', { name: kind }).check();
  await press(dialog, '保存');
  await closed(page);
}

async function addField(page: Page, name: string) {
  await press(panelOf(page), '新增字段');
  const dialog = page.getByRole('dialog', { name: '新增字段' });
  await dialog.getByRole('combobox', { name: '字段名称' }).fill(name);
  await press(dialog, '保存');
  await closed(page);
  await textOf(page).locator('[data-chip="field"]', { hasText: name }).waitFor();
}

/** Chooses the template in the wizard's first step; the form with its pages is shown. */
async function startFrom(page: Page, admin: ApiClient, name: string, type: 'PDF' | 'OFD' = 'PDF') {
  await openAs(page, admin, '/entcontract/startEntContract');
  if (type === 'OFD') await page.getByRole('radio', { name: /^OFD/ }).click();
  await page.getByRole('button', { name: '从模板选择' }).click();
  const dialog = page.getByRole('dialog', { name: '选择模板' });
  await dialog.getByText(name).click();
  await dialog.getByRole('button', { name: /^使用所选/ }).click();
  const form = page.getByRole('region', { name: `填写“${name}”` });
  await form.locator('canvas').first().waitFor();
  return form;
}

/** Names the other parties, looks at the places and sends. Resolves to the task as its sender has it. */
async function send(page: Page, admin: ApiClient, task: string, withPerson: boolean): Promise<string> {
  await page.getByText('已上传').waitFor();
  await page.getByLabel('任务名称').fill(task);
  await page.getByRole('button', { name: '签署方' }).click();
  const party = (n: number) => page.getByRole('article', { name: `签署方 ${n}` });
  await party(2).getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await party(2).getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
  await party(2).getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
  if (withPerson) {
    await party(3).getByRole('textbox', { name: '姓名' }).fill(INDIVIDUAL.realName);
    await party(3).getByRole('textbox', { name: '手机号' }).fill(INDIVIDUAL.mobile);
  }
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.getByRole('button', { name: '企业印章', exact: true }).waitFor();
  await press(page, '发起');
  // A seal may lie over the words of its place; who sends says that they have seen it.
  const seen = page.getByRole('checkbox', { name: '我已查看，仍按这些位置发起' });
  const left = page.waitForURL('**/contract/startWithMe**');
  await Promise.race([seen.waitFor(), left]);
  if (await seen.isVisible()) {
    await seen.check();
    await press(page, '发起');
  }
  await left;
  const { records } = await admin.call(listTasks, { box: 'startWithMe', keyword: task });
  return records[0]!.planId;
}

interface Found {
  /** From 1. */
  page: number;
  /** mm */
  right: number;
  top: number;
}
const MM = 25.4 / 72;

/** Where a word ends, as pdftotext says. */
function inPdf(bytes: Uint8Array, word: string): Found {
  const said = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: bytes, encoding: 'utf8' });
  const pages = said.split('<page ').slice(1);
  for (const [at, page] of pages.entries()) {
    const hit = new RegExp(`yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="[\\d.]+">${word}`).exec(page);
    if (hit) return { page: at + 1, right: Number(hit[2]) * MM, top: Number(hit[1]) * MM };
  }
  throw new Error(`pdftotext does not find ${word}`);
}

/** The same by the reader of OFD files. */
function inOfd(bytes: Uint8Array, word: string): Found {
  const [hit] = findInVolume(openVolume(openOfd(new Uint8Array(bytes))), word, { which: 'last' });
  return { page: hit!.pageIndex + 1, right: hit!.box.x + hit!.box.width, top: hit!.box.y };
}

/** Somebody puts their seals where the template has its marks, and signs by their password. */
async function sealOnScreen(client: ApiClient, taskId: string): Promise<void> {
  const { page, context, problems } = await newUser(browser);
  await openAs(page, client, `/fileSign/fileSign?planId=${taskId}`);
  await page.getByRole('button', { name: /^全部放上/ }).click();
  await page.getByRole('button', { name: /^使用.*签署$/ }).click();
  const password = page.getByRole('textbox', { name: '签署密码' });
  await password.fill(DEMO.signPassword);
  await password.press('Enter');
  await page.getByRole('heading', { name: /^(您已签署|全部签署完成)$/ }).waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
}

/** The file as it is once all have signed, one after the other; valid by the trust anchors of the platform. */
async function signedByAll(taskId: string, signers: readonly ApiClient[]): Promise<Uint8Array<ArrayBuffer>> {
  for (const client of signers) await sealOnScreen(client, taskId);
  const { bytes } = await signers[0]!.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const trustAnchors = (await signers[0]!.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
  const verdict = await verifyFile(bytes, { trustAnchors, time: Date.now() });
  expect(verdict.verdict).toBe('valid');
  expect(verdict.signatures).toHaveLength(signers.length);
  return bytes;
}

/** Rows as a spreadsheet puts them on the clipboard. */
async function pasteRows(page: Page, rows: number): Promise<void> {
  const text = Array.from({ length: rows }, (_, i) => `办公用品 ${i + 1}\t${i + 1}`).join('\n');
  await page.locator(':focus').evaluate((target, value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Writes the text of the web template and its table, while the colleague adds who signs. */
async function writeTogether(a: Page, b: Page, colleague: Person) {
  await textOf(a).click();
  await a.keyboard.type('# 供货协议');
  await a.keyboard.press('Enter');
  await a.keyboard.type('采购方：');
  await addField(a, '采购方');
  await textOf(b).getByText('采购方：').waitFor();
  // the colleague goes on behind it, and is seen there
  await textOf(b).click();
  await b.keyboard.press('Control+End');
  await b.keyboard.press('Enter');
  await b.keyboard.type('供应商按下表供货：');
  await a.locator('[data-caret]', { hasText: colleague.name }).waitFor();
  await textOf(a).getByText('供应商按下表供货：').waitFor();
  await press(b, '表格');
  const sized = b.getByRole('dialog', { name: '插入表格' });
  await sized.getByLabel('行数').fill('2');
  await sized.getByLabel('列数').fill('2');
  await press(sized, '插入');
  await closed(b);
  const cell = (page: Page, n: number) => textOf(page).locator('td').nth(n);
  await cell(b, 0).click();
  await b.keyboard.type('品名');
  await cell(b, 1).click();
  await b.keyboard.type('数量');
  await cell(b, 2).click();
  await addField(b, '货物');
  await cell(b, 3).click();
  await addField(b, '件数');
  await panelOf(b).getByRole('tab', { name: /可变/ }).click();
  await cell(b, 2).click();
  await press(panelOf(b), '新增重复行');
  const rows = b.getByRole('dialog', { name: '重复行' });
  await rows.getByLabel('名称').fill('明细');
  await press(rows, '保存');
  await closed(b);
  await textOf(b).locator('tr[data-repeat]').waitFor();

  // meanwhile the first names who signs, and puts the seals far enough apart below the table
  await panelOf(a)
    .getByRole('tab', { name: /签署方/ })
    .click();
  await textOf(a).locator('tr[data-repeat]').waitFor();
  await textOf(a).click();
  await a.keyboard.press('Control+End');
  for (const [name, kind, menu] of [
    ['甲方', '企业', '企业印章'],
    ['乙方', '企业', '企业印章'],
    ['担保人', '个人', '个人印章'],
  ] as const) {
    await addSigner(a, name, kind);
    await textOf(a).focus();
    await a.keyboard.press('Control+End');
    for (let n = 0; n < 6; n++) await a.keyboard.press('Enter');
    await a.keyboard.type(`${name}处：`);
    await press(panelOf(a), `为“${name}”添加签署位置`);
    await a.getByRole('menuitem', { name: menu }).click();
    await textOf(a)
      .locator('[data-chip="seal"]', { hasText: `${name}·${menu}` })
      .waitFor();
  }
}

it('[1.7] a web template by two is enabled, filled, signed by two and judged, as PDF and OFD', async () => {
  const { admin, colleague, name, id, a, b } = await openedByTwo('WEB');
  await writeTogether(a.page, b.page, colleague);
  await b.page.getByText(/^共 \d+ 页$/).waitFor();
  const pagesBefore = Number(/\d+/.exec((await b.page.getByText(/^共 \d+ 页$/).textContent()) ?? '')?.[0]);
  await screenshot(a.page, 'template-journey-web');
  // The colleague enables it once the last seal of the other one has arrived: without a place a signer is refused.
  await textOf(b.page).locator('[data-chip="seal"]', { hasText: '担保人·个人印章' }).waitFor();
  await panelOf(b.page)
    .getByRole('tab', { name: /签署方/ })
    .click();
  await expect.poll(() => panelOf(b.page).getByText('个人印章').count()).toBeGreaterThan(0);
  await press(b.page, '启用');
  await b.page.getByText('已启用，当前为第 1 版').waitFor();

  const signers = [admin, await companyB(), await signedIn(INDIVIDUAL)];
  for (const type of ['PDF', 'OFD'] as const) {
    const { page, context, problems } = await newUser(browser);
    const form = await startFrom(page, admin, name, type);
    await field(page, '采购方').fill(COMPANY_A.name);
    await page.getByRole('textbox', { name: /^货物/ }).first().focus();
    await pasteRows(page, 80);
    await form
      .getByText(`/ ${pagesBefore + 2}`)
      .first()
      .waitFor();
    await form.getByRole('button', { name: '完成' }).click();
    const taskId = await send(page, admin, `${name}${type}`, true);
    if (type === 'PDF') expect(await refusal(admin, removeTemplate, { id })).toBe('TEMPLATE_IN_USE');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();

    const bytes = await signedByAll(taskId, signers);
    const places = await findPlaces(bytes, type === 'PDF' ? 'pdf' : 'ofd');
    expect(places).toHaveLength(3);
    for (const words of ['甲方处', '乙方处', '担保人处']) {
      const mark = type === 'PDF' ? inPdf(bytes, words) : inOfd(bytes, `${words}：`);
      expect(mark.page).toBeGreaterThan(pagesBefore);
      // its left edge where the words end, and on their line
      const at = places.find(
        ({ page: on, x, y, height }) =>
          on === mark.page && Math.abs(x - mark.right) < 5 && y < mark.top + 5 && y + height > mark.top,
      );
      expect(at, `${words} in ${type}`).toBeDefined();
    }
  }
  for (const user of [a, b]) {
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  }
});

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const wordJourney = async () => {
  const { admin, name, a, b } = await openedByTwo('WORD');
  const body = [
    '设备采购合同',
    '合同编号：{{合同编号}}',
    // as often as makes 15 lines of it two pages
    ...Array.from({ length: 7 }, (_, n) => `备注 ${n + 1}：{{备注}}`),
    ...Array.from({ length: 5 }, (_, n) => `第${n + 1}条 双方应当诚信履行本合同。`),
    '甲方处：{{甲方公章;role=甲方;type=seal}}',
    // room for the first seal, so that the two do not overlap
    ...Array.from({ length: 9 }, () => ''),
    '乙方处：{{乙方公章;role=乙方;type=seal}}',
  ];
  await a.page.locator('input[type=file]').setInputFiles({
    name: '合同.docx',
    mimeType: WORD,
    buffer: Buffer.from(makeDocx({ body: body.map((text) => paragraph(text)).join('') })),
  });
  await a.page.getByText(/文件中有 10 处标记/).waitFor();
  await press(a.page, '采用为字段');
  await a.page.getByText('已采用 10 处标记').waitFor();
  // the colleague sees the file and its fields, and lets one of them take several lines
  await b.page.getByRole('group', { name: '第 1 页' }).first().waitFor();
  await press(b.page, '编辑字段“备注”');
  const edited = b.page.getByRole('dialog', { name: '编辑字段' });
  await edited.getByRole('button', { name: /填写方式/ }).click();
  await b.page.getByRole('option', { name: '多行文字' }).click();
  await b.page.getByRole('listbox').waitFor({ state: 'detached' });
  await edited.getByLabel('最长字数').fill('30');
  await press(edited, '保存');
  await closed(b.page);
  await panelOf(a.page)
    .getByText(/多行文字/)
    .waitFor();
  await b.page.getByText(/^正在(排版|排队|启动)/).waitFor({ state: 'detached' });
  await screenshot(b.page, 'template-journey-word');
  await press(b.page, '启用');
  const enabled = b.page.getByText('已启用，当前为第 1 版');
  const sure = b.page.getByRole('button', { name: '仍然启用' });
  await Promise.race([enabled.waitFor(), sure.waitFor()]);
  if (await sure.isVisible()) await sure.click();
  await enabled.waitFor();

  const { page, context, problems } = await newUser(browser);
  const form = await startFrom(page, admin, name);
  await field(page, '合同编号').fill('CG-2026-11');
  await field(page, '备注').fill(Array.from('一二三四五六七八九十甲乙丙丁戊').join('\n'));
  await form.getByText('/ 3', { exact: true }).waitFor();
  await form.getByRole('button', { name: '完成' }).click();
  const taskId = await send(page, admin, name, false);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  const bytes = await signedByAll(taskId, [admin, await companyB()]);
  const places = await findPlaces(bytes, 'pdf');
  expect(places).toHaveLength(2);
  for (const words of ['甲方处', '乙方处']) {
    const mark = inPdf(bytes, words);
    expect(mark.page, words).toBe(3);
    const at = places.find(
      ({ page: on, x, y, height }) =>
        on === 3 && Math.abs(x - mark.right) < 5 && y < mark.top + 5 && y + height > mark.top,
    );
    expect(at, words).toBeDefined();
  }
  for (const user of [a, b]) await user.context.close();
};

if (engine)
  it('[1.7] a Word template by two is enabled, filled, signed by two companies, and judged', wordJourney);
else
  it('has no Word template to make, as no LibreOffice is on this machine', () =>
    expect(engine).toBeUndefined());
