import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { downloadDocument, getTask, revokeTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  newKey,
  OPERATOR_A,
} from '#tests/fixtures/contracts.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const WIZARD = '/entcontract/startEntContract';
const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();
const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The day so many days from now, in the zone of the test's browsers. */
function dayIn(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000);
  return date.toISOString().slice(0, 10);
}

/** Types a day into a field of segments, by keyboard alone. */
async function typeDay(page: Page, field: string, day: string): Promise<void> {
  await page.locator(`[data-field="${field}"]`).getByRole('spinbutton').first().focus();
  await page.keyboard.type(day.replaceAll('-', ''));
}

/** Gives the watermark size, angle and transparency, each seen in its preview, which is returned. */
async function setMark(page: Page): Promise<Locator> {
  const preview = page.getByRole('img', { name: '水印预览' });
  const look = () =>
    preview.evaluate((svg) => {
      const group = svg.querySelector('g')!;
      const text = group.querySelector('text')!;
      const [a, b] = /matrix\(([^)]*)\)/.exec(text.getAttribute('transform')!)![1]!.split(' ').map(Number);
      return {
        text: text.textContent,
        size: Math.round(Number(group.getAttribute('font-size')) * (72 / 25.4)),
        angle: Math.round((Math.atan2(-b!, a!) * 180) / Math.PI),
        opacity: Number(group.getAttribute('fill-opacity')),
      };
    });
  await expect.poll(look).toEqual({ text: '仅供采购', size: 12, angle: 45, opacity: 0.1 });
  await page.getByRole('button', { name: /12 磅/ }).click();
  await page.getByRole('option', { name: '24 磅' }).click();
  for (const [field, value] of [
    ['水印角度', '-30'],
    ['水印透明度', '75'],
  ] as const) {
    await page.getByRole('spinbutton', { name: field }).fill(value);
    await page.getByRole('spinbutton', { name: field }).blur();
  }
  await expect.poll(look).toEqual({ text: '仅供采购', size: 24, angle: -30, opacity: 0.25 });
  return preview;
}

/** As the page writes a time, in the zone of the test's browsers. */
const shownTime = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** The facts of a task as the page lists them, by their labels. */
const factsOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .getByRole('region', { name: '任务信息' })
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector('dt')!.textContent, one.querySelector('dd')!.textContent]),
      ),
  );

/** The task's page tells what was chosen in the wizard, who gets a copy, and afterwards when and why it was taken back. */
async function onItsPage(
  page: Page,
  taskId: string,
  revoke: (taskId: string) => Promise<unknown>,
): Promise<void> {
  const task = await (await companyA()).call(getTask, { planId: taskId });
  await page.goto(`/contract/summary/${taskId}`);
  await page.getByRole('heading', { name: task.taskName }).waitFor();
  await page.getByText(task.number, { exact: true }).waitFor();
  await page.getByText('未开始', { exact: true }).first().waitFor();
  const facts = {
    发起方: COMPANY_A.name,
    业务类型: task.businessTypeName,
    业务场景: '企业',
    发起时间: shownTime(task.startTime),
    签署截止时间: shownTime(task.endTime),
    签署顺序: '不分先后',
    进度: '已签署 0 方，共 3 方',
    文件: '1 份 PDF',
    最近保存时间: shownTime(task.latestSavingTime),
    水印: '“仅供采购”，24 磅，角度 -30°，透明度 75%',
  };
  expect(await factsOf(page)).toEqual(facts);
  const files = page.getByRole('region', { name: '文件', exact: true }).getByRole('listitem');
  for (const part of [task.documents[0]!.fileName, `文件编号 ${task.number}-1`, '未开始'])
    await files.getByText(part).waitFor();
  await page.getByText(`抄送：${COMPANY_B.name} 档案员`).waitFor();
  await screenshot(page, 'trail-facts');
  await revoke(taskId);
  await page.reload();
  await page.getByText('已撤回，原因：条款有误').waitFor();
  const { endedTime } = await (await companyA()).call(getTask, { planId: taskId });
  expect(await factsOf(page)).toEqual({ ...facts, 作废方式: '撤回作废', 撤回时间: shownTime(endedTime!) });
  await files.getByText('已撤回').waitFor();
  // The trail says who did it, for whom, and why.
  const [entry] = await page
    .getByRole('region', { name: '签署轨迹' })
    .getByRole('listitem')
    .allTextContents();
  for (const part of ['撤回', `${COMPANY_A.name} · ${ADMIN_A.realName}`, '条款有误'])
    expect(entry).toContain(part);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'trail-facts-390');
}

it('asks for the starting day and copies to colleagues, departments, e-mails and enterprises', async () => {
  const { page, context, problems } = await newUser(browser);
  const draft = newKey();
  const taskName = `字段${draft.slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `${WIZARD}?draft=${draft}`, COMPANY_A.id);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await typeDay(page, 'startTime', dayIn(3));
  await page.getByRole('switch', { name: '加水印' }).click();
  await page.getByRole('textbox', { name: '水印文字' }).fill('仅供采购');
  const preview = await setMark(page);
  await page.evaluate(() => scrollTo(0, 0));
  await screenshot(page, 'wizard-task');
  expect(await flaws(page)).toEqual([]);

  await next(page);
  const first = page.getByRole('article', { name: '签署方 1' });
  await first.getByRole('button', { name: '更换' }).click();
  const dialog = page.getByRole('dialog', { name: '选择我方经办人' });
  const search = dialog.getByRole('textbox', { name: '按姓名、拼音或手机号查找同事' });
  const found = (name: string) => dialog.getByRole('option', { name: new RegExp(name) });
  await found(`${ADMIN_A.realName}.*已添加`).waitFor();
  await search.fill('没有此人');
  await dialog.getByText('没有符合条件的结果').waitFor();
  await search.fill(OPERATOR_A.realName);
  await found(OPERATOR_A.realName).waitFor();
  await screenshot(page, 'wizard-colleague');
  expect(await flaws(page)).toEqual([]);
  // by keyboard: down into the list, Enter takes
  await search.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => first.getByRole('textbox', { name: '经办人姓名' }).inputValue())
    .toBe(OPERATOR_A.realName);
  await first.getByRole('textbox', { name: '部门' }).fill('采购部');
  const second = page.getByRole('article', { name: '签署方 2' });
  await second.getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await second.getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
  await second.getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
  await second.getByRole('textbox', { name: '邮箱' }).fill('yi@example');
  await page.getByRole('button', { name: '添加我方经办人' }).click();
  await found(ADMIN_A.realName).click();
  await page.getByRole('article', { name: '签署方 3' }).getByText('本人经办').waitFor();
  await page.getByRole('button', { name: '添加企业抄送方' }).click();
  const copy = page.getByRole('article', { name: '抄送方 1' });
  await copy.getByRole('textbox', { name: '接收人姓名' }).fill('档案员');
  // In place of a number.
  await copy.getByRole('textbox', { name: '邮箱' }).fill('archive@example.com');
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').nth(2).waitFor();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  const missing = page.getByRole('status').filter({ hasText: '处需要补充' });
  await expect
    .poll(() => missing.getByRole('button').allTextContents())
    .toEqual(['签署方 2：请填写正确的邮箱', '抄送方 1：请填写企业名称']);
  await missing.getByRole('button', { name: '签署方 2：请填写正确的邮箱' }).click();
  await second.getByRole('textbox', { name: '邮箱' }).fill('yi@example.com');
  await copy.getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await page.evaluate(() => scrollTo(0, 0));
  await screenshot(page, 'wizard-parties');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'wizard-parties-390');
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: '任务信息' }).click();
  await preview.waitFor();
  await screenshot(page, 'wizard-task-390');
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/startWithMe**');

  const a = await companyA();
  const [row] = (await a.call(listTasks, { box: 'startWithMe', keyword: taskName })).records;
  const task = await a.call(getTask, { planId: row!.planId });
  expect(task.status).toBe('NOT_STARTED');
  expect(
    task.signerList.map(({ entName, userName, department, email, status }) => [
      entName,
      userName,
      department,
      email,
      status,
    ]),
  ).toEqual([
    [COMPANY_A.name, OPERATOR_A.realName, '采购部', '', 'UNSIGNED'],
    [COMPANY_B.name, ADMIN_B.realName, '', 'y***@example.com', 'UNSIGNED'],
    [COMPANY_A.name, ADMIN_A.realName, '', '', 'UNSIGNED'],
  ]);
  expect(task.ccList).toEqual([{ userName: '档案员', entName: COMPANY_B.name }]);
  const b = await companyB();
  expect(
    (await b.call(listTasks, { box: 'sendWithMe', keyword: taskName })).records.map((r) => r.taskName),
  ).toEqual([taskName]);
  // the colleague's own list has it once it begins; nobody has anything to sign before
  const operator = await signedIn(OPERATOR_A, COMPANY_A.id);
  expect((await operator.call(listTasks, { box: 'pending', keyword: taskName })).records).toEqual([]);
  const { bytes } = await a.download(downloadDocument, { planId: row!.planId, fileIndex: 0 });
  const file = openPdfBytes(bytes);
  const [mark] = findText(file, listPages(file)[0]!, '仅供采购');
  // four characters of 24 pt, turned by 30 degrees downwards
  const length = 4 * 24 * (25.4 / 72);
  expect(Math.abs(mark!.width - length * Math.cos(Math.PI / 6))).toBeLessThan(12);

  await onItsPage(page, row!.planId, (taskId) => a.call(revokeTask, { planId: taskId, reason: '条款有误' }));
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('places seals at a keyword: shows each finding, names files without, warns of covered text', async () => {
  const { page, context, problems } = await newUser(browser);
  const draft = newKey();
  const taskName = `关键字${draft.slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `${WIZARD}?draft=${draft}`, COMPANY_A.id);
  const contract = await contractFile('合同.pdf');
  const other = join(dirname(contract), '附件.pdf');
  writeFileSync(other, await makePdf([{ text: 'Annex' }]));
  await page.setInputFiles('input[type=file]', [contract, other]);
  await expect.poll(() => page.getByText('已上传').count()).toBe(2);
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await next(page);
  await page.getByRole('button', { name: '移除签署方 2' }).click();
  await next(page);
  await page.getByRole('region', { name: '签署顺序' }).waitFor();
  await next(page);
  await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
  const side = page.getByRole('complementary', { name: '签署位置工具' });
  await side.getByRole('button', { name: '添加关键字位置' }).click();
  await side.getByText('填写关键字后显示找到的位置').waitFor();
  await side.getByRole('textbox', { name: '关键字' }).fill('没有这几个字');
  await side.getByText('“合同.pdf”中没有找到“没有这几个字”').waitFor();
  await side.getByRole('textbox', { name: '关键字' }).fill('甲方（盖章）');
  await side.getByText(/找到 1 处：第 1 页/).waitFor();
  const hits = page.locator('[data-hit]');
  await expect.poll(() => hits.count()).toBe(1);
  /** Of the finding, from the corner of its page. */
  const middle = async () => {
    const sheet = (await page.locator('[data-page="0"]').boundingBox())!;
    const { x, y, width, height } = (await hits.first().boundingBox())!;
    return { x: x + width / 2 - sheet.x, y: y + height / 2 - sheet.y };
  };
  const mm = (await page.locator('[data-page="0"]').boundingBox())!.width / 210;
  const over = await middle();
  await side.getByRole('radio', { name: '右侧' }).check({ force: true });
  await expect.poll(async () => (await middle()).x - over.x).toBeGreaterThan(15 * mm);
  const right = await middle();
  await side.getByRole('spinbutton', { name: '向下偏移（毫米）' }).fill('30');
  await side.getByRole('spinbutton', { name: '向下偏移（毫米）' }).blur();
  await expect.poll(async () => Math.round(((await middle()).y - right.y) / mm)).toBe(30);
  await screenshot(page, 'wizard-keyword');
  expect(await flaws(page)).toEqual([]);

  // over the words themselves it covers text, and that is warned of
  await side.getByRole('spinbutton', { name: '向下偏移（毫米）' }).fill('0');
  await side.getByRole('spinbutton', { name: '向下偏移（毫米）' }).blur();
  await side.getByRole('radio', { name: '盖在上面' }).check({ force: true });
  await page.getByText(/“合同.pdf”第 1 页，“.*”的企业印章：甲方/).waitFor();
  await side.getByRole('button', { name: '用于所有文件' }).click();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  const missing = page.getByRole('status').filter({ hasText: '处需要补充' });
  await expect
    .poll(() => missing.getByRole('button').allTextContents())
    .toEqual(['“附件.pdf”中没有找到“甲方（盖章）”']);
  await screenshot(page, 'wizard-keyword-missing');
  // it leads to the place in its file
  await missing.getByRole('button', { name: /附件.pdf/ }).click();
  await side.getByText('“附件.pdf”中没有找到“甲方（盖章）”').first().waitFor();
  await side.getByRole('textbox', { name: '关键字' }).fill('Annex');
  await side.getByText(/找到 1 处/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'wizard-keyword-390');
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.getByRole('checkbox', { name: '我已查看，仍按这些位置发起' }).check();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/startWithMe**');

  const a = await companyA();
  const [row] = (await a.call(listTasks, { box: 'startWithMe', keyword: taskName })).records;
  const { placements, documents } = await a.call(getTask, { planId: row!.planId });
  const ofContract = placements.find((p) => p.documentId === documents[0]!.documentId)!;
  expect(placements).toHaveLength(2);
  expect(ofContract.page).toBe(1);
  expect(Math.abs(ofContract.x + ofContract.width / 2 - over.x / mm)).toBeLessThan(1);
  expect(Math.abs(ofContract.y + ofContract.height / 2 - over.y / mm)).toBeLessThan(1);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
