import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { COMPANY_A, sendDemoTask } from '../../fixtures/contracts.ts';
import { newUser, openBrowser } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

const ent = DEMO.enterprises[0]!.id;
const SYSTEM = '电子合同签署系统';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const expectTitle = (page: Page, title: string) => expect.poll(() => page.title()).toBe(title);
/** What a screen reader was told last of all pages. */
const announced = (page: Page) => page.locator('body > p[aria-live=polite]').textContent();

describe('[2.1f] the title in the browser', () => {
  it('names the page and the system, in the page as it is sent already', async () => {
    const { page, context } = await newUser(browser);
    const sent = async (path: string, language = 'zh-CN') => {
      const answer = await context.request.get(path, { headers: { Cookie: `sass_lang=${language}` } });
      return /<title>([^<]*)<\/title>/.exec(await answer.text())?.[1];
    };
    expect(await sent('/login')).toBe(`登录 · ${SYSTEM}`);
    expect(await sent('/contract/done', 'zh-TW')).toBe('待他人簽 · 電子合約簽署系統');
    expect(await sent('/agreenment/2', 'en-US')).toBe('Privacy policy · Electronic contract signing system');
    expect(await sent('/nowhere')).toBe(`没有找到这个页面 · ${SYSTEM}`);
    await page.goto('/login');
    await expectTitle(page, `登录 · ${SYSTEM}`);
    await page.getByRole('link', { name: '注册账号' }).click();
    await expectTitle(page, `注册账号 · ${SYSTEM}`);
    await context.close();
  });

  it('changes with the page, which a screen reader is told, and with the language', async () => {
    const { page, context, problems } = await newUser(browser);
    await openAs(page, 'jia', '/contract/done', ent);
    await expectTitle(page, `待他人签 · ${SYSTEM}`);
    expect(await announced(page)).toBe('');
    const menu = page.locator('aside');
    await menu.getByRole('link', { name: '已完成' }).click();
    await expectTitle(page, `已完成 · ${SYSTEM}`);
    await expect.poll(() => announced(page)).toBe('已完成');
    await page.goBack();
    await expectTitle(page, `待他人签 · ${SYSTEM}`);
    await expect.poll(() => announced(page)).toBe('待他人签');

    const languages = page.locator('header').getByRole('combobox');
    await languages.selectOption('en-US');
    await expectTitle(page, 'Waiting for others · Electronic contract signing system');
    await languages.selectOption('zh-TW');
    await expectTitle(page, '待他人簽 · 電子合約簽署系統');

    // a page of the console that this person's menu does not hold
    await page.goto('/platform/review');
    await expect.poll(() => page.url()).toContain('/home');
    await expectTitle(page, '首頁 · 電子合約簽署系統');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('names a task by its subject where it is seen or signed, and what is not allowed as that', async () => {
    const name = freshName('标题里的合同');
    const sender = await signedIn('jia', COMPANY_A.id);
    const { planId: taskId } = await sendDemoTask(sender, { name, parties: ['jia', 'yi'] });
    const { page, context } = await newUser(browser);
    await openAs(page, 'jia', `/contract/summary/${taskId}`, COMPANY_A.id);
    await expectTitle(page, `${name} · 签署轨迹 · ${SYSTEM}`);
    await page.getByRole('link', { name: '签署', exact: true }).click();
    await expectTitle(page, `${name} · 签署 · ${SYSTEM}`);
    await page.goto('/contract/done');
    await expectTitle(page, `待他人签 · ${SYSTEM}`);
    await context.close();

    const other = await newUser(browser);
    await openAs(other.page, 'bing', '/platform/review');
    await expectTitle(other.page, `没有访问权限 · ${SYSTEM}`);
    await other.context.close();
  });
});
