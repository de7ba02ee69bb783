import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import approvalUs from '#app/locales/en-US/approval.ts';
import approvalTw from '#app/locales/zh-TW/approval.ts';
import { getApproval, listApprovals } from '#core/approval/calls.ts';
import { addComment } from '#core/approval/comment-calls.ts';
import { getAuthUrl } from '#core/approval/external-calls.ts';
import { fillText } from '#core/locales/fill-text.ts';
import { sendTask } from '#core/task/calls.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const SIZES = [
  ['desk', { width: 1440, height: 900 }],
  ['390', { width: 390, height: 844 }],
] as const;
const COUNT = 200;

it.each(SIZES)(
  'one of 200 alike is chosen, the rest added and approved; the tab asks before closing (%s)',
  async (size, look) => {
    const own = await firm(1);
    const [approver] = own.approverPeople;
    const [client] = own.approvers;
    await enableFlow(own.admin, flowOf([node([approver!.id])], { subjects: ['EXTERNAL'] }));
    await enableFlow(own.admin, flowOf([node([approver!.id], { name: '另一个' })]));
    for (let from = 0; from < COUNT; from += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          own.sender.call(getAuthUrl, { businessId: `FK-${from + i}`, businessName: `付款 ${from + i}` }),
        ),
      );
    // What is not alike stays.
    const plan = await planOf(own);
    await own.sender.call(sendTask, plan, once());

    const { context, page, problems } = await newUser(browser, look);
    // The second call is held, so that it is under way when the tab is to be closed.
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    let asked = 0;
    await page.route('**/ecapi/docmanager/approval/passMany', async (route) => {
      asked += 1;
      if (asked > 1) await held;
      await route.continue();
    });
    await openAs(page, client!, '/contract/approval?keyword=付款');
    await page.getByRole('tab', { name: /^待我审批\D*201 / }).waitFor();
    await page.getByRole('checkbox', { name: '选择第 1 行' }).check();
    await page.getByRole('button', { name: '批量通过' }).click();
    const dialog = page.getByRole('dialog', { name: '通过 1 项审批？' });
    await dialog.getByText('还有 199 项处于相同流程、相同节点，等待您审批。').waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await screenshot(page, `approval-alike-${size}`);
    await dialog.getByRole('button', { name: '一并选择这 199 项' }).click();
    const all = page.getByRole('dialog', { name: '通过 200 项审批？' });
    await all.waitFor();
    expect(await page.getByText('还有 199 项').count()).toBe(0);
    await all.getByRole('button', { name: '全部通过' }).click();
    await all.getByText('已处理 25 / 200').waitFor();
    await screenshot(page, `approval-alike-progress-${size}`);
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const leaving = await question;
    expect(leaving.type()).toBe('beforeunload');
    await leaving.dismiss();
    release();
    await page.getByText('已通过 200 项').waitFor();
    await page.getByRole('tab', { name: /^待我审批\D*1 / }).waitFor();
    expect(
      (await client!.call(listApprovals, { box: 'toDecide' })).records.map(({ title }) => title),
    ).toEqual([plan.taskName]);
    expect((await client!.call(listApprovals, { box: 'decided' })).total).toBe(COUNT);
    expect(await problemsLeft(problems)).toEqual([]);
    // Nothing is under way any more, so the tab is closed without a question.
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    await context.close();
  },
);

const LANGUAGES = { 'zh-TW': approvalTw, 'en-US': approvalUs } as const;

it.each([
  ['zh-TW', 'desk', { width: 1440, height: 900 }],
  ['zh-TW', '390', { width: 390, height: 844, colorScheme: 'dark' }],
  ['en-US', 'desk', { width: 1440, height: 900, colorScheme: 'dark' }],
  ['en-US', '390', { width: 390, height: 844 }],
] as const)('a contract is commented on its page and approved in %s (%s)', async (language, size, look) => {
  const texts = LANGUAGES[language];
  const own = await firm(1);
  const [client] = own.approvers;
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const sent: string[] = [];
  for (let i = 0; i < 3; i++) sent.push((await own.sender.call(sendTask, await planOf(own), once())).planId);
  const { approvalId } = await client!.call(getApproval, { planId: sent[0]! });
  await client!.call(addComment, { approvalId, fileIndex: 0, page: 1, x: 60, y: 60, text: '违约金' }, once());

  const user = await newUser(browser, look);
  await speak(user, language);
  const { page, problems } = user;
  await openAs(page, client!, `/contract/examine?approvalId=${approvalId}`);
  const comments = page.getByRole('region', { name: texts.comment.title });
  await comments.getByText('违约金').waitFor();
  const { name } = own.approverPeople[0]!;
  const labelOf = (number: number) => fillText(texts.comment.pin, { number, page: 1, author: name });
  await page.getByRole('button', { name: labelOf(1), exact: true }).waitFor();
  await comments.getByRole('button', { name: texts.comment.add }).click();
  await page
    .getByRole('button', { name: fillText(texts.comment.here, { page: 1 }) })
    .click({ position: { x: 150, y: 220 } });
  await comments.getByLabel(fillText(texts.comment.onPage, { page: 1 })).fill('30 → 45');
  expect(await flaws(page)).toEqual([]);
  await comments.getByRole('button', { name: texts.comment.save, exact: true }).click();
  await page.getByRole('button', { name: labelOf(2), exact: true }).waitFor();
  expect(await flaws(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
  await screenshot(page, `approval-comments-${language}-${size}`);
  await page.getByRole('button', { name: texts.decision.PASS, exact: true }).click();
  const deciding = page.getByRole('dialog', { name: texts.decide.TASK.PASS.title });
  await deciding.waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, `approval-decide-${language}-${size}`);
  await deciding.getByRole('button', { name: texts.decision.PASS, exact: true }).click();
  await page.getByText(texts.ended.APPROVED).waitFor();

  // The last two at once.
  await openAs(page, client!, '/contract/approval');
  await page.getByRole('tab', { name: new RegExp(`^${texts.box.toDecide}\\D*2 `) }).waitFor();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: texts.batch.approve }).click();
  const batch = page.getByRole('dialog', { name: fillText(texts.batch.title, { count: 1 }) });
  await batch.getByText(fillText(texts.batch.alike, { count: 1 })).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, `approval-alike-${language}-${size}`);
  await batch.getByRole('button', { name: fillText(texts.batch.addAlike, { count: 1 }) }).click();
  const both = page.getByRole('dialog', { name: fillText(texts.batch.title, { count: 2 }) });
  await both.getByRole('button', { name: texts.batch.confirm }).click();
  await page.getByText(fillText(texts.batch.done, { count: 2 })).waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await user.context.close();
});
