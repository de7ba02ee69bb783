import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newUser, openBrowser } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('whoever wants little motion sees each change at once: no transition begins', async () => {
  const { page, context } = await newUser(browser);
  await page.goto('/sim/ui');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const colour = await page.evaluate(() => {
    document.body.style.color = 'rgb(1, 2, 3)';
    return getComputedStyle(document.body).color;
  });
  expect(colour).toBe('rgb(1, 2, 3)');
  await context.close();
});

it('a captcha that somebody is solving stays when the page speaks another language', async () => {
  const { page, context } = await newUser(browser);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/captcha/getCaptcha')) asked += 1;
  });
  await page.goto('/forgotPassword');
  await page.getByLabel('手机号或邮箱').fill(newMobile());
  await page.getByRole('button', { name: '获取验证码' }).click();
  const slider = page.getByRole('slider');
  await expect.poll(() => slider.isEnabled()).toBe(true);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  const place = await slider.inputValue();
  expect(place).not.toBe('0');
  // The dialog lies over the switch.
  await page.locator('select').first().selectOption('en-US', { force: true });
  await page.getByRole('dialog', { name: 'Security verification' }).waitFor();
  expect(await slider.inputValue()).toBe(place);
  expect(asked).toBe(1);
  await context.close();
});

it('what somebody types before the scripts have come stays, and counts', async () => {
  const { page, context } = await newUser(browser);
  let come = () => {};
  const scripts = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto('/firmLogin', { waitUntil: 'commit' });
  const name = page.getByLabel('企业登录名');
  await name.fill('nosuchfirm');
  const go = page.getByRole('button', { name: '前往企业登录' });
  expect(await go.isDisabled()).toBe(true);
  come();
  await go.click();
  await page.getByText('没有找到该企业的登录入口').waitFor();
  expect(await name.inputValue()).toBe('nosuchfirm');
  await context.close();
});
