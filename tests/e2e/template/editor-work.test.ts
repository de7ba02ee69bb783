import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { downloadTemplateFile, readTemplate } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, textOf } from '#tests/e2e/page.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newTemplate } from '#tests/fixtures/templates.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const EDITOR = '/company/frontTemplateFile/webTemplate';
const synced = (page: Page) => page.getByText(/已同步/).waitFor();
const wordsOf = (page: Page): Promise<string> =>
  textOf(page).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('[data-caret]')) caret.remove();
    return copy.textContent ?? '';
  });

async function template() {
  const { ent, admin } = await companyWithAdmin({});
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  const id = await newTemplate(admin, '采购合同');
  return { ent, admin, id, colleague, second: await signedIn(colleague, ent) };
}

async function open(client: ApiClient, id: string) {
  const user = await newUser(browser);
  await openAs(user.page, client, `${EDITOR}?id=${id}`);
  await textOf(user.page).waitFor();
  await synced(user.page);
  return user;
}

async function type(page: Page, ...lines: string[]) {
  await textOf(page).click();
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

/** Pastes as the system's clipboard gives it. */
const paste = (page: Page, data: Record<string, string>) =>
  textOf(page).evaluate((element, entries) => {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(entries)) clipboardData.setData(kind, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

/** A photograph of a telephone held upright: stored on its side, with where it was taken. Made in the page. */
async function photograph(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 200);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'white';
    context.fillRect(0, 0, 300, 200);
    context.fillStyle = 'red';
    context.fillRect(0, 0, 150, 200);
    const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    return [...jpeg];
  });
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    // one entry, the orientation 6: the camera was turned to the left
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
    Buffer.from('GPS 30.27N 120.15E'),
  ]);
  const length = exif.length + 2;
  return Buffer.concat([
    Buffer.from(bytes.slice(0, 2)),
    Buffer.from([0xff, 0xe1, length >> 8, length & 255]),
    exif,
    Buffer.from(bytes.slice(2)),
  ]);
}

it('a picture goes in upright without camera data, is seen though unsent, and is sent again', async () => {
  const { id, admin, second } = await template();
  const { context, page } = await open(admin, id);
  const upload = /\/ecapi\/template\/file\//;
  await page.route(upload, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await type(page, '示意图如下：');
  await press(page, '图片');
  const dialog = page.getByRole('dialog', { name: '插入图片' });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('图.png', 'image/png', Buffer.from('GIF89a no picture'));
  await dialog.getByRole('alert').filter({ hasText: 'PNG 或 JPEG' }).waitFor();
  await choose('现场.jpg', 'image/jpeg', await photograph(page));
  // 300 by 200 on the side that it was stored on
  await dialog.getByText('200 × 300 像素').waitFor();
  await dialog.getByLabel('宽').fill('40');
  await dialog.getByLabel('图片说明').fill('货物示意图');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'template-picture');
  await press(dialog, '插入');
  await closed(page);
  const figure = textOf(page).getByRole('img', { name: '货物示意图' });
  const drawn = figure.locator('img');
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([200, 300]);
  // 40 mm wide on the paper, and as high as the picture is
  const box = (await drawn.boundingBox())!;
  expect(box.width).toBeCloseTo((40 * 96) / 25.4, 0);
  expect(box.height).toBeCloseTo((60 * 96) / 25.4, 0);

  await page.getByText('1 张图片只在本机，还没有上传', { exact: false }).waitFor();
  await screenshot(page, 'template-picture-unsent');
  expect((await admin.call(readTemplate, { id })).files).toEqual([]);
  await page.unroute(upload);
  await press(page, '重新上传');
  await page.getByText('还没有上传', { exact: false }).waitFor({ state: 'detached' });
  const [fileKey] = (await admin.call(readTemplate, { id })).files;
  const { bytes } = await admin.download(downloadTemplateFile, { id, fileKey: fileKey! });
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.startsWith('\xff\xd8\xff')).toBe(true);
  expect(text).not.toMatch(/GPS|Exif/);
  // a colleague sees it
  const other = await open(second, id);
  await textOf(other.page).getByRole('img', { name: '货物示意图' }).locator('img').waitFor();
  expect(await problemsLeft(other.problems)).toEqual([]);
  await other.context.close();
  await context.close();
});

it('optional parts, repeated rows, merged cells, heads on each page, and the page set-up', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  const text = textOf(page);
  const panel = page.getByRole('complementary', { name: '模板内容' });
  await type(page, '双方约定如下：', '质保期为两年。');
  await panel.getByRole('tab', { name: /可变/ }).click();
  await press(panel, '新增可选部分');
  const option = page.getByRole('dialog', { name: '可选部分' });
  await option.getByLabel('名称').fill('质保');
  await press(option, '保存');
  await closed(page);
  const section = text.getByRole('group', { name: '可选部分：质保' });
  await section.getByText('质保期为两年。').waitFor();
  expect(await section.getByText('双方约定如下').count()).toBe(0);
  await panel.getByText(/默认保留 · 正文中 1 处/).waitFor();

  await page.keyboard.press('Control+End');
  await press(page, '取消可选部分');
  await section.waitFor({ state: 'detached' });
  await press(page, '撤销');
  await section.waitFor();
  await text.getByText('双方约定如下：').click();
  await page.keyboard.press('End');
  await press(page, '表格');
  const sized = page.getByRole('dialog', { name: '插入表格' });
  await sized.getByLabel('行数').fill('4');
  await press(sized, '插入');
  await closed(page);
  await expect.poll(() => text.locator('td').count()).toBe(12);
  expect(await text.locator('td[data-header]').count()).toBe(3);
  const cell = (n: number) => text.locator('td').nth(n);
  const menu = async (name: string) => {
    await press(page, '表格操作');
    await page.getByRole('menuitem', { name }).click();
  };

  // from the first cell of the head to the second, by keyboard, then one cell
  await cell(0).click();
  await page.keyboard.type('货物');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => text.locator('.selectedCell').count()).toBe(2);
  await menu('合并单元格');
  await expect.poll(() => text.locator('td').count()).toBe(11);
  expect(await cell(0).getAttribute('colspan')).toBe('2');
  await menu('拆分单元格');
  await expect.poll(() => text.locator('td').count()).toBe(12);
  await press(page, '撤销');
  await expect.poll(() => text.locator('td').count()).toBe(11);

  await text.locator('tr').nth(2).locator('td').first().click();
  await page.getByRole('button', { name: '表格操作' }).waitFor();
  await press(panel, '新增重复行');
  const rows = page.getByRole('dialog', { name: '重复行' });
  await rows.getByLabel('名称').fill('明细');
  await rows.getByLabel('最少行数').fill('30');
  await rows.getByLabel('最多行数').fill('20');
  await press(rows, '保存');
  await rows.getByText('不能小于最少行数').waitFor();
  await rows.getByLabel('最少行数').fill('1');
  expect(await flaws(page)).toEqual([]);
  await press(rows, '保存');
  await closed(page);
  await expect.poll(() => text.locator('tr').nth(2).getAttribute('data-repeat')).toBe('重复行：明细');

  await text.locator('tr').nth(2).locator('td').first().click();
  await menu('表格设置');
  const setting = page.getByRole('dialog', { name: '表格设置' });
  await setting.getByLabel('标题行数').fill('2');
  await setting.getByLabel('第 1 列宽度').fill('50');
  await setting.getByText('显示边框').click();
  await press(setting, '保存');
  await closed(page);
  await expect.poll(() => text.locator('td[data-header]').count()).toBe(5);
  expect(await text.locator('table[data-bare]').count()).toBe(1);
  await press(page, '撤销');
  await expect.poll(() => text.locator('table[data-bare]').count()).toBe(0);

  await text.getByText('质保期为两年。').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+Enter');
  await text.getByRole('separator', { name: '分页符' }).waitFor();
  await page.getByText('共 2 页').waitFor();

  await press(page, '页面设置');
  const setup = page.getByRole('dialog', { name: '页面设置' });
  await setup.getByRole('button', { name: /纸张/ }).click();
  await page.getByRole('option', { name: 'A4 横向' }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await setup.getByLabel('左边距').fill('500');
  await setup.getByLabel('页眉').fill('内部资料');
  await setup.getByLabel('页脚').fill('第 {page} 页，共 {pages} 页');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'template-page-setup');
  await setup.getByLabel('左边距').fill('40');
  await press(setup, '保存');
  await closed(page);
  const sheet = page.locator('[style*="--paper-width"]');
  await expect
    .poll(async () => Math.round((((await sheet.boundingBox())?.width ?? 0) * 25.4) / 96))
    .toBe(297);
  await page.getByText('内部资料').waitFor();
  await page.getByText('第 {page} 页，共 {pages} 页').waitFor();
  expect(
    await text.evaluate((element) => getComputedStyle(element.parentElement!.parentElement!).paddingLeft),
  ).toBe(`${(40 * 96) / 25.4}px`.replace(/(\.\d{3})\d+/, '$1'));
  await screenshot(page, 'template-parts-in-text');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{font-size:10.5pt}</style></head><body lang="ZH-CN">
<!--StartFragment--><h1 style="text-align:center"><span style="font-family:黑体;font-size:22pt;color:red">设备采购合同</span></h1>
<p class="MsoListParagraph" style="margin-left:21pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span><span style="mso-list:Ignore">第一条<span>&nbsp;&nbsp;</span></span></span><![endif]><b>标的</b>物如下：</p>
<table class="MsoTableGrid" border="1"><tr><td colspan="2" width="200"><p class="MsoNormal">名称<o:p></o:p></p></td></tr><tr><td><p>泵</p></td><td><p><s>两台</s></p></td></tr></table>
<p class="MsoNormal"><img src="file:///C:/a.png" onerror="alert(1)"><a href="http://example.com/">附件</a>一份<o:p></o:p></p><!--EndFragment--></body></html>`;
const FROM_WECHAT = `<section data-role="outer" style="background:url(https://mmbiz.qpic.cn/x.png)"><section><p style="text-align:center;font-size:18px;color:rgb(255,0,0)"><strong>通知\u200b</strong></p></section>
<section><span style="font-size:15px">各供应商：\u202e请</span><br></section><p><img data-src="https://mmbiz.qpic.cn/y.jpg"></p><script>alert(2)</script></section>`;

it('what is pasted from Word and WeChat keeps structure, not looks; what is lost is told', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  const text = textOf(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/qpic|example|file:/.test(request.url())) asked.push(request.url());
  });
  await text.click();
  await paste(page, { 'text/html': FROM_WORD, 'text/plain': '设备采购合同' });
  await text.getByRole('heading', { name: '设备采购合同' }).waitFor();
  await text.locator('[data-clause]', { hasText: '标的物如下：' }).waitFor();
  expect(await text.locator('[data-clause]').textContent()).not.toContain('第一条');
  expect(await text.locator('strong').allInnerTexts()).toEqual(['标的']);
  expect(await text.locator('td').first().getAttribute('colspan')).toBe('2');
  expect(await text.locator('s').allInnerTexts()).toEqual(['两台']);
  await text.getByText('附件一份').waitFor();
  await page.getByText(/粘贴的内容中有 1 张图片没有带过来/).waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/html': FROM_WECHAT, 'text/plain': '通知' });
  await text.getByText('各供应商：请').waitFor();
  await page.getByText(/已去掉 \d+ 个看不见的字符/).waitFor();
  expect(await text.locator('a, img, script, [style*="color"], [style*="font"]').count()).toBe(0);
  expect(asked).toEqual([]);
  await screenshot(page, 'template-pasted');

  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: '查找', exact: true }).fill('合同');
  await page.getByText('1 / 1').waitFor();
  await page.getByRole('textbox', { name: '查找', exact: true }).fill('台');
  await page.getByRole('textbox', { name: '替换为' }).fill('套');
  await press(page, '替换');
  await expect.poll(() => text.locator('s').allInnerTexts()).toEqual(['两套']);
  await page.getByRole('textbox', { name: '查找', exact: true }).fill('。');
  await page.getByText('0 / 0').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('textbox', { name: '查找', exact: true }).fill('：');
  await page.getByText('1 / 2').waitFor();
  await press(page, '下一处');
  await page.getByText('2 / 2').waitFor();
  await page.getByRole('textbox', { name: '替换为' }).fill('——');
  await press(page, '全部替换');
  await expect.poll(() => wordsOf(page)).toContain('各供应商——请');
  expect(await wordsOf(page)).toContain('物如下——');
  await page.keyboard.press('Escape');
  await page.getByRole('search').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await expect.poll(() => wordsOf(page)).toContain('各供应商：请');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('an input method composes undisturbed beside a colleague; each undoes their own alone', async () => {
  const { id, admin, second } = await template();
  const [a, b] = [await open(admin, id), await open(second, id)];
  await type(a.page, '甲方应当支付。');
  await textOf(b.page).getByText('甲方应当支付。').waitFor();
  const input = await a.context.newCDPSession(a.page);
  await textOf(a.page).click();
  await a.page.keyboard.press('End');
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('y');
  await compose('yi');
  await textOf(b.page).click();
  await b.page.keyboard.press('Home');
  await b.page.keyboard.type('【乙】');
  await textOf(a.page).getByText('【乙】').waitFor();
  await compose('yi f');
  await compose('yi fang');
  // what is composed stands there while the other's words came in before it
  await expect.poll(() => wordsOf(a.page)).toBe('【乙】甲方应当支付。yi fang');
  await input.send('Input.insertText', { text: '乙方' });
  for (const { page } of [a, b]) await expect.poll(() => wordsOf(page)).toBe('【乙】甲方应当支付。乙方');
  // beyond the basic plane, and composed in a cell's neighbour: nothing is halved
  await compose('ji');
  await input.send('Input.insertText', { text: '𠮷' });
  for (const { page } of [a, b]) await expect.poll(() => wordsOf(page)).toBe('【乙】甲方应当支付。乙方𠮷');

  // typed slowly, the words are several steps to take back
  for (let tries = 0; tries < 3 && (await wordsOf(b.page)).includes('【'); tries++)
    await b.page.keyboard.press('Control+z');
  for (const { page } of [a, b]) await expect.poll(() => wordsOf(page)).toBe('甲方应当支付。乙方𠮷');
  for (let tries = 0; tries < 3 && !(await wordsOf(b.page)).includes('】'); tries++)
    await b.page.keyboard.press('Control+y');
  await expect.poll(() => wordsOf(a.page)).toBe('【乙】甲方应当支付。乙方𠮷');
  for (let tries = 0; tries < 10 && (await wordsOf(a.page)) !== '【乙】'; tries++)
    await a.page.keyboard.press('Control+z');
  for (const { page } of [a, b]) await expect.poll(() => wordsOf(page)).toBe('【乙】');
  expect(await problemsLeft(a.problems, b.problems)).toEqual([]);
  await a.context.close();
  await b.context.close();
});

it('loses nothing that a colleague has seen when the tab is killed in the middle of typing', async () => {
  const { id, admin, second } = await template();
  const [a, b] = [await open(admin, id), await open(second, id)];
  const sentence = '本合同一式四份，甲乙双方各执两份，具有同等法律效力。';
  await textOf(a.page).click();
  const typing = a.page.keyboard.type(sentence.repeat(40)).catch(() => undefined);
  await textOf(b.page).getByText('法律效力。本合同').waitFor();
  const killed = a.page.waitForEvent('crash');
  const input = await a.context.newCDPSession(a.page);
  input.send('Page.crash').catch(() => undefined);
  await killed;
  await typing;
  const seen = await wordsOf(b.page);
  expect(sentence.repeat(40).startsWith(seen)).toBe(true);
  const again = await a.context.newPage();
  await openAs(again, admin, `${EDITOR}?id=${id}`);
  await synced(again);
  await expect.poll(() => wordsOf(again)).toContain(seen);
  // both have the same in the end, without a hole
  await expect.poll(async () => (await wordsOf(again)) === (await wordsOf(b.page))).toBe(true);
  expect(sentence.repeat(40).startsWith(await wordsOf(again))).toBe(true);
  await a.context.close();
  await b.context.close();
});

it('everything is reached by keyboard alone: text, tool bar, side panel and dialogs', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  const text = textOf(page);
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  const press1 = (key: string) => page.keyboard.press(key);
  await text.focus();
  await page.keyboard.type('违约责任');
  await press1('Control+a');
  await press1('Control+b');
  await expect.poll(() => text.locator('strong').allInnerTexts()).toEqual(['违约责任']);
  // the first heading of a text is of the first level, which stands below the page's own
  await press1('Control+Alt+1');
  await text.getByRole('heading', { level: 2, name: '违约责任' }).waitFor();
  // Escape, then Shift+Tab leaves the text for the tool bar, which is one stop with arrow keys within
  await press1('Escape');
  await press1('Shift+Tab');
  await expect.poll(focused).toBe('页面设置');
  await press1('ArrowLeft');
  await expect.poll(focused).toBe('查找和替换');
  for (let n = 0; n < 40 && (await focused()) !== '撤销'; n++) await press1('ArrowLeft');
  for (let n = 0; n < 30 && (await focused()) !== '居中'; n++) await press1('ArrowRight');
  await press1('Enter');
  await expect.poll(() => text.getByRole('heading').getAttribute('data-align')).toBe('centre');
  expect(await focused()).toBe('居中');
  for (let n = 0; n < 30 && (await focused()) !== '表格'; n++) await press1('ArrowRight');
  await press1('Enter');
  const dialog = page.getByRole('dialog', { name: '插入表格' });
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await press1('Escape');
  await closed(page);
  await expect.poll(focused).toBe('表格');
  // on into the text, and behind it the panel
  await press1('Tab');
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  await press1('Escape');
  await press1('Tab');
  await expect.poll(focused).toMatch(/内容/);
  for (let n = 0; n < 30 && (await focused()) !== '新增字段'; n++) await press1('Tab');
  await press1('Enter');
  const field = page.getByRole('dialog', { name: '新增字段' });
  const name = field.getByRole('combobox', { name: '字段名称' });
  await expect.poll(() => field.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  const isAtName = () => name.evaluate((one) => one === document.activeElement);
  for (let n = 0; n < 10 && !(await isAtName()); n++) await press1('Tab');
  expect(await isAtName()).toBe(true);
  await page.keyboard.type('违约金');
  const passed: string[] = [];
  for (let n = 0; n < 30 && passed.at(-1) !== '保存'; n++) {
    await press1('Tab');
    passed.push(await focused());
  }
  expect(passed.at(-1), passed.join(' | ')).toBe('保存');
  await press1('Enter');
  await closed(page);
  await text.locator('[data-chip="field"]', { hasText: '违约金' }).waitFor();
  // a chip is chosen with arrow keys and moved with Alt
  await text.focus();
  await press1('Control+End');
  await press1('ArrowLeft');
  await text.locator('.ProseMirror-selectednode').waitFor();
  await press1('Alt+ArrowLeft');
  await expect.poll(() => wordsOf(page)).toBe('违约责违约金任');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('who is mentioned in a comment gets one notice to it; who may not open it gets none', async () => {
  const { ent, admin, id, second, colleague } = await template();
  const outsider = await newPerson();
  await addMember(ent, outsider, ['SIGN_OPERATOR']);
  const { context, page, problems } = await open(admin, id);
  await type(page, '违约金百分之三十');
  await page.keyboard.press('Control+a');
  await press(page, '批注');
  await page.getByLabel('对所选文字的批注').fill('太高了 ');
  for (const { name } of [colleague, outsider]) {
    await press(page, '提及同事');
    await page.getByRole('menuitem', { name }).click();
  }
  await expect
    .poll(() => page.getByLabel('对所选文字的批注').inputValue())
    .toBe(`太高了 @${colleague.name} @${outsider.name} `);
  await screenshot(page, 'template-mention');
  await press(page, '发表');
  await page.getByText(`${outsider.name} 无权打开模板，不会收到通知。`).waitFor();
  // who opens the page again tells nobody again
  await page.reload();
  await synced(page);
  await textOf(page).locator('[data-thread]').waitFor();
  const notices = async (client: ApiClient) =>
    (await sentNotices(client, { size: 10, current: 1 })).records.filter(
      ({ templateId }) => templateId === id,
    );
  await expect.poll(async () => (await notices(second)).length).toBe(1);
  expect(await notices(await signedIn(outsider, ent))).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  const reader = await newUser(browser);
  await openAs(reader.page, second, '/notice/index?currentComp=system');
  await reader.page.getByRole('button', { name: /在模板“采购合同”的批注中提到了您/ }).click();
  await reader.page.waitForURL(`**${EDITOR}?id=${id}**`);
  await reader.page.getByRole('article').getByText('太高了').waitFor();
  await reader.page.getByRole('article').getByRole('button', { name: '违约金百分之三十' }).click();
  await expect.poll(() => textOf(reader.page).evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await flaws(reader.page)).toEqual([]);
  expect(await problemsLeft(reader.problems)).toEqual([]);
  await reader.context.close();
});
