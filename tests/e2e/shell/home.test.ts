import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countNewNotices } from '#core/notice/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { newUser, openBrowser, screenshot, stopClock } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

const [COMPANY] = DEMO.enterprises;
const ent = COMPANY!.id;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const answer = (data: unknown) => ({ json: { code: 200, message: '', data } });
const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null'), `sass_${key}`);

describe('home', () => {
  it('[2.1d] [2.8a] [2.8b] [3.28a] shows counts, balance, charts and ways on, with no left menu', async () => {
    const { page, context, problems } = await newUser(browser);
    await page.route('**/ecapi/cert/expiring*', (route) =>
      route.fulfill(answer({ count: 2, firstNotAfter: Date.UTC(2026, 11, 1, 4) })),
    );
    await openAs(page, 'jia', '/home', ent);
    const tiles = page.getByRole('navigation', { name: '合同概况' });
    for (const name of ['待我签', '待他人签', '即将到期', '已完成', '我发起的', '抄送我的', '草稿'])
      await tiles.getByRole('link', { name }).filter({ hasText: /\d/ }).waitFor();
    await expect.poll(() => page.locator('aside').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('首页 · 电子合同签署系统');
    await page.getByText('V2.5.0').waitFor();
    await page
      .getByRole('region', { name: '签署份数' })
      .getByText(/份可用/)
      .waitFor();
    await page.getByRole('region', { name: '近六个月' }).waitFor();
    await expect.poll(() => page.getByRole('table', { name: '近六个月' }).getByRole('row').count()).toBe(7);
    await page.getByRole('region', { name: '常用功能' }).getByRole('link', { name: '发起签署' }).waitFor();
    await page.getByText('已实名认证').waitFor();

    // [9.33] said once for this enterprise in this session
    const tip = page.getByText('有 2 枚印章的证书将在一个月内到期，最早 2026-12-01');
    await tip.waitFor();
    await screenshot(page, 'home-1440');
    await page.getByRole('button', { name: '暂不提醒' }).click();
    await tip.waitFor({ state: 'detached' });
    await expect.poll(() => stored(page, 'expiredShow')).toEqual({ [ent]: true });
    await page.reload();
    await tiles.getByRole('link', { name: '待我签' }).filter({ hasText: /\d/ }).waitFor();
    await expect.poll(() => tip.count()).toBe(0);

    // [3.28a] what the session holds, [3.28b] each key with its prefix
    await page.waitForFunction(() =>
      Number.isInteger(JSON.parse(sessionStorage.getItem('sass_signNum') ?? '"--"')),
    );
    const keys = await page.evaluate(() => Object.keys(sessionStorage));
    for (const key of [
      'loginUser',
      'activeUser',
      'entAuthInfo',
      'userExtendInfo',
      'menuList',
      'permissions',
      'btnPermissions',
      'routerList',
      'signNum',
    ])
      expect(keys).toContain(`sass_${key}`);
    expect(keys.filter((key) => !key.startsWith('sass_') && !/^(remix|positions|router)/i.test(key))).toEqual(
      [],
    );
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[6.5a] [6.5c] [6.5e] [6.5d] lets an OUTSIDE person verify and join, and an INSIDE one not', async () => {
    const outside = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
    await openAs(outside.page, 'bing', '/home');
    const steps = outside.page.getByRole('region', { name: '认证与企业' });
    await steps.getByRole('link', { name: /加入企业/ }).waitFor();
    await steps.getByRole('link', { name: /企业认证/ }).waitFor();
    // of no enterprise yet: there is none to switch to
    await outside.page.getByText('要发起签署，请先加入或认证一家企业').waitFor();
    await screenshot(outside.page, 'home-person-390-dark');
    await expect
      .poll(() => outside.page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await outside.page.setViewportSize({ width: 1440, height: 900 });
    await outside.page.getByText(/^客服电话 /).waitFor();
    await outside.context.close();

    const inside = await newUser(browser);
    await openAs(inside.page, 'platform', '/home');
    await inside.page.getByText(/^认证、合同、客服电话 /).waitFor();
    await expect.poll(() => inside.page.getByRole('region', { name: '认证与企业' }).count()).toBe(0);
    await inside.context.close();
  });
});

describe('the shell', () => {
  it('[6.7] [9.28] [8.20e] "pending" shows -- while loading and 999+ above; one link, one step', async () => {
    const { page, context, problems } = await newUser(browser);
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/ecapi/docmanager/assemble/plan/getCountFirstPage*', async (route) => {
      await held;
      const counts = {
        todo: 1_000,
        sent: 0,
        draft: 0,
        pendingOthers: 0,
        finished: 0,
        expiring: 0,
        copies: 0,
      };
      await route.fulfill(answer({ ...counts, balance: 1, months: [] }));
    });
    await openAs(page, 'jia', '/contract/done', ent);
    const entry = page.locator('aside').getByRole('link', { name: /^待我签/ });
    await entry.getByText('--').waitFor();
    release();
    await entry.getByText('999+').waitFor();
    await expect.poll(() => stored(page, 'signNum')).toBe(1_000);

    const here = page.locator('aside').getByRole('link', { name: '待他人签' });
    const steps = await page.evaluate(() => history.length);
    for (let i = 0; i < 3; i++) await here.click();
    await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[2.23d] [9.27] [9.26] the bell shows four after 300 ms; the switch shows 20, then 20 more', async () => {
    const { page, context } = await newUser(browser);
    await page.route('**/ecapi/notice/new/type/count*', (route) =>
      route.fulfill(answer({ userSum: 9, enterpriseMap: {}, categoryMap: { contract: 9 } })),
    );
    const asked: URL[] = [];
    await page.route('**/ecapi/notice/page*', (route) => {
      const url = new URL(route.request().url());
      asked.push(url);
      const size = Number(url.searchParams.get('size'));
      const records = Array.from({ length: size }, (_, i) => ({
        id: `notice000${i}`,
        subject: `消息 ${i}`,
        createTime: Date.UTC(2026, 10, 20, 6, 5),
        readFlag: 0,
        normalMessageCategory: 'contract',
        planId: '',
      }));
      return route.fulfill(answer({ records, total: 9, current: 1, size }));
    });
    const companies = Array.from({ length: 45 }, (_, i) => ({
      id: `company000${i}`,
      name: `企业 ${i + 1} 号`,
      entType: 'ENTERPRISE-ENTERPRISE',
      isBiz: true,
      isAuth: true,
      userTodoPlans: 0,
      childNodes: [],
    }));
    await page.route('**/listUserEnterprises*', (route) =>
      route.fulfill(answer({ resList: companies, userTodoPlans: 0 })),
    );
    await openAs(page, 'jia', '/contract/done', ent);

    const bell = page.getByRole('button', { name: '9 条未读消息' });
    const panel = page.getByRole('dialog', { name: '9 条未读消息' });
    await stopClock(page);
    await bell.hover();
    await page.clock.runFor(299);
    await expect.poll(() => panel.isVisible()).toBe(false);
    await page.clock.runFor(1);
    await panel.waitFor();
    await page.clock.resume();
    await panel.getByText('消息 3').waitFor();
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(4);
    expect(asked.at(-1)?.searchParams.get('readFlag')).toBe('0');
    await expect.poll(() => panel.evaluate((element: HTMLElement) => element.offsetWidth)).toBe(410);
    await screenshot(page, 'shell-bell');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^当前身份/ }).click();
    const list = page.locator('[popover]').filter({ hasText: '企业 1 号' });
    const shown = () =>
      list
        .getByRole('button')
        .filter({ hasText: /^.?企业 \d+ 号/ })
        .count();
    await list.getByText('企业 20 号').waitFor();
    await expect.poll(() => shown()).toBe(20);
    const scroll = () =>
      list.getByText('企业 1 号').evaluate((element) => {
        let box: HTMLElement | null = element as HTMLElement;
        while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
        box?.scrollTo({ top: box.scrollHeight });
      });
    await scroll();
    await list.getByText('企业 40 号').waitFor();
    await expect.poll(() => shown()).toBe(40);
    await scroll();
    await list.getByText('企业 45 号').waitFor();
    await context.close();
  });

  it('[8.18] [8.5a] [6.8a] [2.25b] a page outside the menu says so, with ways to login and home', async () => {
    const { page, context } = await newUser(browser);
    await openAs(page, 'jia2', '/contract/done', ent);
    await page.goto('/company/seal');
    await page.getByText('您没有访问此页面的权限，请联系管理员').waitFor();
    await page.getByRole('link', { name: '去首页' }).waitFor();
    await page.getByRole('link', { name: '去登录' }).waitFor();
    await screenshot(page, 'shell-no-permission');
    await page.getByRole('button', { name: '返回上一页' }).click();
    await page.waitForURL('**/contract/done');
    await context.close();
  });

  it('[2.13a] routes are rebuilt from the cookie’s menu, once, when the session lost its own', async () => {
    const { page, context } = await newUser(browser);
    await openAs(page, 'jia', '/contract/done', ent);
    await expect
      .poll(async () => (await context.cookies()).some(({ name }) => name === 'sass_menu'))
      .toBe(true);
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'sass_menu');
    expect(cookie?.sameSite).toBe('Strict');
    await page.evaluate(() => {
      for (const key of ['sass_menuList', 'sass_routerList', 'sass_btnPermissions'])
        sessionStorage.removeItem(key);
    });
    // the server does not answer: what opens the page is the cookie
    await page.route('**/userRegister/userMenus*', () => undefined);
    await page.reload();
    await page.getByRole('heading', { name: '待他人签' }).waitFor();
    await expect.poll(() => stored(page, 'routerList')).toContain('/contract/done');
    await context.close();
  });
});

describe('notices', () => {
  it('[2.23c] are all marked as read by one button, which is there while any is unread', async () => {
    const person = await newPerson();
    const sender = await signedIn('jia', ent);
    for (let i = 0; i < 2; i++)
      await sender.call(
        sendTask,
        await taskToSend(sender, [personSigner({ realName: person.name, mobile: person.mobile })]),
      );
    await runJobs();
    const { page, context } = await newUser(browser);
    const client = await openAs(page, await signedIn(person), '/notice/index');
    const unread = page.getByRole('button', { name: /^未读/ });
    await expect.poll(() => unread.count()).toBe(2);
    const readAll = page.getByRole('button', { name: '全部标为已读' });
    await readAll.click();
    await page.getByText('全部消息已标为已读。').waitFor();
    await expect.poll(() => unread.count()).toBe(0);
    await readAll.waitFor({ state: 'detached' });
    expect((await client.call(countNewNotices, {})).userSum).toBe(0);
    await context.close();
  });

  it('[2.9] [5.18c] [9.18] the address’s category is open; typing searches after 800 ms of rest', async () => {
    const { page, context } = await newUser(browser, { width: 390, height: 844 });
    const keywords: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      const keyword = url.searchParams.get('keyword');
      if (url.pathname.endsWith('/notice/page') && keyword) keywords.push(keyword);
    });
    await openAs(page, 'yi', '/notice/index?currentComp=approval');
    await page.getByRole('tab', { name: /审批消息/, selected: true }).waitFor();
    await page.getByRole('tab', { name: /系统消息/ }).click();
    // the address changes before the list is drawn
    await page.getByRole('tab', { name: /系统消息/, selected: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('currentComp')).toBe('system');
    await stopClock(page);
    await page.getByLabel('查找消息').pressSequentially('合 同ab');
    await page.clock.runFor(799);
    // one more letter, and the rest begins anew
    await page.getByLabel('查找消息').press('c');
    await page.clock.runFor(799);
    await page.waitForFunction(() => !location.search.includes('keyword'));
    expect(keywords).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => keywords).toEqual(['合同abc']);
    await page.clock.resume();
    await screenshot(page, 'notice-390');
    await context.close();
  });

  it('[2.9] every category can be seen on a phone, in every language, however many are unread', async () => {
    for (const [language, last] of [
      ['zh-CN', '系统消息'],
      ['zh-TW', '系統訊息'],
      ['en-US', 'System'],
    ] as const) {
      const { page, context } = await newUser(browser, { language, width: 390, height: 844 });
      await context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
      await page.route('**/notice/new/type/count*', (route) =>
        route.fulfill(
          answer({
            userSum: 3000,
            enterpriseMap: {},
            categoryMap: { contract: 1000, approval: 1000, system: 1000 },
          }),
        ),
      );
      await openAs(page, 'yi', '/notice/index');
      await page.getByRole('tab', { name: last }).filter({ hasText: '999+' }).waitFor();
      const list = page.getByRole('tablist');
      await screenshot(page, `notice-390-${language}`);
      expect(await list.evaluate((l) => l.scrollWidth - l.clientWidth)).toBe(0);
      await context.close();
    }
  });
});
