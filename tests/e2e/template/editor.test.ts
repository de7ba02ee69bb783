import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveTemplate, saveTemplateGrants } from '#core/template/record-calls.ts';
import { addMember, companyWithAdmin, newPerson, signIn } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { openWith } from '../task-lists/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const EDITOR = '/company/frontTemplateFile/webTemplate';
const textOf = (page: Page): Locator => page.locator('.ProseMirror');
const synced = (page: Page) => page.getByText(/已同步/).waitFor();
const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

/** An enterprise of two who look after templates, and a web template of it. */
async function template() {
  const { ent, admin, boss } = await companyWithAdmin({});
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  const { id } = await admin.call(saveTemplate, {
    templateName: '采购合同',
    templateType: 'WEB',
    businessType: 'SALES',
    sceneType: 'ENT',
  });
  return { ent, admin, boss, id, second: await signIn(colleague, ent), colleague };
}
type Client = Parameters<typeof openWith>[1];

async function open(client: Client, id: string, options?: UserOptions) {
  const user = await newUser(browser, options);
  await openWith(user.page, client, `${EDITOR}?id=${id}`);
  await textOf(user.page).waitFor();
  return user;
}

/** Types lines, each a block. */
async function type(page: Page, ...lines: string[]) {
  await textOf(page).click();
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

/** Whether the device has written a text of the template. Runs in the page. */
async function isWritten(wanted: string): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('signet-template:')) continue;
    const db = await done(indexedDB.open(name));
    const updates = await done(db.transaction('updates').objectStore('updates').getAll());
    db.close();
    if (updates.some((update: Uint8Array) => new TextDecoder().decode(update).includes(wanted))) return true;
  }
  return false;
}

it('loses nothing of what was typed without a network when the tab is ended', async () => {
  const { id, admin } = await template();
  const { context, page } = await open(admin, id);
  await synced(page);
  await context.setOffline(true);
  await textOf(page).click();
  await page.keyboard.insertText('写到一半');
  await expect.poll(() => page.evaluate(isWritten, '写到一半')).toBe(true);
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const again = await context.newPage();
  await openWith(again, admin, `${EDITOR}?id=${id}`);
  await textOf(again).getByText('写到一半').waitFor();
  await context.close();
});

it('100,000 pasted characters stay usable; pages are shown where the file breaks, and counted', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  await synced(page);
  await textOf(page).click();
  const line = '甲方应当在收到货物之日起三十日内向乙方支付全部价款。'.repeat(4);
  const pasted = `${line}\n`.repeat(Math.ceil(100_000 / line.length));
  await textOf(page).evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, pasted);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('首行');
  await textOf(page)
    .locator('p')
    .first()
    .getByText(/^首行甲方/)
    .waitFor();
  const pages = page.getByText(/^共 \d+ 页$/);
  await pages.waitFor();
  const count = Number(/\d+/.exec((await pages.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(50);
  await expect.poll(() => textOf(page).locator('[data-page-start]').count()).toBe(count - 1);
  await screenshot(page, 'template-editor-pages');
  expect(problems).toEqual([]);
  await context.close();
});

it('[2.25c] clauses number themselves by level, and references follow; tables, page breaks and groups are put in by keys and tools', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  const text = textOf(page);
  await type(page, '§ 标的', '质量', '付款');
  const label = (words: string) =>
    text.locator('[data-clause]', { hasText: words }).getAttribute('data-label');
  expect([await label('标的'), await label('质量'), await label('付款')]).toEqual(['1.', '2.', '3.']);
  await page.keyboard.press('Tab');
  await expect.poll(() => label('付款')).toBe('2.1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('见第');
  await press(page, '引用条款');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /2\.1.*付款/ })
    .click();
  await closed(page);
  const reference = text.locator('[data-chip-reference]');
  await expect.poll(() => reference.getAttribute('data-label')).toBe('2.1');
  // a clause before it is taken away: the number follows
  await text.getByText('标的').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect.poll(() => reference.getAttribute('data-label')).toBe('1.1');

  await text.getByText('见第').click();
  await page.keyboard.press('End');
  await press(page, '表格');
  await press(page.getByRole('dialog', { name: '插入表格' }), '插入');
  await closed(page);
  await expect.poll(() => text.locator('td').count()).toBe(9);
  await text.locator('td').first().click();
  await page.keyboard.type('品名');
  await page.keyboard.press('Tab');
  await page.keyboard.type('数量');
  await press(page, '表格操作');
  await page.getByRole('menuitem', { name: '在下方插入行' }).click();
  await expect.poll(() => text.locator('tr').count()).toBe(4);
  await press(page, '表格操作');
  await page.getByRole('menuitem', { name: '表格设置' }).click();
  const setting = page.getByRole('dialog', { name: '表格设置' });
  await setting.getByLabel('第 1 列宽度').fill('60');
  await setting.getByLabel('第 2 列宽度').fill('20');
  await setting.getByLabel('第 3 列宽度').fill('20');
  await press(setting, '保存');
  await closed(page);
  await expect
    .poll(() =>
      text
        .locator('col')
        .first()
        .evaluate((col) => col.style.width),
    )
    .toBe('60%');
  await screenshot(page, 'template-editor-clauses');
  expect(await flaws(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it('comments have threads, are answered by a colleague, and resolved', async () => {
  const { id, admin, second, boss } = await template();
  const [a, b] = [await open(admin, id), await open(second, id)];
  await synced(a.page);
  await synced(b.page);
  await type(a.page, '违约金百分之三十');
  await a.page.keyboard.press('Control+a');
  await press(a.page, '批注');
  await a.page.getByLabel('对所选文字的批注').fill('太高了');
  await press(a.page, '发表');
  await textOf(b.page).locator('[data-thread]', { hasText: '违约金' }).waitFor();
  await b.page.getByRole('tab', { name: /批注/ }).click();
  const thread = b.page.getByRole('article');
  await thread.getByText('太高了').waitFor();
  await thread.getByText(boss.name).waitFor();
  await press(thread, '回复');
  await thread.getByLabel('回复').fill('改为二十');
  await press(thread, '发表');
  await a.page.getByRole('article').getByText('改为二十').waitFor();
  await screenshot(a.page, 'template-editor-comments');
  await press(a.page.getByRole('article'), '标为已解决');
  await b.page.getByText('还没有批注').waitFor();
  expect([...a.problems, ...b.problems]).toEqual([]);
  await a.context.close();
  await b.context.close();
});

it('[6.3c] an organization that may only see a template reads it and can change nothing', async () => {
  const { id, admin } = await template();
  const other = await companyWithAdmin({});
  await admin.call(saveTemplateGrants, { id, grants: [{ entId: other.ent.id, level: 'VIEWABLE' }] });
  const owner = await open(admin, id);
  await synced(owner.page);
  await type(owner.page, '只读的正文');
  const { context, page } = await open(other.admin, id);
  await textOf(page).getByText('只读的正文').waitFor();
  await page.getByText('你可以查看这个模板，但不能修改。').waitFor();
  expect(await textOf(page).getAttribute('contenteditable')).toBe('false');
  expect(await page.getByRole('toolbar').count()).toBe(0);
  expect(await page.getByRole('button', { name: '新增字段' }).count()).toBe(0);
  await owner.context.close();
  await context.close();
});
