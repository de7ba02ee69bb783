import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { here, plugIn } from '../identity/passkey-device.ts';
import { openAs } from '../open-as.ts';
import { said } from '../page.ts';
import { problemsLeft } from '../problems.ts';
import { button, counted, enter, PHONE, sentTo } from './walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('asks whoever has a passkey for it after the code of a link, and again if it was cancelled', async () => {
  const person = await newPerson({ signPassword: DEMO.signPassword });
  const { planId: taskId, path } = await sentTo(person.mobile, person.name);
  const { page, context, problems } = await newUser(browser, PHONE);
  const device = await plugIn(page);
  await openAs(page, person.loginName, here('/account/accountInfo'));
  await button(page, '添加通行密钥').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '名称' }).fill('手机');
  await dialog.getByRole('button', { name: '继续' }).click();
  await dialog.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await dialog.getByRole('button', { name: '继续' }).click();
  await expect.poll(() => device.count()).toBe(1);
  await dialog.waitFor({ state: 'detached' });
  const keys = await device.keys();
  await page.close();

  // On a page of its own, which is not signed in.
  const link = await context.newPage();
  const phone = await plugIn(link);
  await phone.take(keys);
  await phone.verifies(false);
  const { touch, touches } = counted(link);
  await link.goto(here(path));
  await enter(link, touch, person.mobile);
  await said(link, '此账号已设置通行密钥');
  expect(await flaws(link)).toEqual([]);
  await screenshot(link, 'invitation-passkey-390');
  await phone.verifies(true);
  await touch(button(link, '继续'));
  await link.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  expect(touches()).toBe(2);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
