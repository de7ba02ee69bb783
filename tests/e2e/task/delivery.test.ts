import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, companyA, newKey, personSigner, planFor } from '#tests/fixtures/companies.ts';
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
  ['light', 1440, 900, 'zh-CN', '未送达', '收不到的消息送达情况', '再次发送给收不到'],
  ['dark', 390, 844, 'zh-CN', '未送达', '收不到的消息送达情况', '再次发送给收不到'],
  ['light', 390, 844, 'en-US', 'Not delivered', 'Messages to 收不到', 'Send again to 收不到'],
  ['dark', 1440, 900, 'zh-TW', '未送達', '收不到的訊息送達情況', '再次發送給收不到'],
] as const)(
  'a sender sees whom a message did not reach and sends it again, in %s at %d px (%d, %s)',
  async (colorScheme, width, height, locale, word, of, again) => {
    const a = await companyA();
    const plan = await planFor(
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
      language: locale,
    });
    await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
    await page.getByText(word, { exact: true }).first().waitFor();
    await page.getByLabel(of).click();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `delivery-${locale}-${colorScheme}-${width}`);
    await press(page, again);
    await said(page, /收不到/);
    // Within ten minutes it is not sent a third time.
    await page.getByRole('button', { name: again }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
