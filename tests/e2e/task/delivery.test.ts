import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, companyA, newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { drained } from '#tests/fixtures/run-jobs.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { press, said } from '../page.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it.each([
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const)(
  'a sender sees whom a message did not reach and sends it again, in %s at %d px',
  async (colorScheme, width, height) => {
    const a = await companyA();
    const plan = await taskToSend(
      a,
      [
        personSigner({ realName: '收得到', mobile: newMobile() }),
        personSigner({ realName: '收不到', mobile: `199404${newMobile().slice(-5)}` }),
      ],
      { ccList: [{ copyId: newKey(), copyType: 'PERSON', userName: '抄送人', mobile: newMobile() }] },
    );
    const { planId: taskId } = await a.call(sendTask, plan);
    await drained();
    const { page, context, problems } = await newUser(browser, {
      colorScheme,
      width,
      height,
    });
    await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
    await page.getByText('未送达', { exact: true }).first().waitFor();
    await page.getByLabel('收不到的消息送达情况').click();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `delivery-${width}`);
    await press(page, '再次发送给收不到');
    await said(page, '已再次发送给收不到。');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
