import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { newUser, openBrowser } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** What the content security policy forbade on this page so far: the console shows each in red. */
const forbidden = (page: Page) =>
  page.evaluate(() => (window as unknown as { forbidden: string[] }).forbidden);

/** A browser that keeps English in its storage, while the server has heard of no language. */
async function englishInStorage({ cookies }: { cookies: boolean }) {
  const user = await newUser(browser);
  await user.context.addInitScript((withCookies) => {
    if (!localStorage.getItem('sass_lang')) localStorage.setItem('sass_lang', 'en-US');
    if (!withCookies)
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
    const forbidden: string[] = [];
    Object.assign(window, { forbidden });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      forbidden.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`),
    );
  }, cookies);
  return user;
}

describe('[0.1e] a page wakes up in the stored language', () => {
  it('[0.1e] is drawn anew where the server did not know it, and told from then on', async () => {
    const { page, context, problems } = await englishInStorage({ cookies: true });
    // the page goes away again, perhaps before it was all there
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en-US');
    // what logging in needs comes with the first key: the schemas of its calls, too
    await page.getByLabel('Account').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await forbidden(page)).toEqual([]);
    const drawn = await (await page.request.get('/login')).text();
    expect(drawn).toContain('<html lang="en-US"');

    await openAs(page, 'jia', '/home');
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();
    await page.getByRole('navigation', { name: 'At a glance' }).getByText(/^\d+$/).first().waitFor();
    expect(await forbidden(page)).toEqual([]);
    // the refused login is said by the browser, too
    expect((await problemsLeft(problems)).filter((text) => !text.includes('status of 40'))).toEqual([]);
    await context.close();
  });

  it('[0.1e] changed in place where no cookie can tell the server', async () => {
    const { page, context, problems } = await englishInStorage({ cookies: false });
    await openAs(page, 'jia', '/notice/index');
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor();
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
    await page.goto('/agreenment/1');
    await page.getByRole('heading', { name: 'Terms of service' }).waitFor();
    expect(await forbidden(page)).toEqual([]);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});

describe('a list asks from the head of its page', () => {
  it('each question once, before its scripts have come; a hostile address stays an address', async () => {
    // of its own: a list reads again when something happens to its company
    const { boss, ent } = await companyWithAdmin();
    const { page, context, problems } = await newUser(browser);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const path = `/contract/startWithMe?keyword=${encodeURIComponent('</script><script>window.hurt=1</script>')}`;
    let scripts = () => {};
    const held = new Promise<void>((release) => {
      scripts = release;
    });
    await page.route('**/assets/entry.client-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const opened = openAs(page, boss.loginName, path, ent.id);
    const lists = () => asked.filter((one) => one.endsWith('/plan/page')).length;
    await expect.poll(lists).toBe(1);
    scripts();
    await opened;
    await page.getByText('没有符合条件的结果').waitFor();
    expect(lists()).toBe(1);
    expect(asked.filter((one) => one.endsWith('/userMenus'))).toHaveLength(1);
    expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});
