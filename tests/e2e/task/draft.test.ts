import type { Browser, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { isWritten } from '#tests/e2e/is-written.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, newKey, OPERATOR_A, twoPages } from '#tests/fixtures/contracts.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newUser, openBrowser, screenshot, stopClock } from '../browser.ts';
import { pointOf, pressOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';
import { placeForEach } from './wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const WIZARD = '/entcontract/startEntContract';
const open = (page: Page, account: { loginName: string }, draft: string, step = 'task') =>
  openAs(page, account.loginName, `${WIZARD}?draft=${draft}&step=${step}`, COMPANY_A.id);
const synced = (page: Page) => page.getByText(/已同步/).waitFor();
const name = (page: Page) => page.getByRole('textbox', { name: '任务名称' });
const hasName = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll('input')].some((i) => i.value === wanted),
    text,
  );

/** Waits until the device has written a text of the draft: a page that is gone within the same moment keeps nothing. */
const written = (page: Page, text: string) =>
  // asked again and again from here: a function that waits in the page counts as true before it has an answer
  expect.poll(() => page.evaluate(isWritten, { room: 'signet-draft:', wanted: text })).toBe(true);

/** Whether the device has the page and all that it loaded. Runs in the page. */
async function isKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const cache = await caches.open('signet-1');
  const kept = (await cache.keys()).map(({ url }) => url);
  const files = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((file) => /\/assets\/|\/favicon\.svg$/.test(file));
  return (
    active !== null && [location.origin + location.pathname, ...files].every((file) => kept.includes(file))
  );
}

describe('a draft', () => {
  it('loses nothing by a reload, nor by a closed tab', async () => {
    const { page, context } = await newUser(browser);
    const draft = newKey();
    await open(page, ADMIN_A, draft);
    await name(page).fill('仓储服务合同');
    await written(page, '仓储服务合同');
    await page.reload();
    await hasName(page, '仓储服务合同');
    const url = page.url();
    const session = await page.evaluate(() => sessionStorage.getItem('sass_token'));
    await page.close();
    const again = await context.newPage();
    await again.goto('/login');
    await again.evaluate((token) => sessionStorage.setItem('sass_token', token!), session);
    await again.goto(url);
    await hasName(again, '仓储服务合同');
    await context.close();
  });

  it('opens again without a network, and keeps what is typed there', async () => {
    const { page, context } = await newUser(browser, { offline: true });
    const draft = newKey();
    await open(page, ADMIN_A, draft);
    await name(page).fill('外包服务合同');
    await written(page, '外包服务合同');
    await expect.poll(() => page.evaluate(isKept)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await hasName(page, '外包服务合同');
    const logo = page.getByRole('banner').locator('img').first();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await name(page).fill('外包服务合同（离线改名）');
    await written(page, '外包服务合同（离线改名）');
    await page.reload();
    await hasName(page, '外包服务合同（离线改名）');
    await context.setOffline(false);
    await synced(page);
    await context.close();
  });

  it('shows a colleague each change at once, and who else is there', async () => {
    const [one, two] = await Promise.all([newUser(browser), newUser(browser)]);
    const draft = newKey();
    await open(one.page, ADMIN_A, draft);
    await synced(one.page);
    await one.page.getByRole('button', { name: /采购合同/ }).click();
    await one.page.getByRole('option', { name: '租赁合同' }).click();
    await open(two.page, OPERATOR_A, draft);
    await synced(two.page);
    await name(one.page).fill('设备租赁合同');
    await hasName(two.page, '设备租赁合同');
    // what a new draft begins with is not put once more beside what the colleague wrote
    await two.page.getByRole('button', { name: /租赁合同 业务类型/ }).waitFor();
    await two.page.getByRole('button', { name: '签署方' }).click();
    await two.page.getByRole('article', { name: '签署方 2' }).waitFor();
    expect(await two.page.getByRole('article').count()).toBe(2);
    await one.page.getByLabel(`${OPERATOR_A.realName} 也在编辑`).waitFor();
    await two.page.getByLabel(`${ADMIN_A.realName} 也在编辑`).waitFor();
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('lets the others see again who lost the connection and came back', async () => {
    const [one, two] = await Promise.all([newUser(browser), newUser(browser)]);
    const draft = newKey();
    await open(one.page, ADMIN_A, draft);
    await synced(one.page);
    const lines: WebSocketRoute[] = [];
    await two.page.routeWebSocket(/\/sync\/draft:/, (line) => {
      line.connectToServer();
      lines.push(line);
    });
    await open(two.page, OPERATOR_A, draft);
    const seen = one.page.getByLabel(`${OPERATOR_A.realName} 也在编辑`);
    await seen.waitFor();
    // from time to time a page says anew that it is there: here the others shall see it at its coming
    await stopClock(two.page);
    await lines[0]!.close();
    await seen.waitFor({ state: 'detached' });
    await two.page.clock.runFor(1_000);
    await expect.poll(() => lines.length).toBe(2);
    await seen.waitFor();
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('merges what two did while one of them was offline', async () => {
    const [one, two] = await Promise.all([newUser(browser), newUser(browser, { offline: true })]);
    const draft = newKey();
    await open(one.page, ADMIN_A, draft);
    await synced(one.page);
    await open(two.page, OPERATOR_A, draft);
    await synced(two.page);
    await two.context.setOffline(true);
    await name(two.page).fill('离线时起的名字');
    await two.page.getByRole('button', { name: '签署方' }).click();
    await two.page.getByRole('button', { name: '添加个人签署方' }).click();
    // what is added is written into next
    await two.page.getByRole('article', { name: '签署方 3' }).waitFor();
    await two.page.keyboard.type('个人乙');
    await one.page.getByRole('switch', { name: '加水印' }).click();
    await one.page.getByRole('textbox', { name: '水印文字' }).fill('内部资料');
    await two.context.setOffline(false);
    await hasName(one.page, '离线时起的名字');
    await one.page.getByRole('button', { name: '签署方' }).click();
    const third = one.page.getByRole('article', { name: '签署方 3' }).getByRole('textbox', { name: '姓名' });
    await third.waitFor();
    await expect.poll(() => third.inputValue()).toBe('个人乙');
    await two.page.getByRole('button', { name: '任务信息' }).click();
    await hasName(two.page, '内部资料');
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('keeps a file chosen offline on the device and uploads it when the network is back', async () => {
    const { page, context } = await newUser(browser, { offline: true });
    await open(page, ADMIN_A, newKey());
    await synced(page);
    // The part that reads files is fetched once while there is a network, as any earlier visit does.
    await page.setInputFiles('input[type=file]', await contractFile('第一份.pdf'));
    await page.getByText('已上传').waitFor();
    await context.setOffline(true);
    await page.setInputFiles('input[type=file]', await contractFile('离线选的.pdf'));
    await page.getByText('离线选的.pdf').first().waitFor();
    await context.setOffline(false);
    await page.waitForFunction(() => document.body.textContent.split('已上传').length === 3);
    await context.close();
  });

  it('uploads a file that was chosen while another was on its way', async () => {
    const { page, context } = await newUser(browser);
    await open(page, ADMIN_A, newKey());
    await synced(page);
    let arrive = () => {};
    const way = new Promise<void>((done) => {
      arrive = done;
    });
    const sent = /\/assemble\/file\/[0-9a-f]{64}/;
    await page.route(sent, async (route) => {
      await way;
      await route.continue();
    });
    const first = page.waitForRequest(sent);
    const choose = async (name: string) => {
      // what the server has is not sent: a contract that nobody has sent before
      const buffer = Buffer.concat([Buffer.from(await twoPages()), Buffer.from(`%${newKey()}\n`)]);
      await page.setInputFiles('input[type=file]', { name, mimeType: 'application/pdf', buffer });
    };
    await choose('第一份.pdf');
    await first;
    await choose('第二份.pdf');
    await page.getByText('第二份.pdf').first().waitFor();
    arrive();
    await expect.poll(() => page.getByText('已上传').count()).toBe(2);
    await context.close();
  });

  it('is sent at the first press, also while its file is still on its way', async () => {
    const { page, context, problems } = await newUser(browser);
    await open(page, ADMIN_A, newKey());
    await synced(page);
    const { promise: way, resolve: arrive } = Promise.withResolvers<void>();
    const sent = /\/assemble\/file\/[0-9a-f]{64}/;
    await page.route(sent, async (route) => {
      await way;
      await route.continue();
    });
    const first = page.waitForRequest(sent);
    const buffer = Buffer.concat([Buffer.from(await twoPages()), Buffer.from(`%${newKey()}\n`)]);
    const file = { name: '顾问合同.pdf', mimeType: 'application/pdf', buffer };
    await page.setInputFiles('input[type=file]', file);
    await first;
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('button', { name: '移除签署方 2' }).click();
    await page.getByRole('button', { name: '添加个人签署方' }).click();
    const other = page.getByRole('article', { name: '签署方 2' });
    await other.getByRole('textbox', { name: '姓名' }).fill('阿依古丽');
    await other.getByRole('textbox', { name: '手机号' }).fill(newMobile());
    await placeForEach(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.locator('button[aria-busy=true]').filter({ hasText: '发起' }).waitFor();
    expect(asked.filter((path) => path.endsWith(sendTask.path))).toEqual([]);
    arrive();
    await page.waitForURL('**/contract/startWithMe**');
    expect(asked.filter((path) => path.endsWith(sendTask.path))).toHaveLength(1);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('names what is missing beside each field, in the language of the person', async () => {
    const { page, context } = await newUser(browser, { language: 'en-US' });
    await context.addCookies([
      {
        name: 'sass_lang',
        value: 'en-US',
        url: new URL(
          page.url() === 'about:blank' ? (await import('#tests/product.ts')).product().baseUrl : page.url(),
        ).origin,
      },
    ]);
    await context.addInitScript(() => localStorage.setItem('sass_lang', 'en-US'));
    await open(page, ADMIN_A, newKey());
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('group').getByText('Add a file to sign').waitFor();
    await page.getByRole('button', { name: 'Signatories' }).click();
    await page.getByText('Enter a valid mobile number').first().waitFor();
    await context.close();
  });
});

/** Whether all of an element is within the part of the pages that is seen. */
const seenWhole = (element: Element): boolean => {
  const [box, view] = [element, element.closest('[role=group][tabindex]')!].map((e) =>
    e.getBoundingClientRect(),
  );
  return box!.top >= view!.top && box!.bottom <= Math.min(view!.bottom, window.innerHeight);
};

describe('placing seals', () => {
  it('[2.16d] [5.18a] moves by arrow keys in mm, Delete removes it, undo brings it back', async () => {
    const { page, context } = await newUser(browser);
    await open(page, ADMIN_A, newKey());
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    expect(
      await page
        .getByRole('navigation', { name: '发起步骤' })
        .getByRole('listitem')
        .evaluateAll((steps) => steps.map((step) => step.ariaCurrent)),
    ).toEqual([null, null, null, 'step']);
    await page.getByRole('button', { name: '企业印章' }).click();
    const seal = page.locator('[data-placement]');
    // it lies where it is seen, and has the focus: the arrow keys are its own at once
    await expect.poll(() => seal.evaluate((box) => box === document.activeElement)).toBe(true);
    await expect.poll(() => seal.evaluate(seenWhole)).toBe(true);
    const left = async () => Number(/左 (\d+) 毫米/.exec((await seal.getAttribute('aria-label'))!)![1]);
    const before = await left();
    for (let i = 0; i < 3; i++) await seal.press('ArrowRight');
    await expect.poll(() => left()).toBe(before + 3);
    await seal.press('Shift+ArrowLeft');
    await expect.poll(() => left()).toBe(before - 7);
    await seal.press('Delete');
    await seal.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '撤销' }).click();
    await seal.waitFor();
    const jump = page.getByRole('textbox', { name: /^页码/ });
    await jump.fill('99');
    await jump.press('Enter');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[aria-label^="页码"]')?.value === '2',
    );
    await jump.fill('0');
    await jump.press('Enter');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[aria-label^="页码"]')?.value === '1',
    );
    await context.close();
  });

  it('finds a text on the pages, goes from place to place, and marks them', async () => {
    const { page, context } = await newUser(browser);
    await open(page, ADMIN_A, newKey());
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await page.getByRole('button', { name: '查找文字' }).click();
    const search = page.getByRole('textbox', { name: '查找文字' });
    await search.fill('订单明细');
    await search.press('Enter');
    await page.getByText('1/1').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[aria-label^="页码"]')?.value === '2',
    );
    await page.locator('[data-page="1"] [data-active="true"]').waitFor();
    await search.fill('没有这几个字');
    await search.press('Enter');
    await page.getByText('没有找到').waitFor();
    await context.close();
  });

  it('drags a seal onto a page by mouse, where it is let go', async () => {
    const { page, context } = await newUser(browser);
    await open(page, ADMIN_A, newKey());
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await pressOn(page.getByRole('button', { name: '企业印章' }));
    const sheet = await pointOf(page.locator('[data-page="0"]'), 0, 0);
    await page.mouse.move(sheet.x + 200, sheet.y + 200, { steps: 8 });
    await page.mouse.up();
    const seal = page.locator('[data-placement]');
    const away = async () => {
      const sheet = await pointOf(page.locator('[data-page="0"]'), 0, 0);
      const { x, y, width, height } = (await seal.boundingBox())!;
      return Math.hypot(x + width / 2 - (sheet.x + 200), y + height / 2 - (sheet.y + 200));
    };
    await expect.poll(away).toBeLessThan(4);
    await context.close();
  });

  it('[5.12d] a cross-page seal is dragged to its height over all pages’ edges, and moved again', async () => {
    const { page, context } = await newUser(browser);
    await open(page, ADMIN_A, newKey());
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    const tool = page.getByRole('button', { name: '骑缝章' });
    const sheet = page.locator('[data-page="0"]');
    const seal = page.locator('[data-placement]');
    /** Drags something by a movement from the corner of something else. */
    const dragBy = async (what: Locator, from: Locator, across: number, down: number) => {
      await pressOn(what);
      const { x, y } = await pointOf(from, 0, 0);
      await page.mouse.move(x + across, y + down, { steps: 8 });
      await page.mouse.up();
    };
    // let go beside the pages it stands nowhere, and nothing is there without being put there
    await dragBy(tool, tool, 30, 260);
    expect(await seal.count()).toBe(0);
    await dragBy(tool, sheet, 120, 300);
    const middle = async () => {
      const page = (await sheet.boundingBox())!;
      const { x, y, width, height } = (await seal.boundingBox())!;
      return { right: Math.abs(x + width - (page.x + page.width)), y: y + height / 2 - page.y };
    };
    // at the right edge, wherever across the page it was let go
    await expect.poll(async () => (await middle()).right).toBeLessThan(3);
    await expect.poll(async () => Math.abs((await middle()).y - 300)).toBeLessThan(4);
    await dragBy(seal, sheet, 120, 390);
    await expect.poll(async () => Math.abs((await middle()).y - 390)).toBeLessThan(4);
    expect((await middle()).right).toBeLessThan(3);
    // the other page has its part, in the same height
    const jump = page.getByRole('textbox', { name: /^页码/ });
    await jump.fill('2');
    await jump.press('Enter');
    const part = page.locator('[data-page="1"] [class*=echo]');
    await part.waitFor();
    const last = (await page.locator('[data-page="1"]').boundingBox())!;
    const { x, y, width, height } = (await part.boundingBox())!;
    expect(Math.abs(x + width - (last.x + last.width))).toBeLessThan(3);
    expect(Math.abs(y + height / 2 - last.y - 390)).toBeLessThan(4);
    await context.close();
  });

  it('names what is missing and whose it is, in the order of the fields, and leads to each', async () => {
    const { page, context } = await newUser(browser);
    await open(page, ADMIN_A, newKey(), 'parties');
    await page.getByRole('button', { name: '添加抄送方' }).click();
    await page.getByRole('button', { name: '发起', exact: true }).click();
    const missing = page.getByRole('status').filter({ hasText: '处需要补充' });
    await expect
      .poll(() => missing.getByRole('button').allTextContents())
      .toEqual([
        '请填写任务名称',
        '请添加签署文件',
        '签署方 2：请填写企业名称',
        '签署方 2：请填写姓名',
        '签署方 2：请填写正确的手机号',
        '抄送方 1：请填写姓名',
        '抄送方 1：请填写正确的手机号',
        `请为“${COMPANY_A.name}”放置签署位置`,
      ]);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await expect.poll(focused).toBe('taskName');
    await missing.getByRole('button', { name: '抄送方 1：请填写姓名' }).click();
    await expect.poll(focused).toBe('copies.0.userName');
    await context.close();
  });

  it('fits a phone’s width with a long file name, and its pages scroll in their own window', async () => {
    const { page, context } = await newUser(browser, { width: 390, height: 844 });
    await open(page, ADMIN_A, newKey());
    await page.setInputFiles(
      'input[type=file]',
      await contractFile(`${'办公用品采购框架合同'.repeat(6)}.pdf`),
    );
    await page.getByText('已上传').waitFor();
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wider).toBeLessThanOrEqual(0);
    // what sends it waits where the thumb is, at the end of the way
    const send = page.getByRole('button', { name: '发起', exact: true });
    await expect.poll(() => send.count()).toBe(0);
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await expect.poll(wider).toBeLessThanOrEqual(0);
    await expect
      .poll(async () => {
        const box = (await send.boundingBox())!;
        return box.y > 422 && box.y + box.height <= 844;
      })
      .toBe(true);
    await screenshot(page, 'wizard-place-390');
    const stage = (await page.getByRole('group', { name: '页面' }).boundingBox())!;
    expect(stage.height).toBeLessThan(844);
    await context.close();
  });
});
