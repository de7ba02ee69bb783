import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The button that says whom one acts as. */
const identityOf = (page: Page) => page.getByRole('button', { name: /^(当前身份|Acting as)/ });

/** Logs in as a person would, by typing, and waits for the page that follows. */
async function logIn({ page }: User, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.locator('html[lang]').waitFor();
  await page.locator('[name=username]').fill('jia');
  await page.locator('[name=password]').fill(DEMO.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await identityOf(page).waitFor();
}

describe('logging in', () => {
  it('[1.13a] by account and password; the password leaves the browser encrypted only ([5.7h])', async () => {
    const user = await newUser(browser);
    const sent: Request[] = [];
    user.page.on('request', (request) => sent.push(request));
    await logIn(user);
    await user.page.waitForURL('**/home');
    const token = sent.find((request) => request.url().endsWith('/ecapi/oauth2/token'));
    expect(token?.headers()['content-type']).toContain('application/x-www-form-urlencoded');
    expect(token?.headers()['ec-type']).toBe('login');
    expect(token?.headers()['x-token']).toBeUndefined();
    expect(sent.some((request) => (request.postData() ?? '').includes(DEMO.password))).toBe(false);
    const me = sent.find((request) => request.url().includes('/getLoggedUserInfo'));
    expect(me?.headers()['x-token']).toBeTruthy();
    expect(me?.headers()['accept-language']).toBe('zh-CN');
    expect(new URL(me?.url() ?? '').searchParams.has('time')).toBe(true);
    const keys = await user.page.evaluate(() => Object.keys(sessionStorage));
    expect(keys).toContain('sass_token');
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  });

  it('says in place when account or password is wrong, and which field is empty', async () => {
    const { page, context } = await newUser(browser);
    await page.goto('/login', { waitUntil: 'networkidle' });
    await page.locator('button[type=submit]').click();
    await expect
      .poll(() => page.locator('[name=username]').evaluate((f) => f === document.activeElement))
      .toBe(true);
    await page.locator('[name=username]').fill('nobody');
    await page.locator('[name=password]').fill('wrong-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await screenshot(page, 'login-refused');
    await context.close();
  });

  it('[5.7i] warns of caps lock', async () => {
    const { page, context } = await newUser(browser);
    await page.goto('/login', { waitUntil: 'networkidle' });
    await page.locator('[name=password]').focus();
    await page.locator('[name=password]').evaluate((field) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }));
    });
    await page.getByText('大写锁定已开启').waitFor();
    await context.close();
  });

  it('[2.13b] a visitor is sent to /login and comes back to where they wanted to go', async () => {
    const user = await newUser(browser);
    await user.page.goto('/home?from=mail');
    await user.page.waitForURL('**/login?redirect=*');
    await logIn(user, user.page.url());
    await user.page.waitForURL('**/home?from=mail');
    await user.context.close();
  });

  it.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('has no flaw that axe finds at %d px in %s', async (width, colorScheme) => {
    const { page, context } = await newUser(browser, { width, height: 844, colorScheme });
    await page.goto('/login', { waitUntil: 'networkidle' });
    await screenshot(page, `login-${colorScheme}-${width}`);
    expect(await flaws(page)).toEqual([]);
    // the longest name of the system takes no more than there is
    await page.locator('header select').selectOption('en-US');
    await page.locator('html[lang=en-US]').waitFor();
    await page.getByText('Electronic contract signing system').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await context.close();
  });
});

describe('the shell', () => {
  it('[2.1a] [2.13h] has a 56 px header and a folding 216 px menu, and says where one is', async () => {
    const user = await newUser(browser);
    const { page } = user;
    await logIn(user, '/login?redirect=/contract/done');
    await page.waitForURL('**/contract/done');
    const aside = page.locator('aside');
    await aside.waitFor();
    await expect
      .poll(() =>
        page
          .locator('header')
          .first()
          .evaluate((h: HTMLElement) => h.offsetHeight),
      )
      .toBe(56);
    await expect.poll(() => aside.evaluate((a: HTMLElement) => a.offsetWidth)).toBe(216);
    const header = page.locator('header').first();
    await header.getByRole('link', { name: '电子合同签署系统' }).locator('img').waitFor();
    for (const part of [
      header.getByText(/客服电话/),
      header.getByRole('combobox'),
      header.getByRole('button', { name: /消息/ }),
      identityOf(page),
    ])
      await part.waitFor();
    await page.getByRole('navigation', { name: '当前位置' }).getByText('待他人签').waitFor();
    await page.getByRole('button', { name: '收起菜单' }).click();
    await page.waitForFunction(() => document.querySelector('aside')?.offsetWidth === 56);
    await page.getByRole('button', { name: '展开菜单' }).click();
    await page.waitForFunction(() => document.querySelector('aside')?.offsetWidth === 216);
    const open = aside.locator('button[aria-expanded=true]');
    await expect.poll(() => open.count()).toBe(1);
    const [first] = await open.allInnerTexts();
    await aside.locator('button[aria-expanded=false]').first().click();
    await aside.locator('button[aria-expanded=false]').filter({ hasText: first }).waitFor();
    await expect.poll(() => open.count()).toBe(1);
    await expect.poll(() => aside.locator('li ul').filter({ visible: true }).count()).toBe(1);
    await aside.locator('button').filter({ hasText: first }).click();
    await open.filter({ hasText: first }).waitFor();
    await expect.poll(() => open.count()).toBe(1);
    await expect.poll(() => page.locator('footer').textContent()).toContain('V2.5.0');
    await expect.poll(() => page.title()).toBe('待他人签 · 电子合同签署系统');
    await screenshot(page, 'shell-light-1440');
    expect(await flaws(page)).toEqual([]);
    await user.context.close();
  });

  it('[2.1e] the clock goes on each second', async () => {
    const user = await newUser(browser);
    await logIn(user);
    const clock = user.page.locator('header time');
    const first = await clock.textContent();
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await user.page.waitForFunction(
      (old) => document.querySelector('header time')?.textContent !== old,
      first,
    );
    await user.context.close();
  });

  it('[0.1e] another language is kept in browser storage, and the menu comes anew in it', async () => {
    const user = await newUser(browser);
    const { page } = user;
    await logIn(user);
    const menus = page.waitForRequest(
      (r) => r.url().includes('/userMenus') && r.headers()['accept-language'] === 'en-US',
    );
    await page.locator('header select').selectOption('en-US');
    await menus;
    await page.locator('html[lang=en-US]').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sass_lang'))).toBe('en-US');
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-US');
    await user.context.close();
  });

  it('[8.1c] a session that is no longer valid is forgotten, and the person is sent to /login', async () => {
    const user = await newUser(browser);
    const { page } = user;
    await logIn(user);
    await page.route('**/notice/new/type/count*', (route) =>
      route.fulfill({ json: { code: 70000411, message: '登录已过期，请重新登录。', data: null } }),
    );
    await page.reload();
    await page.waitForURL('**/login?redirect=*');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sass_'))))
      .toEqual([]);
    await user.context.close();
  });

  it('[4.20] logging out forgets everything and leads to /login', async () => {
    const user = await newUser(browser);
    const { page } = user;
    await logIn(user);
    await identityOf(page).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sass_token'))).toBeNull();
    await user.context.close();
  });

  it('a new tab joins the session of another; logging out in one ends it in both', async () => {
    const user = await newUser(browser);
    await logIn(user);
    const second = await user.context.newPage();
    await second.goto('/home?from=bookmark');
    await identityOf(second).waitFor();
    expect(new URL(second.url()).search).toBe('?from=bookmark');
    const identity = () => user.page.evaluate(() => JSON.parse(sessionStorage.getItem('sass_token')!).entId);
    expect(await second.evaluate(() => JSON.parse(sessionStorage.getItem('sass_token')!).entId)).toBe(
      await identity(),
    );
    await identityOf(second).click();
    await second.getByRole('button', { name: '退出登录' }).click();
    for (const page of [second, user.page]) {
      await page.waitForURL('**/login');
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sass_token'))).toBeNull();
    }
    // Nobody is left to join, and a browser of its own has never had a session.
    const third = await user.context.newPage();
    await third.goto('/home');
    await third.waitForURL('**/login?redirect=*');
    const other = await newUser(browser);
    await other.page.goto('/home');
    await other.page.waitForURL('**/login?redirect=*');
    await other.context.close();
    await user.context.close();
  });

  it('the switch lists the person and the enterprises, and acts as another', async () => {
    const user = await newUser(browser);
    const { page } = user;
    await logIn(user);
    const toggle = identityOf(page);
    const before = await toggle.getAttribute('aria-label');
    await toggle.click();
    const others = page.locator('[popover] button:not([aria-current])').filter({ hasText: '企业' });
    await others.first().waitFor();
    await screenshot(page, 'shell-switch');
    await others.first().click();
    await page.waitForFunction(
      (old) => !document.querySelector(`header button[aria-label="${old}"]`),
      before,
    );
    await identityOf(page).waitFor();
    await expect
      .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('sass_activeUser') ?? '{}').type))
      .toBe('ent');

    // The next login in this browser begins where the last one was; another person's is their own.
    const enterprise = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('sass_token')!).entId);
    const chosen = await enterprise();
    await identityOf(page).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.waitForURL('**/login');
    await logIn(user);
    await expect.poll(enterprise).toBe(chosen);
    await user.context.close();
  });

  it('on a phone the menu is a drawer, and nothing scrolls sideways', async () => {
    const user = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
    const { page } = user;
    await logIn(user);
    await page.getByRole('button', { name: '打开菜单' }).click();
    await page.getByRole('dialog').getByRole('navigation').waitFor();
    await screenshot(page, 'shell-dark-390');
    expect(await flaws(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await user.context.close();
  });
});

describe('[2.25b] pages that cannot be shown', () => {
  it('an unknown address says so with the status 404, and leads on', async () => {
    const { page, context } = await newUser(browser);
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    for (const name of ['去首页', '去登录'])
      await expect.poll(() => page.getByRole('link', { name }).count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: '返回上一页' }).count()).toBe(1);
    await context.close();
  });
});

describe('the weight of pages', () => {
  it.each([
    ['/login', 125],
    ['/home', 200],
  ])('%s brings at most %d kB of JavaScript, gzipped', async (path, limit) => {
    const user = await newUser(browser);
    if (path !== '/login') await logIn(user);
    const page = await user.context.newPage();
    if (path !== '/login') {
      const session = await user.page.evaluate(() => sessionStorage.getItem('sass_token') ?? '');
      await page.addInitScript((token) => sessionStorage.setItem('sass_token', token), session);
    }
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(response.body());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const kB =
      (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
    console.log(`${path}: ${kB.toFixed(1)} kB`);
    expect(kB).toBeLessThanOrEqual(limit);
    await user.context.close();
  });
});
