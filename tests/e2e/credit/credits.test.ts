import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { personSigner, taskToSend } from '../../fixtures/contracts.ts';
import { newCompany, newPerson } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { openSession } from '../realname/open-as-new.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('[2.8b] the platform gives copies, and the home page’s link leads to balance and movements', async () => {
  const boss = await newPerson();
  const ent = await newCompany(boss, {}, 0);
  const reviewer = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
  const platform = await openSession(
    browser,
    reviewer,
    `/platform/enterprise?entName=${encodeURIComponent(ent.name)}`,
  );
  const row = platform.page.getByRole('row', { name: new RegExp(ent.name) });
  await row.getByRole('button', { name: '更多' }).click();
  await platform.page.getByRole('menuitem', { name: '增加份数' }).click();
  const dialog = platform.page.getByRole('dialog', { name: `为“${ent.name}”增加份数` });
  await dialog.getByRole('button', { name: '增加份数' }).click();
  await dialog.getByText('请填写').first().waitFor();
  await dialog.getByRole('spinbutton', { name: '份数' }).fill('3');
  await dialog.getByRole('textbox', { name: /^原因/ }).fill('线下合同约定');
  await screenshot(platform.page, 'platform-give-credits');
  expect(await flaws(platform.page)).toEqual([]);
  await dialog.getByRole('button', { name: '增加份数' }).click();
  await platform.page.getByText(`已为“${ent.name}”增加 3 份`).waitFor();
  expect(await problemsLeft(platform.problems)).toEqual([]);
  await platform.context.close();

  const admin = await signedIn(boss, ent);
  const signer = await newPerson();
  const plan = await taskToSend(admin, [personSigner({ realName: signer.name, mobile: signer.mobile })]);
  await admin.call(sendTask, plan);
  const { page, context, problems } = await openSession(browser, admin, '/home');
  await page.getByText('2 份可用').waitFor();
  await page.getByRole('link', { name: '充值' }).click();
  await page.getByRole('heading', { name: '签署份数', level: 1 }).waitFor();
  await page.getByText('份数不多了，请及时购买').waitFor();
  const lot = page.getByRole('row', { name: /^CP\d{18}/ });
  await lot.getByText('平台赠送').waitFor();
  await lot.getByText('长期有效').waitFor();
  await lot.getByText('正常').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'copies-lots');
  await page.getByRole('tab', { name: '变动明细' }).click();
  await page.getByRole('row', { name: new RegExp(`发起占用.*−1.*${plan.taskName}`) }).waitFor();
  await page
    .getByRole('row', { name: /平台赠送.*\+3/ })
    .getByText('线下合同约定')
    .waitFor();
  await screenshot(page, 'copies-ledger');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await screenshot(page, 'copies-ledger-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
