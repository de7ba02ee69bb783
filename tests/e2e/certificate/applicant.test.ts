import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOrder, listOrders } from '#core/certificate/calls.ts';
import { answerSimulatedOrder, holdSimulatedOrders } from '#core/certificate/sim-calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { certified, newSeal } from '../../api/seal/seals.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('[7.8m] a seal keeper reads what an order will send of them, and the order shows it sent', async () => {
  const boss = await newPerson();
  const company = await newCompany(boss);
  const api = await signedIn(boss, company);
  await api.call(holdSimulatedOrders, { organization: company.name, hold: true });
  const { stampId } = await newSeal(api);
  await api.call(applyCertificate, { stampId });
  expect(await certified(api, stampId)).toBe('APPLYING');
  const [order] = (await api.call(listOrders, {})).records;
  const { orderId, orderNumber } = order!;
  await api.call(answerSimulatedOrder, { orderId, answer: 'PENDING' });

  const { page, problems } = await newUser(browser);
  await openAs(page, await signedIn(boss, company), '/company/order');
  const row = page.getByRole('row').filter({ hasText: orderNumber });
  await row.waitFor();
  const open = async () => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: '提交实名', exact: true }).click();
    await dialog.waitFor();
  };
  const dialog = page.getByRole('alertdialog', { name: '向证书机构提交您的实名信息？' });
  await open();
  await dialog.getByText('您的姓名、证件类型与号码、手机号将提交给证书机构').waitFor();
  await dialog.getByText(orderNumber).waitFor();
  // Enter does not send: the way out has the focus.
  await expect
    .poll(() => dialog.getByRole('button', { name: '取消' }).evaluate((b) => b === document.activeElement))
    .toBe(true);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'applicant-dialog');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect((await api.call(getOrder, { orderId })).applicantTime).toBeNull();

  await open();
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByText(orderNumber).waitFor();
  await screenshot(page, 'applicant-dialog-phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: '提交实名信息' }).click();
  await page.getByText('实名信息已提交给证书机构').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await api.call(getOrder, { orderId })).applicantTime).not.toBeNull();

  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: '详情' }).click();
  const details = page.getByRole('dialog');
  await details.getByText('实名信息提交').waitFor();
  await expect.poll(() => details.getByText('未提交').count()).toBe(0);
  await screenshot(page, 'applicant-sent');
  expect(await problemsLeft(problems)).toEqual([]);
});
