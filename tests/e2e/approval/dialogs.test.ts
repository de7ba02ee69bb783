import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
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

/** Opens a dialog of the examine screen about a colleague, and chooses one. */
async function chooseColleague(page: Page, action: string, title: string, name: string) {
  const more = page.locator('details').filter({ hasText: '转交或加人' });
  await more.waitFor();
  if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
  await page.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.getByText('请填写此项').first().waitFor();
  await dialog.getByRole('button', { name: '同事' }).click();
  const picker = page.getByRole('dialog', { name: '同事' });
  await picker.getByRole('textbox').fill(name);
  await picker.getByRole('option', { name: new RegExp(name) }).click();
  await picker.waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
  return dialog;
}

it.each(SIZES)(
  '[1.4] [2.6] approvers are added before and after oneself, and the turn is transferred (%s)',
  async (size, look) => {
    const own = await firm(4);
    const [first, before, after, other] = own.approverPeople as [
      ...[(typeof own.approverPeople)[0], (typeof own.approverPeople)[0]],
      ...[(typeof own.approverPeople)[0], (typeof own.approverPeople)[0]],
    ];
    await enableFlow(own.admin, flowOf([node([first.id])]));
    const { planId: taskId } = await own.sender.call(sendTask, await planOf(own), once());
    const { context, page, problems } = await newUser(browser, look);
    const open = async () => {
      await openAs(page, own.approvers[0]!, `/contract/examine?planId=${taskId}`);
      await page.getByRole('button', { name: '通过' }).waitFor();
    };
    const waitingFor = async () => (await own.sender.call(getApproval, { planId: taskId })).waitingFor;

    await open();
    const adding = await chooseColleague(page, '前加审批人', '在我之前添加审批人', before.name);
    await screenshot(page, `approval-add-before-${size}`);
    await adding.getByRole('button', { name: '前加审批人' }).click();
    await page.getByText('已添加，先由其审批').waitFor();
    expect(await waitingFor()).toEqual([before.name]);
    await decideAs(own.approvers[1]!, taskId, 'PASS');

    await open();
    const following = await chooseColleague(page, '后加审批人', '在我之后添加审批人', after.name);
    await following.getByRole('button', { name: '后加审批人' }).click();
    await page.getByText('已添加，您通过后由其审批').waitFor();
    const steps = page.getByRole('list', { name: '审批进度' });
    await steps.getByText(after.name).waitFor();

    const handing = await chooseColleague(page, '转交', '转交他人审批', other.name);
    await screenshot(page, `approval-transfer-${size}`);
    await handing.getByRole('button', { name: '转交' }).click();
    await page.getByText('已转交').waitFor();
    expect(await waitingFor()).toEqual([other.name]);
    await decideAs(own.approvers[3]!, taskId, 'PASS');
    expect(await waitingFor()).toEqual([after.name]);
    expect((await decideAs(own.approvers[2]!, taskId, 'PASS')).state).toBe('APPROVED');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);

it.each(SIZES)(
  '[2.18a] who submitted urges once in ten minutes, withdraws, asks again, and deletes (%s)',
  async (size, look) => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const plan = await planOf(own, { endTime: Date.now() + 86_400_000 });
    const { planId: taskId } = await own.sender.call(sendTask, plan, once());
    const { approvalId } = await own.sender.call(getApproval, { planId: taskId });
    const { context, page, problems } = await newUser(browser, look);
    await openAs(page, own.sender, `/contract/examine?approvalId=${approvalId}`);
    // How far it is: who is asked, at which node, since when.
    const progress = page.getByRole('list', { name: '审批进度' });
    const now = progress.locator('[aria-current=step]');
    expect(await now.textContent()).toContain(own.approverPeople[0]!.name);
    await page.getByText(`等待 ${own.approverPeople[0]!.name} 审批`).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `approval-progress-${size}`);
    await page.getByRole('button', { name: '催办' }).click();
    await page.getByText('已提醒 1 人').waitFor();
    await page.getByRole('button', { name: '催办' }).click();
    await page
      .getByText(/10 分钟/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: '撤回' }).click();
    const asked = page.getByRole('alertdialog', { name: '撤回审批？' });
    await asked.getByText('审批结束，签署份数退回').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `approval-withdraw-${size}`);
    await asked.getByRole('button', { name: '撤回' }).click();
    await page.getByText('提交人已撤回。').waitFor();
    expect(await page.getByRole('link', { name: '修改后重新提交' }).getAttribute('href')).toContain(
      plan.draftId,
    );

    const { planId: next } = await own.sender.call(
      sendTask,
      { ...plan, taskName: `${plan.taskName} 二稿` },
      once(),
    );
    await openAs(page, own.sender, `/contract/examine?planId=${next}`);
    await page.getByText(`任务名称已修改，原为“${plan.taskName}”`).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `approval-resubmitted-${size}`);

    await openAs(page, own.sender, '/contract/approval?tab=submitted');
    await page.getByText(`${plan.taskName} 二稿`).first().waitFor();
    await page.getByRole('tab', { name: /^我提交的\D*1 / }).waitFor();
    const search = page.getByRole('search');
    if (look.width < 500) await search.getByRole('button', { name: '搜索条件' }).click();
    await search.getByRole('button', { name: /状态/ }).click();
    await page.getByRole('option', { name: '已撤回' }).click();
    await search.getByRole('button', { name: '查询' }).click();
    await page.getByText(`${plan.taskName} 二稿`).first().waitFor({ state: 'detached' });
    await page.getByText(plan.taskName).first().waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `approval-filtered-${size}`);
    await openAs(page, own.sender, '/contract/approval?tab=submitted');
    await page.getByText(`${plan.taskName} 二稿`).first().waitFor();
    const row = page
      .getByRole(look.width < 500 ? 'listitem' : 'row')
      .filter({ hasText: plan.taskName })
      .filter({ hasText: '已撤回' });
    if (look.width < 500) await row.getByRole('button', { name: '展开详情' }).click();
    await row.getByRole('button', { name: '删除', exact: true }).click();
    const removing = page.getByRole('alertdialog', { name: '删除这条审批？' });
    await removing.waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `approval-delete-${size}`);
    await removing.getByRole('button', { name: '删除' }).click();
    await page.getByText(`已删除“${plan.taskName}”`).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByText(`${plan.taskName} 二稿`).first().waitFor();
    // The yes and no of the trail stay: the approval is off the list alone.
    expect((await own.sender.call(getApproval, { approvalId })).state).toBe('WITHDRAWN');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);

it.each(SIZES)(
  '[2.18a] an approver returns one, rejects another, each with words, approves a third (%s)',
  async (size, look) => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { context, page, problems } = await newUser(browser, look);
    for (const [action, title, state, outcome] of [
      ['退回', '退回给提交人修改？', 'RETURNED', '审批被退回，草稿已恢复。'],
      ['驳回', '驳回这份合同？', 'REJECTED', '审批被驳回，草稿已恢复。'],
      ['通过', '通过这份合同？', 'APPROVED', '审批已通过，合同已发起签署。'],
    ] as const) {
      const { planId: taskId } = await own.sender.call(sendTask, await planOf(own), once());
      await openAs(page, own.approvers[0]!, `/contract/examine?planId=${taskId}`);
      await page.getByRole('button', { name: action, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: title });
      // A yes needs no words.
      if (state !== 'APPROVED') {
        await dialog.getByRole('button', { name: action }).click();
        await expect.poll(() => dialog.getByLabel('审批意见').getAttribute('aria-invalid')).toBe('true');
      }
      await dialog.getByLabel('审批意见').fill('付款期限改为 30 天');
      expect(await flaws(page)).toEqual([]);
      await screenshot(page, `approval-${state.toLowerCase()}-${size}`);
      await dialog.getByRole('button', { name: action }).click();
      await page.getByText(outcome).waitFor();
      expect((await own.sender.call(getApproval, { planId: taskId })).state).toBe(state);
    }
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
