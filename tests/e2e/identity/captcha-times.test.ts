import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newUser, openBrowser, stopClock } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('[4.24b] [4.24d] [9.17] renews once in 3 s; a wrong piece goes back in 0.3 s, and then anew', async () => {
  const { page, context } = await newUser(browser, { width: 390, height: 844 });
  const asked: string[] = [];
  page.on('request', (request) => {
    const type = new URL(request.url()).searchParams.get('captchaType');
    if (request.url().includes('/captcha/getCaptcha') && type) asked.push(type);
  });
  await page.goto('/forgotPassword');
  await page.getByLabel('手机号或邮箱').fill(newMobile());
  await page.getByRole('button', { name: '获取验证码' }).click();
  const slider = page.getByRole('slider');
  await expect.poll(() => slider.isEnabled()).toBe(true);

  // From here on time passes only as it is told to.
  await stopClock(page);
  await page.clock.runFor(3_000);
  const another = page.getByRole('button', { name: '换一张' });
  await another.click();
  await expect.poll(() => asked).toEqual(['blockPuzzle', 'blockPuzzle']);
  await expect.poll(() => slider.isEnabled()).toBe(true);
  await page.clock.runFor(2_900);
  await another.click();
  await page.getByText('刷新太频繁了，请 3 秒后再试。').waitFor();
  expect(asked).toHaveLength(2);
  await page.clock.runFor(200);
  await another.click();
  await expect.poll(() => asked.length).toBe(3);
  await expect.poll(() => slider.isEnabled()).toBe(true);

  // One pixel from the edge there is never a hole.
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '安全验证' });
  await dialog.getByText('验证失败，请再试一次。').waitFor();
  await expect.poll(() => slider.inputValue()).toBe('0');
  const piece = dialog.locator('img[alt=""]');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await piece.evaluate((element) => getComputedStyle(element).transition)).toMatch(/^left 0\.3s/);
  await page.clock.runFor(900);
  expect(asked).toHaveLength(3);
  await page.clock.runFor(200);
  await expect.poll(() => asked.length).toBe(4);

  await page.getByRole('tab', { name: '点选' }).click();
  await expect.poll(() => asked.at(-1)).toBe('clickWord');
  const picture = page.getByRole('button', { name: /风景图/ });
  await picture.waitFor();
  // Thrice the same place is no three words.
  for (let i = 0; i < 3; i++) await picture.click({ position: { x: 3, y: 3 } });
  await dialog.getByText('验证失败，请再试一次。').waitFor();
  await page.clock.runFor(600);
  expect(asked).toHaveLength(5);
  await page.clock.runFor(200);
  await expect.poll(() => asked.length).toBe(6);
  await context.close();
});
