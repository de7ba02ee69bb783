import { execFileSync } from 'node:child_process';
import * as decoding from 'lib0/decoding';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveTemplateGrants } from '#core/template/record-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { isWritten } from '#tests/e2e/is-written.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, textOf } from '#tests/e2e/page.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newTemplate } from '#tests/fixtures/templates.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const EDITOR = '/company/frontTemplateFile/webTemplate';
const synced = (page: Page) => page.getByText(/已同步/).waitFor();

/** An enterprise of two who look after templates, and a web template of it. */
async function template() {
  const { ent, admin, boss } = await companyWithAdmin({});
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  const id = await newTemplate(admin, '采购合同');
  return { ent, admin, boss, id, second: await signedIn(colleague, ent), colleague };
}
type Client = ApiClient;

async function open(client: Client, id: string, options?: UserOptions) {
  const user = await newUser(browser, options);
  if (options?.language)
    await user.page.addInitScript((lang) => localStorage.setItem('sass_lang', lang), options.language);
  await openAs(user.page, client, `${EDITOR}?id=${id}`);
  await textOf(user.page).waitFor();
  return user;
}

/** What is written, without the names at the others' carets. */
const wordsOf = (page: Page): Promise<string> =>
  textOf(page).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('[data-caret]')) caret.remove();
    return copy.textContent ?? '';
  });

/** Types lines, each a block. */
async function type(page: Page, ...lines: string[]) {
  await textOf(page).click();
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

it('[2.25c] two write one template at once: text, names, carets, and offline changes', async () => {
  const { id, admin, second, colleague } = await template();
  const a = await open(admin, id);
  const b = await newUser(browser, { offline: true });
  const lines: WebSocketRoute[] = [];
  await b.page.routeWebSocket(/\/sync\/template:/, (line) => {
    line.connectToServer();
    lines.push(line);
  });
  await openAs(b.page, second, `${EDITOR}?id=${id}`);
  await synced(a.page);
  await synced(b.page);
  await type(a.page, '# 采购合同', '甲方向乙方采购货物。');
  await textOf(b.page).getByText('甲方向乙方采购货物。').waitFor();
  await textOf(b.page).getByRole('heading', { name: '采购合同' }).waitFor();
  await textOf(b.page).getByText('甲方向乙方采购货物。').click();
  // the other's name stands at their caret and in the head
  await a.page.locator('[data-caret]', { hasText: colleague.name }).waitFor();
  await a.page.getByRole('group', { name: new RegExp(`${colleague.name} 也在编辑`) }).waitFor();
  await screenshot(a.page, 'template-editor-two');

  await b.context.setOffline(true);
  await lines.at(-1)!.close();
  await b.page.getByText(/离线，上次同步/).waitFor();
  await textOf(b.page).click();
  await b.page.keyboard.press('Control+End');
  await b.page.keyboard.type('乙方离线写的话。');
  await a.page.keyboard.press('Control+Home');
  // the editor has heard where the caret is
  await a.page.getByRole('toolbar').getByText('标题 1').waitFor();
  await a.page.keyboard.type('（草稿）');
  await b.context.setOffline(false);
  for (const { page } of [a, b]) {
    await expect.poll(() => wordsOf(page)).toContain('乙方离线写的话。');
    await expect.poll(() => wordsOf(page)).toContain('（草稿）采购合同');
  }
  // undo takes back one's own alone
  await a.page.keyboard.press('Control+z');
  await expect.poll(() => wordsOf(a.page)).not.toContain('（草稿）');
  expect(await wordsOf(a.page)).toContain('乙方离线写的话。');
  expect(await problemsLeft(a.problems, b.problems)).toEqual([]);
  await a.context.close();
  await b.context.close();
});

/** Whose carets a page tells to the room: of each message the clients of which it is. */
function toldBy(page: Page): number[][] {
  const PRESENCE = 1;
  const told: number[][] = [];
  page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      if (!line.url().includes('/sync/template:') || typeof payload === 'string') return;
      const message = decoding.createDecoder(new Uint8Array(payload));
      if (decoding.readVarUint(message) !== PRESENCE) return;
      const presence = decoding.createDecoder(decoding.readVarUint8Array(message));
      const clients = Array.from({ length: decoding.readVarUint(presence) }, () => {
        const client = decoding.readVarUint(presence);
        decoding.readVarUint(presence);
        decoding.readVarString(presence);
        return client;
      });
      told.push(clients);
    }),
  );
  return told;
}

it('a key tells the own caret once, and nobody tells on what they hear of others', async () => {
  const { id, admin, second } = await template();
  const a = await newUser(browser);
  const b = await newUser(browser);
  const told = { a: toldBy(a.page), b: toldBy(b.page) };
  await openAs(a.page, admin, `${EDITOR}?id=${id}`);
  await openAs(b.page, second, `${EDITOR}?id=${id}`);
  await synced(a.page);
  await synced(b.page);
  await type(a.page, '甲方向乙方采购货物。');
  await textOf(b.page).getByText('甲方向乙方采购货物。').click();
  await a.page.locator('[data-caret]').waitFor();
  await b.page.locator('[data-caret]').waitFor();
  const before = told.a.length;
  const line = '货物应当在三十日内交付。'.repeat(4);
  await a.page.keyboard.type(line);
  await textOf(b.page).getByText(line).waitFor();
  // the caret has moved along, and stands behind what was typed
  await expect
    .poll(() =>
      b.page.locator('[data-caret]').evaluate((caret) => caret.previousSibling?.textContent?.slice(-4)),
    )
    .toBe('内交付。');
  expect(told.a.length - before).toBeLessThan(line.length * 1.5);
  for (const clients of [told.a, told.b]) expect(new Set(clients.flat()).size).toBe(1);
  expect(await problemsLeft(a.problems, b.problems)).toEqual([]);
  await a.context.close();
  await b.context.close();
});

it('letters typed into the paragraphs that Enter makes stand in the order of the keys', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  await synced(page);
  const lines = Array.from({ length: 24 }, (_, n) => `第${n}款甲方付款`);
  await type(page, ...lines);
  expect(await textOf(page).locator('p').allTextContents()).toEqual(lines);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('loses nothing of what was typed without a network when the tab is ended', async () => {
  const { id, admin } = await template();
  const { context, page } = await open(admin, id, { offline: true });
  await synced(page);
  await context.setOffline(true);
  await textOf(page).click();
  await page.keyboard.insertText('写到一半');
  await expect
    .poll(() => page.evaluate(isWritten, { room: 'signet-template:', wanted: '写到一半' }))
    .toBe(true);
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const again = await context.newPage();
  await openAs(again, admin, `${EDITOR}?id=${id}`);
  await textOf(again).getByText('写到一半').waitFor();
  await context.close();
});

it('100,000 pasted characters stay usable; pages are shown where the file breaks, and counted', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  await synced(page);
  await textOf(page).click();
  const line = '甲方应当在收到货物之日起三十日内向乙方支付全部价款。'.repeat(4);
  const pasted = Array.from(
    { length: Math.ceil(100_000 / line.length) },
    (_, n) => `第${n}款${line}${n}\n`,
  ).join('');
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
    .getByText(/^首行第0款甲方/)
    .waitFor();
  const pages = page.getByText(/^共 \d+ 页$/);
  const counted = async () => Number(/\d+/.exec((await pages.textContent()) ?? '')?.[0]);
  // It stays at that of before until what was pasted has been typeset.
  await expect.poll(counted).toBeGreaterThan(50);
  const count = await counted();
  await expect.poll(() => textOf(page).locator('[data-page-start]').count()).toBe(count - 1);
  await screenshot(page, 'template-editor-pages');

  // each page of the file begins with the words behind its line in the editor
  await press(page, '文件');
  await page.getByRole('menuitem', { name: '试填并预览' }).click();
  const dialog = page.getByRole('dialog', { name: '试填并预览' });
  const saving = page.waitForEvent('download');
  await press(dialog, '下载 PDF');
  const file = (await (await saving).path())!;
  const pdf = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8', maxBuffer: 1e7 });
  const starts = pdf
    .split('\f')
    .slice(1, -1)
    .map((text) => text.replace(/\s/g, '').slice(0, 20));
  const shown = await textOf(page).evaluate((element) =>
    [...element.querySelectorAll('[data-page-start]')].map((start) => {
      const behind = document.createRange();
      behind.setStartAfter(start);
      behind.setEndAfter((start.closest('.ProseMirror > *') ?? start).nextElementSibling ?? element);
      return behind.toString().replace(/\s/g, '').slice(0, 20);
    }),
  );
  expect(shown).toHaveLength(count - 1);
  expect(shown).toEqual(starts);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('[2.25c] clauses number themselves, references follow; tables and groups go in by keys', async () => {
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
  await page.getByRole('toolbar').getByText('条款 1 级').waitFor();
  await press(page, '段落类型');
  await page.getByRole('menuitem', { name: '正文' }).click();
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
  // what a screen reader says of the text: the numbers that nobody typed, and the table by rows and cells
  const read = await text.ariaSnapshot();
  expect(read).toMatch(/1\.1\s*付款/);
  expect(read).toContain('cell "品名"');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('[5.1e] [5.1k] [5.1l] [5.1d] fields and seals are chips, by panel or @; gaps are named', async () => {
  const { id, admin } = await template();
  const { context, page, problems } = await open(admin, id);
  const text = textOf(page);
  const panel = page.getByRole('complementary', { name: '模板内容' });
  await type(page, '买方：');
  await press(panel, '新增字段');
  const dialog = page.getByRole('dialog', { name: '新增字段' });
  await dialog.getByRole('combobox', { name: '字段名称' }).fill('甲方名称');
  await press(dialog, '保存');
  await closed(page);
  await text.locator('[data-chip="field"]', { hasText: '甲方名称' }).waitFor();
  await panel.getByText(/正文中 1 处/).waitFor();
  // again by @
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('@');
  await page.getByRole('searchbox', { name: '查找字段或签署位置' }).fill('甲方');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => text.locator('[data-chip="field"]').count()).toBe(2);
  await panel.getByText(/正文中 2 处/).waitFor();

  await panel.getByRole('tab', { name: /签署方/ }).click();
  const addSigner = async (name: string, kind: '企业' | '个人') => {
    await press(panel, '新增签署方');
    const adding = page.getByRole('dialog', { name: '新增签署方' });
    await adding.getByRole('combobox', { name: '签署角色' }).fill(name);
    await adding.getByRole('radio', { name: kind }).check();
    await press(adding, '保存');
    return adding;
  };
  await addSigner('甲方', '企业');
  await closed(page);
  await panel.getByText('企业 · 第 1 顺序').waitFor();
  const twice = await addSigner('甲方', '个人');
  await twice.getByText('签署方角色不能重复').waitFor();
  await twice.getByRole('combobox', { name: '签署角色' }).fill('乙方');
  await press(twice, '保存');
  await closed(page);
  await press(panel, '为“甲方”添加签署位置');
  await page.getByRole('menuitem', { name: '企业印章' }).click();
  await text.locator('[data-chip="seal"]', { hasText: '甲方·企业印章' }).waitFor();
  // the first place of a signer cannot be deleted, the second can
  expect(await panel.getByRole('button', { name: '删除企业印章' }).count()).toBe(0);
  await press(panel, '为“甲方”添加签署位置');
  await page.getByRole('menuitem', { name: '签署日期' }).click();
  await text.locator('[data-chip="seal"]', { hasText: '甲方·签署日期' }).waitFor();
  // They stand at the caret, behind what was written before the dialogs took the focus.
  expect(await wordsOf(page)).toMatch(/^买方：.*甲方·企业印章.*甲方·签署日期/s);
  await screenshot(page, 'template-editor-seals');
  expect(await flaws(page)).toEqual([]);
  await press(panel, '删除签署日期');
  await text.locator('[data-chip="seal"]', { hasText: '甲方·签署日期' }).waitFor({ state: 'detached' });

  await press(page, '启用');
  const lacking = page.getByRole('dialog', { name: '还不能启用' });
  await lacking.waitFor();
  await screenshot(page, 'template-editor-lacking');
  await press(lacking, '知道了');
  await closed(page);
  await panel.getByRole('tab', { name: /字段/ }).click();
  await press(panel, '删除字段“甲方名称”');
  const warned = page.getByRole('alertdialog');
  await warned.getByText(/正文中的 2 处也会一并删除/).waitFor();
  await press(warned, '删除');
  await expect.poll(() => text.locator('[data-chip="field"]').count()).toBe(0);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('a seal two people move at once, one of them offline, stands once, at one place for both', async () => {
  const { id, admin, second } = await template();
  const a = await open(admin, id);
  const b = await newUser(browser, { offline: true });
  const lines: WebSocketRoute[] = [];
  await b.page.routeWebSocket(/\/sync\/template:/, (line) => {
    line.connectToServer();
    lines.push(line);
  });
  await openAs(b.page, second, `${EDITOR}?id=${id}`);
  for (const { page } of [a, b]) await synced(page);
  await type(a.page, '甲方在此签署', '', '乙方在此签署');
  await textOf(a.page).locator('p').nth(1).click();
  const panel = (page: Page) => page.getByRole('complementary', { name: '模板内容' });
  await panel(a.page)
    .getByRole('tab', { name: /签署方/ })
    .click();
  await press(panel(a.page), '新增签署方');
  const adding = a.page.getByRole('dialog', { name: '新增签署方' });
  await adding.getByRole('combobox', { name: '签署角色' }).fill('甲方');
  await adding.getByRole('radio', { name: '企业' }).check();
  await press(adding, '保存');
  await closed(a.page);
  await press(panel(a.page), '为“甲方”添加签署位置');
  await a.page.getByRole('menuitem', { name: '企业印章' }).click();
  const seals = (page: Page) => textOf(page).locator('[data-chip="seal"]');
  for (const { page } of [a, b]) await expect.poll(() => seals(page).count()).toBe(1);

  await b.context.setOffline(true);
  await lines.at(-1)!.close();
  await b.page.getByText(/离线，上次同步/).waitFor();
  // one to the end of the paragraph before, the other to the beginning of the one behind
  for (const [{ page }, key, at] of [
    [a, 'Alt+ArrowLeft', 0],
    [b, 'Alt+ArrowRight', 2],
  ] as const) {
    await seals(page).click();
    await textOf(page).locator('.ProseMirror-selectednode').waitFor();
    await page.keyboard.press(key);
    await textOf(page).locator('p').nth(at).locator('[data-chip="seal"]').waitFor();
  }
  await b.context.setOffline(false);
  await synced(b.page);
  /** The paragraphs without the names at the others' carets. */
  const paragraphs = (page: Page) =>
    textOf(page)
      .locator('p')
      .evaluateAll((all) =>
        all.map((one) => {
          const copy = one.cloneNode(true) as Element;
          for (const caret of copy.querySelectorAll('[data-caret]')) caret.remove();
          return copy.textContent;
        }),
      );
  const agreed = async () => {
    const [one, other] = [await paragraphs(a.page), await paragraphs(b.page)];
    return one.join('\n') === other.join('\n') ? one : 'they differ';
  };
  const [before, , behind] = ['甲方在此签署', '', '乙方在此签署'];
  const mark = '甲方·企业印章';
  const possible = [
    [`${before}${mark}`, '', behind],
    [before, '', `${mark}${behind}`],
  ];
  await expect.poll(async () => possible.map(String).includes(String(await agreed()))).toBe(true);
  for (const { page } of [a, b]) expect(await seals(page).count()).toBe(1);
  await screenshot(a.page, 'template-seal-moved-by-two');
  await a.context.close();
  await b.context.close();
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
  expect(await problemsLeft(a.problems, b.problems)).toEqual([]);
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

it('is read on a phone, in the dark, and in other languages', async () => {
  const { id, admin } = await template();
  const writer = await open(admin, id);
  await synced(writer.page);
  await type(writer.page, '# 采购合同', '§ 标的', '质量');
  for (const [language, colorScheme] of [
    ['zh-CN', 'dark'],
    ['zh-TW', 'light'],
    ['en-US', 'dark'],
  ] as const) {
    const phone = await open(admin, id, { language, colorScheme, width: 390, height: 844 });
    await textOf(phone.page).getByText('质量').waitFor();
    expect(await textOf(phone.page).getAttribute('contenteditable')).toBe('false');
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect(await flaws(phone.page)).toEqual([]);
    await screenshot(phone.page, `template-editor-phone-${language}`);
    await phone.context.close();
    const desk = await open(admin, id, { language, colorScheme });
    await textOf(desk.page).getByText('质量').waitFor();
    expect(await flaws(desk.page)).toEqual([]);
    await screenshot(desk.page, `template-editor-desk-${language}`);
    await desk.context.close();
  }
  await writer.context.close();
});
