import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Lists of an enterprise by part of the menu, and those of the platform. */
const PARTS = [
  [
    'jia',
    'contracts',
    [
      '/contract/issuedContract',
      '/contract/done',
      '/contract/finished',
      '/contract/startWithMe',
      '/contract/sendWithMe',
      '/contract/toVoid',
      '/contract/expiring',
      '/contract/draft',
      '/quickSignManage/quickList',
    ],
  ],
  [
    'jia',
    'enterprise',
    [
      '/company/seal',
      '/company/cert',
      '/company/order',
      '/company/person',
      '/company/audit',
      '/company/employee',
      '/company/frontTemplateFile',
      '/company/frontTemplateRole',
      '/company/frontTemplateField',
      '/account/myBusiness',
      '/notice/index',
    ],
  ],
  [
    'platform',
    'platform',
    [
      '/platform/review',
      '/platform/administrator',
      '/platform/enterprise',
      '/platform/sso',
      '/platform/audit',
    ],
  ],
] as const;

for (const [language, colorScheme] of [
  ['zh-CN', 'light'],
  ['en-US', 'dark'],
] as const)
  for (const [who, part, paths] of PARTS)
    it(`every list of the ${part} fits a desk and a phone, and no flaw is found in it, in ${language} and ${colorScheme}`, async () => {
      const user = await newUser(browser, { language, colorScheme });
      const { page, context, problems } = user;
      await speak(user, language);
      await openAs(page, who, paths[0], who === 'platform' ? undefined : DEMO.enterprises[0]!.id);
      for (const path of paths) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const busy = page.locator('main [aria-busy=true], main [role=status]');
        await expect.poll(() => busy.count(), { message: path }).toBe(0);
        const name = `list${path.replaceAll('/', '-')}-${language}-${colorScheme}`;
        await screenshot(page, `${name}-1440`);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await screenshot(page, `${name}-390`);
        expect(await flaws(page), path).toEqual([]);
        const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(beyond, { message: path }).toBeLessThanOrEqual(0);
      }
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    });
