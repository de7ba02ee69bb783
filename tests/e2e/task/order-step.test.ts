import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  INDIVIDUAL,
  newKey,
  sign,
} from '#tests/fixtures/contracts.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { drag } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('[2.16c] [4.1e] [4.1f] the third step sets who signs after and beside whom; so it is signed', async () => {
  const { page, context, problems } = await newUser(browser);
  const draft = newKey();
  const taskName = `顺序${draft.slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${draft}`, COMPANY_A.id);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await page.getByRole('button', { name: '下一步' }).click();
  const second = page.getByRole('article', { name: '签署方 2' });
  await second.getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await second.getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
  await second.getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
  await page.getByRole('button', { name: '添加个人签署方' }).click();
  const third = page.getByRole('article', { name: '签署方 3' });
  await third.getByRole('textbox', { name: '姓名' }).fill(INDIVIDUAL.realName);
  await third.getByRole('textbox', { name: '手机号' }).fill(INDIVIDUAL.mobile);

  await page.getByRole('button', { name: '下一步' }).click();
  const order = page.getByRole('region', { name: '签署顺序' });
  const lines = () =>
    order
      .locator('[data-signer]')
      .evaluateAll((items) =>
        items.map(
          (item) => `${item.firstElementChild!.textContent} ${item.children[1]!.firstChild!.textContent}`,
        ),
      );
  await order.getByRole('radio', { name: '不分先后' }).waitFor();
  expect(await order.getByRole('radio', { name: '不分先后' }).isChecked()).toBe(true);
  expect(await order.locator('[data-signer]').count()).toBe(0);
  await order.getByRole('radio', { name: '按顺序' }).check({ force: true });
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${COMPANY_B.name}`, `3 ${INDIVIDUAL.realName}`]);
  // by keyboard alone: the buttons are reached and pressed like any other
  await order.getByRole('button', { name: `${INDIVIDUAL.realName} 上移` }).press('Enter');
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${INDIVIDUAL.realName}`, `3 ${COMPANY_B.name}`]);
  await order.getByRole('checkbox', { name: '与上一位同时签署' }).last().check({ force: true });
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${INDIVIDUAL.realName}`, `2 ${COMPANY_B.name}`]);
  // the path as a picture is a list of steps with their people
  const steps = () =>
    order
      .locator('figure')
      .locator('ol > li')
      .evaluateAll((all) => all.map((one) => one.textContent));
  await expect
    .poll(steps)
    .toEqual([
      '发起',
      `第 1 步${COMPANY_A.name}${ADMIN_A.realName}`,
      `第 2 步，2 方同时签署${INDIVIDUAL.realName}${COMPANY_B.name}${ADMIN_B.realName}`,
      '完成',
    ]);
  // dragged by its handle: above the first, and back below it onto the other, with whom it signs at the same time
  const dragRow = async (name: string, to: string, part: number) => {
    const row = order.locator('[data-signer]').filter({ hasText: to }).first();
    await drag(order.getByRole('button', { name: `拖动 ${name}` }), row, 0.5, part);
    await page.locator('[data-drop]').waitFor();
    await page.mouse.up();
  };
  await dragRow(COMPANY_B.name, COMPANY_A.name, 0.1);
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_B.name}`, `2 ${COMPANY_A.name}`, `3 ${INDIVIDUAL.realName}`]);
  await dragRow(COMPANY_B.name, INDIVIDUAL.realName, 0.5);
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${COMPANY_B.name}`, `2 ${INDIVIDUAL.realName}`]);
  // the same by the arrow keys on the handle, past one neighbour at a time
  const handle = order.getByRole('button', { name: `拖动 ${COMPANY_B.name}` });
  await handle.press('ArrowUp');
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_B.name}`, `2 ${COMPANY_A.name}`, `3 ${INDIVIDUAL.realName}`]);
  await handle.press('ArrowDown');
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${COMPANY_B.name}`, `3 ${INDIVIDUAL.realName}`]);
  await handle.press('ArrowDown');
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${INDIVIDUAL.realName}`, `3 ${COMPANY_B.name}`]);
  await order.getByRole('checkbox', { name: '与上一位同时签署' }).last().check({ force: true });
  await expect
    .poll(lines)
    .toEqual([`1 ${COMPANY_A.name}`, `2 ${INDIVIDUAL.realName}`, `2 ${COMPANY_B.name}`]);
  await screenshot(page, 'wizard-order');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'wizard-order-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').nth(2).waitFor();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/startWithMe**');
  const sender = await companyA();
  const [row] = (await sender.call(listTasks, { box: 'startWithMe', keyword: taskName })).records;
  const state = async () => {
    const task = await sender.call(getTask, { planId: row!.planId });
    const signers = task.signerList.map((s) => [s.entName || s.userName, s.signOrder, s.status]);
    return { orderState: task.orderState, signers };
  };
  expect(await state()).toEqual({
    orderState: 'ORDER',
    signers: [
      [COMPANY_A.name, 1, 'SIGNING'],
      [COMPANY_B.name, 2, 'UNSIGNED'],
      [INDIVIDUAL.realName, 2, 'UNSIGNED'],
    ],
  });
  await sign(sender, row!.planId);
  expect((await state()).signers.map(([, , status]) => status)).toEqual(['SIGNED', 'SIGNING', 'SIGNING']);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
