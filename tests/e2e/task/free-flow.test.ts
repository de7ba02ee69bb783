import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeal } from '#core/seal/calls.ts';
import { applyCertificate, continueCertificate } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  newKey,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('[5.11j] a sender sets no positions; parties seal where they like, never over each other', async () => {
  const { page, context, problems } = await newUser(browser);
  const draft = newKey();
  const taskName = `自由${draft.slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${draft}`, COMPANY_A.id);
  await page.setInputFiles('input[type=file]:not([data-for])', await contractFile('合同.pdf'));
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await page.getByRole('radio', { name: /自由签署/ }).check({ force: true });
  await page.getByRole('button', { name: '下一步' }).click();
  const second = page.getByRole('article', { name: '签署方 2' });
  await second.getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await second.getByRole('textbox', { name: '经办人姓名' }).fill('沈月');
  await second.getByRole('textbox', { name: '手机号' }).fill('13966660078');
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.getByText('您已选择自由签署').waitFor();
  await screenshot(page, 'wizard-free');
  expect(await flaws(page)).toEqual([]);
  // whoever is not registered cannot place a seal: it is said by name, and nothing is lost
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.getByText('沈月 尚未注册，不能自行放置印章').waitFor();
  await page.getByRole('button', { name: '签署方', exact: false }).first().click();
  await second.getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
  await second.getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/startWithMe**');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  const a = await companyA();
  const [row] = (await a.call(listTasks, { box: 'startWithMe', keyword: taskName })).records;
  const taskId = row!.planId;
  for (const [who, company] of [
    [ADMIN_B, COMPANY_B],
    [ADMIN_A, COMPANY_A],
  ] as const) {
    const user = await newUser(browser);
    await openAs(user.page, who.loginName, `/fileSign/fileSign?planId=${taskId}`, company.id);
    await user.page.getByText('发起方没有指定位置').waitFor();
    const put = user.page.locator('[data-page="0"]').getByRole('button', { name: /放在这里$/ });
    // both want the same spot: the second is put beside what the first has signed
    await put.click({ position: { x: 200, y: 300 } });
    const box = user.page.locator('[data-place]');
    await box.waitFor();
    if (company === COMPANY_B) {
      const before = (await box.boundingBox())!;
      await box.focus();
      await user.page.keyboard.press('Shift+ArrowRight');
      await expect.poll(async () => (await box.boundingBox())!.x).toBeGreaterThan(before.x);
    }
    await screenshot(user.page, `free-sign-${company === COMPANY_B ? 'first' : 'second'}`);
    expect(await flaws(user.page)).toEqual([]);
    if (company === COMPANY_A) {
      await user.page.setViewportSize({ width: 390, height: 844 });
      await screenshot(user.page, 'free-sign-390');
      await user.page.setViewportSize({ width: 1440, height: 900 });
    }
    await user.page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await user.page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await user.page.getByRole('button', { name: '确认签署' }).click();
    const saved = user.page.getByRole('button', { name: '下载' });
    await saved.waitFor();
    if (company === COMPANY_A) {
      const download = user.page.waitForEvent('download');
      await saved.click();
      const bytes = new Uint8Array(readFileSync((await (await download).path())!));
      expect(judge(bytes)).toEqual({ signatures: 2, valid: 2, wholeFile: 1, clean: true });
    }
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  }
  const [one, other] = (await a.call(getTask, { planId: taskId })).placements;
  const apart = (p: NonNullable<typeof one>, q: NonNullable<typeof one>) =>
    p.x + p.width <= q.x || q.x + q.width <= p.x || p.y + p.height <= q.y || q.y + q.height <= p.y;
  expect(apart(one!, other!)).toBe(true);
});

it('[5.11j] a party asked for one kind of seal is offered that kind alone, or told it has none', async () => {
  const firm = await sealingFirm();
  const boss = { realName: firm.boss.name, mobile: firm.boss.mobile };
  const send = async () => {
    const plan = await taskToSend(firm.admin, [
      { ...enterpriseSigner(firm.ent, boss), sealKind: 'DEPARTMENT' },
    ]);
    return (await firm.admin.call(sendTask, { ...plan, signFlow: 'FREE', placementList: [] })).planId;
  };
  const without = await newUser(browser);
  await openAs(without.page, firm.admin, `/fileSign/fileSign?planId=${await send()}`);
  await without.page.getByText('发起方要求使用部门章，企业还没有。现在制作一枚').waitFor();
  expect(await without.page.getByText(firm.sealName).count()).toBe(0);
  await without.context.close();

  const department = `部门章${newKey().slice(0, 6)}`;
  const { stampId } = await firm.admin.call(createSeal, {
    stampName: department,
    stampCategory: 'DEPARTMENT',
    picture: {
      kind: 'DESIGN',
      design: presetDesign('CONTRACT_40', { name: firm.ent.name, seed: department }),
    },
  });
  await firm.admin.call(applyCertificate, { stampId });
  await firm.admin.call(continueCertificate, { stampId });
  const { page, problems, context } = await newUser(browser);
  await openAs(page, firm.admin, `/fileSign/fileSign?planId=${await send()}`);
  await page.getByText('发起方要求使用部门章，只列出此类印章').waitFor();
  await page.getByText(department).first().waitFor();
  expect(await page.getByText(firm.sealName).count()).toBe(0);
  await screenshot(page, 'free-sign-kind');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems, without.problems)).toEqual([]);
  await context.close();
});
