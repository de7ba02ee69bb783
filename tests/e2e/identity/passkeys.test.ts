import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { sentTo } from '#tests/fixtures/embeds.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { PASSWORD } from '#tests/fixtures/sign-in.ts';
import { companyWithAdmin, newPerson } from '../../fixtures/people.ts';

import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { openAs } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';
import { here, plugIn } from './passkey-device.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('a person adds a passkey, logs in, signs and resets a password with it, and removes it', async () => {
  const { admin } = await companyWithAdmin();
  const person = await newPerson({ signPassword: DEMO.signPassword });
  const { planId: taskId } = await sentTo(admin, person);
  const { page, problems } = await newUser(browser);
  const device = await plugIn(page);
  const client = await openAs(page, person.loginName, here('/account/accountInfo'));
  const section = page.getByRole('region', { name: '通行密钥' });
  await section.getByText('还没有通行密钥').waitFor();
  await section.getByRole('button', { name: '添加通行密钥' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '名称' }).fill('办公电脑');
  await dialog.getByRole('button', { name: '继续' }).click();
  await dialog.getByText('请先确认身份').first().waitFor();
  await screenshot(page, 'passkey-add');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await dialog.getByRole('button', { name: '继续' }).click();
  await section.getByText('办公电脑').waitFor();
  expect(await device.count()).toBe(1);
  await section.getByRole('button', { name: '重命名“办公电脑”' }).click();
  await dialog.getByRole('textbox', { name: '名称' }).fill('家里的电脑');
  await dialog.getByRole('button', { name: '保存' }).click();
  await section.getByText('家里的电脑').waitFor();
  await section.scrollIntoViewIfNeeded();
  await screenshot(page, 'passkey-list');
  expect(await flaws(page)).toEqual([]);

  // Consent: the authenticator signs, without a password or a code.
  await page.goto(here(`/fileSign/fileSign?planId=${taskId}`));
  await page.getByRole('button', { name: /全部放上/ }).click();
  const board = page.getByRole('dialog').locator('canvas[data-ready="true"]');
  await writeOn(board);
  await page.getByRole('button', { name: '使用这个签名' }).click();
  await page.getByRole('button', { name: '使用您的签名签署' }).click();
  await page.getByText('通行密钥', { exact: true }).click();
  await device.verifies(false);
  await page.getByRole('button', { name: '使用通行密钥确认' }).click();
  await page.getByText('未完成确认').waitFor();
  await screenshot(page, 'passkey-consent');
  expect(await flaws(page)).toEqual([]);
  await device.verifies(true);
  await page.getByRole('button', { name: '使用通行密钥确认' }).click();
  await page.getByText('全部签署完成').waitFor();
  expect((await client.call(getTask, { planId: taskId })).status).toBe('ENDED');

  // Login: the password alone is not enough.
  await page.evaluate(() => sessionStorage.clear());
  await device.verifies(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(here('/login'));
  await page.getByRole('textbox', { name: '账号' }).fill(person.loginName);
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('此账号已设置通行密钥').waitFor();
  await screenshot(page, 'passkey-login-390');
  expect(await flaws(page)).toEqual([]);
  await device.verifies(true);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/home');

  // A forgotten password: the code alone sets none.
  await page.evaluate(() => sessionStorage.clear());
  await device.verifies(false);
  await page.goto(here('/forgotPassword'), { waitUntil: 'networkidle' });
  await page.getByLabel('手机号或邮箱').fill(person.mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('验证码已发送，请查收。').waitFor();
  await page
    .getByLabel('验证码', { exact: true })
    .fill(await codeSentTo(client, person.mobile, '找回密码验证码'));
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('新密码').fill('Fresh#Start27');
  await page.getByLabel('确认密码').fill('Fresh#Start27');
  await page.getByRole('button', { name: '设置新密码' }).click();
  await page.getByText('重设密码需要用通行密钥确认').waitFor();
  await screenshot(page, 'passkey-forgotten-390');
  expect(await flaws(page)).toEqual([]);
  await device.verifies(true);
  await page.getByRole('button', { name: '设置新密码' }).click();
  await page.waitForURL('**/passwordResult/success/forgot');
  await page.goto(here('/login'));
  await page.getByRole('textbox', { name: '账号' }).fill(person.loginName);
  await page.getByRole('textbox', { name: '密码' }).fill('Fresh#Start27');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/home');

  await page.goto(here('/account/accountInfo'));
  await section.getByRole('button', { name: '移除“家里的电脑”' }).click();
  await dialog.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await screenshot(page, 'passkey-remove-390');
  await dialog.getByRole('button', { name: '移除' }).click();
  await section.getByText('还没有通行密钥').waitFor();
  expect((await problemsLeft(problems)).filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
});
