import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, companyA, INDIVIDUAL, newKey } from '#tests/fixtures/contracts.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
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

/** The employee finds the attachments beside what there is to sign, on a phone, too. */
async function seenBySigner(taskId: string): Promise<void> {
  const signer = await newUser(browser);
  await openAs(signer.page, INDIVIDUAL.loginName, `/fileSign/fileSign?planId=${taskId}`);
  await signer.page.getByText('仅供查看，不在其上签署').waitFor();
  await signer.page.setViewportSize({ width: 390, height: 844 });
  await signer.page.getByRole('list', { name: '附件' }).getByRole('button', { name: '附录.pdf' }).click();
  const seen = signer.page.getByRole('dialog', { name: '附件：附录.pdf' });
  await seen.locator('[data-page="0"] [data-drawn="true"]').waitFor();
  await screenshot(signer.page, 'sign-attachment-390');
  expect(await flaws(signer.page)).toEqual([]);
  await signer.page.keyboard.press('Escape');
  await seen.waitFor({ state: 'detached' });
  await screenshot(signer.page, 'sign-attachments-390');
  expect(await problemsLeft(signer.problems)).toEqual([]);
  await signer.context.close();
}

it('orders, renames, removes and attaches a task’s files, and sends them so to an employee', async () => {
  const { page, context, problems } = await newUser(browser);
  const draft = newKey();
  const taskName = `入职${draft.slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${draft}`, COMPANY_A.id);
  const first = await contractFile('合同.pdf');
  const others = ['附录.pdf', '多余.pdf'].map((name) => join(dirname(first), name));
  for (const path of others) writeFileSync(path, await makePdf([{ text: path }]));
  await page.setInputFiles('input[type=file]:not([data-for])', [first, ...others]);
  await expect.poll(() => page.getByText('已上传').count()).toBe(3);
  const files = page.getByRole('group', { name: '签署文件' });
  const names = () => files.locator('li span[title]').allTextContents();
  await expect.poll(names).toEqual(['合同.pdf', '附录.pdf', '多余.pdf']);
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);

  const handle = (name: string) => files.getByRole('button', { name: `拖动 ${name}` });
  // by mouse: the last above the first
  await drag(handle('多余.pdf'), files.locator('li').filter({ hasText: '合同.pdf' }), 0.5, 0.2);
  await files.locator('li[data-drop="BEFORE"]').waitFor();
  await page.mouse.up();
  await expect.poll(names).toEqual(['多余.pdf', '合同.pdf', '附录.pdf']);
  // by keys: the second below the third; what was done is said
  await handle('合同.pdf').press('ArrowDown');
  await expect.poll(names).toEqual(['多余.pdf', '附录.pdf', '合同.pdf']);
  await files.getByRole('status').filter({ hasText: '合同.pdf 的顺序已更改' }).waitFor();
  await files.getByRole('button', { name: '移除 多余.pdf' }).click();
  await expect.poll(names).toEqual(['附录.pdf', '合同.pdf']);

  const rename = files.getByRole('textbox', { name: '文件名' });
  await files.getByRole('button', { name: '重命名 附录.pdf' }).click();
  await rename.fill('不要');
  await rename.press('Escape');
  await expect.poll(names).toEqual(['附录.pdf', '合同.pdf']);
  await files.getByRole('button', { name: '重命名 附录.pdf' }).press('Enter');
  await rename.fill('合同');
  await rename.press('Enter');
  await expect.poll(names).toEqual(['合同.pdf', '合同.pdf']);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '上一步' }).click();
  await files.getByText('文件名称重复').waitFor();
  await files.getByRole('button', { name: '重命名 合同.pdf' }).first().click();
  await rename.fill('员工手册');
  await page.getByRole('textbox', { name: '任务名称' }).click();
  await expect.poll(names).toEqual(['员工手册.pdf', '合同.pdf']);
  await page.getByRole('radio', { name: /人事/ }).check({ force: true });
  await screenshot(page, 'wizard-files');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'wizard-files-390');
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // attachments: what a page can show; each is looked at in front of the wizard
  const pictures = join(dirname(first), '样品.png');
  const word = join(dirname(first), '说明.docx');
  writeFileSync(pictures, plainPng());
  writeFileSync(word, 'no page can show it');
  await page.setInputFiles('input[data-for=attachments]', [others[0]!, pictures, word]);
  const attached = page.getByRole('group', { name: '附件' });
  await attached.getByText('说明.docx: 附件支持 PDF、OFD、PNG 和 JPG 格式').waitFor();
  await expect.poll(() => attached.getByText('已上传').count()).toBe(2);
  await attached.getByRole('button', { name: '拖动 附录.pdf' }).press('ArrowDown');
  await expect
    .poll(() => attached.locator('li span[title]').allTextContents())
    .toEqual(['样品.png', '附录.pdf']);
  await attached.getByRole('button', { name: '查看 附录.pdf' }).click();
  const shown = page.getByRole('dialog', { name: '附件：附录.pdf' });
  await shown.locator('[data-page="0"] [data-drawn="true"]').waitFor();
  await screenshot(page, 'wizard-attachment');
  expect(await flaws(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });

  // an employee is missing until one is named
  const steps = page.getByRole('navigation', { name: '发起步骤' });
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '移除签署方 2' }).click();
  await steps.getByRole('button', { name: /签署位置/ }).click();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  const missing = page.getByRole('status').filter({ hasText: '处需要补充' });
  await missing.getByRole('button', { name: '人事场景至少需要一个个人签署方' }).click();
  await page.getByRole('button', { name: '添加个人签署方' }).click();
  const employee = page.getByRole('article', { name: '签署方 2' });
  await employee.getByRole('textbox', { name: '姓名' }).fill(INDIVIDUAL.realName);
  await employee.getByRole('textbox', { name: '手机号' }).fill(INDIVIDUAL.mobile);
  await steps.getByRole('button', { name: /签署位置/ }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').first().waitFor();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  const confirm = page.getByRole('checkbox', { name: '我已查看，仍按这些位置发起' });
  const sent = page.waitForURL('**/contract/startWithMe**').then(() => true);
  if (!(await Promise.race([sent, confirm.waitFor().then(() => false)]))) {
    await confirm.check();
    await page.getByRole('button', { name: '发起', exact: true }).click();
  }
  await page.waitForURL('**/contract/startWithMe**');
  const a = await companyA();
  const [row] = (await a.call(listTasks, { box: 'startWithMe', keyword: taskName, scenario: 'HR' })).records;
  const { documents, attachments } = await a.call(getTask, { planId: row!.planId });
  expect(documents.map(({ fileName }) => fileName)).toEqual(['员工手册.pdf', '合同.pdf']);
  expect(attachments.map(({ fileName }) => fileName)).toEqual(['样品.png', '附录.pdf']);

  // the sender finds them with the contract, the employee beside what there is to sign
  await page.goto(`/contract/summary/${row!.planId}`);
  const list = page.getByRole('list', { name: '附件' });
  await list.getByRole('button', { name: '样品.png' }).click();
  await page.getByRole('dialog', { name: '附件：样品.png' }).getByRole('img', { name: '样品.png' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('人事', { exact: true }).waitFor();
  await screenshot(page, 'trail-attachments');
  expect(await flaws(page)).toEqual([]);
  await seenBySigner(row!.planId);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
