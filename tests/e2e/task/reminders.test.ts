import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { getDelivery } from '#core/task/delivery-calls.ts';
import { getReminderDefault } from '#core/task/reminder-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentText } from '#tests/fixtures/messages.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { press, said } from '../page.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const OWN = { afterDays: 2, everyDays: 3, times: 3, quietFrom: 21, quietTo: 9 };

it.each([
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const)(
  'reminders are set for the enterprise and a contract, and silenced, in %s at %d px',
  async (colorScheme, width, height) => {
    const boss = await newPerson();
    const ent = await newCompany(boss);
    const sender = await signedIn(boss, ent);
    const { page, context, problems } = await newUser(browser, { colorScheme, width, height });
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

    await openAs(page, sender, '/company/info');
    const panel = page.getByRole('region', { name: '签署提醒' });
    await panel.getByText('不自动提醒').waitFor();
    await press(page, '修改');
    await page.getByRole('switch', { name: '自动提醒未签的签署人' }).click();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `reminders-company-${width}`, false);
    await press(page, '保存');
    await said(page, '已保存，对之后发起的合同生效。');
    await panel.getByText('3 天未签首次提醒，之后每 3 天一次，最多 3 次；21:00–09:00 不打扰').waitFor();
    expect((await sender.call(getReminderDefault, {})).reminders).toEqual({ ...OWN, afterDays: 3 });
    await screenshot(page, `reminders-panel-${width}`);

    await page.goto('/entcontract/startEntContract');
    await page.locator('summary', { hasText: '签署提醒' }).click();
    await page.getByRole('radio', { name: '自定义' }).check();
    await page.getByRole('button', { name: /轮到签署 3 天后/ }).click();
    await page.getByRole('option', { name: '轮到签署 2 天后' }).click();
    await page.getByText('2 天未签首次提醒，之后每 3 天一次').waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(await wider()).toBeLessThanOrEqual(0);
    await screenshot(page, `reminders-wizard-${width}`);

    const person = await newPerson();
    const plan = await taskToSend(sender, [personSigner({ realName: person.name, mobile: person.mobile })], {
      reminders: OWN,
    });
    const { planId: taskId } = await sender.call(sendTask, plan);
    const link = await sentText(new ApiClient(product().baseUrl), person.mobile, /(\/i\/[0-9a-z]{26})$/);
    const other = await newUser(browser, { colorScheme, width, height });
    await other.page.goto(link);
    await other.page.getByRole('link', { name: '不再接收提醒' }).waitFor();
    await screenshot(other.page, `reminders-link-${width}`);
    await openAs(other.page, await signedIn(person), `/contract/summary/${taskId}`);
    await press(other.page, '关闭提醒');
    await said(other.page, '已关闭这份合同的提醒。结果通知仍会发送。');
    expect(await flaws(other.page)).toEqual([]);
    await screenshot(other.page, `reminders-signer-${width}`);
    expect((await sender.call(getDelivery, { planId: taskId })).parties[0]!.silenced).toBe(true);

    await page.goto(`/contract/summary/${taskId}`);
    await page.getByText('对方已关闭提醒').waitFor();
    await page.getByText('2 天未签首次提醒').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `reminders-sender-${width}`);
    await press(other.page, '恢复提醒');
    await said(other.page, '已恢复这份合同的提醒。');
    expect(await problemsLeft([...problems, ...other.problems])).toEqual([]);
    await other.context.close();
    await context.close();
  },
);
