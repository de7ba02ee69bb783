import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { newPerson } from '#tests/fixtures/people.ts';

import { PASSWORD, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const api = () => new ApiClient(product().baseUrl);
const NEXT = 'Neu#271828';

describe('at home', () => {
  it('[2.25f] [8.20c] a default password is changed first; errors stay between field and person', async () => {
    const person = await newPerson({ defaultPassword: true, personalAuthStatus: 'UNAUTH' });
    const { page, context } = await newUser(browser);
    await openAs(page, await signedIn(person), '/home');
    const dialog = page.getByRole('dialog', { name: '请修改密码' });
    await dialog.waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    const made: string[] = [];
    page.on('request', (request) => made.push(request.url()));
    await dialog.getByLabel('新密码').fill('short');
    await dialog.getByLabel('确认密码').fill('other');
    await dialog.getByRole('button', { name: '修改密码' }).click();
    // refused in the form: nothing is sent, and nothing but the fields speaks
    await dialog.locator('[name=password][aria-invalid=true]').waitFor();
    await dialog.locator('[name=confirm][aria-invalid=true]').waitFor();
    const sent = () => made.filter((url) => /password/i.test(url)).length;
    expect(sent()).toBe(0);
    // by its attributes, because what stands behind a dialog has no role
    const messages = page.locator('section[aria-label="消息"]');
    expect([await messages.count(), await messages.locator('> *').count()]).toEqual([1, 0]);
    await screenshot(page, 'default-password');
    await dialog.getByLabel('新密码').fill(NEXT);
    await dialog.getByLabel('确认密码').fill(NEXT);
    await dialog.getByRole('button', { name: '修改密码' }).click();
    await messages.getByText('密码已修改。').waitFor();
    expect(sent()).toBeGreaterThan(0);
    await dialog.waitFor({ state: 'detached' });
    await api().login(person.loginName, NEXT);
    await expect(api().login(person.loginName, PASSWORD)).rejects.toThrow();
    await context.close();
  });

  it('[6.5b] an OUTSIDE person closes the account in the real-name dialog, an INSIDE one cannot', async () => {
    const inside = await newPerson({ personalAuthStatus: 'UNAUTH', ownerType: 'INSIDE' });
    const theirs = await newUser(browser);
    await openAs(theirs.page, await signedIn(inside), '/home');
    const realName = { name: '完成实名认证' };
    await theirs.page.getByRole('dialog', realName).waitFor();
    await expect.poll(() => theirs.page.getByRole('button', { name: '注销账号' }).count()).toBe(0);
    await theirs.context.close();

    const person = await newPerson({ personalAuthStatus: 'UNAUTH' });
    const { page, context, problems } = await newUser(browser, { width: 390, height: 844 });
    await openAs(page, await signedIn(person), '/home');
    const first = page.getByRole('dialog', realName);
    await first.getByRole('button', { name: '注销账号' }).click();
    const warning = page.getByRole('alertdialog', { name: '注销账号' });
    await warning.getByText(`确定注销“${person.name}”的账号？`).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'close-from-real-name');
    await warning.getByRole('button', { name: '取消' }).click();
    await first.getByRole('button', { name: '注销账号' }).click();
    await warning.getByRole('button', { name: '继续注销' }).click();
    const dialog = page.getByRole('dialog', { name: '注销账号' });
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('验证码已发送').waitFor();
    await dialog.getByLabel('验证码').fill(await codeSentTo(api(), person.mobile, '注销账号验证码'));
    await dialog.getByRole('button', { name: '确认注销' }).click();
    await page.waitForURL('**/login');
    await page.getByText('账号已注销').waitFor();
    await expect(api().login(person.loginName, PASSWORD)).rejects.toThrow();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});

it('[8.6c] a security verification that cannot be fetched says so, and comes when asked again', async () => {
  const { page, context } = await newUser(browser);
  await page.clock.install();
  const captcha = '**/captcha/getCaptcha*';
  await page.route(captcha, (route) => route.abort());
  await page.goto('/register', { waitUntil: 'networkidle' });
  await page.getByLabel('手机号').fill('13800138000');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('获取验证失败，请点击刷新重试。').waitFor();
  await screenshot(page, 'captcha-not-fetched');
  await page.unroute(captcha);
  await page.clock.fastForward(3_000);
  await page.getByRole('button', { name: '换一张' }).click();
  await page.getByRole('slider').waitFor();
  await page.getByText('获取验证失败，请点击刷新重试。').waitFor({ state: 'detached' });
  await context.close();
});
