import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { calcIsThere, calcSheet, type Typed } from '#tests/fixtures/calc.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('a list as people keep it in LibreOffice Calc', () => {
  if (calcIsThere) withCalc();
  else it('is not asked, as it is not on this machine', () => expect(calcIsThere).toBe(false));
});

const choose = (page: Page, name: string, bytes: Uint8Array) =>
  page
    .getByLabel('选择表格')
    .last()
    .setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(bytes),
    });

const asFigures = (id: string) => Number(id.replace('X', '0'));

/** A number of an identity document that a spreadsheet program cannot keep as a number: one in sixteen it can. */
function idThatIsCut(): string {
  const id = newResidentId();
  return String(asFigures(id)) === id ? idThatIsCut() : id;
}

function withCalc(): void {
  it('has a merged title, dates, ID numbers as text and as numbers: lost digits are mended', async () => {
    const { admin } = await companyWithAdmin();
    const { page, context, problems } = await newUser(browser);
    await openAs(page, admin, `/contractSend?draft=${newKey()}`);
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByText('已上传').waitFor();
    await page.getByRole('textbox', { name: '任务名称' }).fill('劳务协议');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('button', { name: '移除签署方 2' }).click();
    await page.getByRole('button', { name: '添加个人签署方' }).click();
    await page
      .getByRole('article', { name: '签署方 2', exact: true })
      .getByRole('switch', { name: /由名单逐行填写/ })
      .click();
    await page.getByRole('checkbox', { name: '每个人须核验证件' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载表格' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const { head } = await readSheet(new Uint8Array(Buffer.concat(chunks)), { rows: 5, columns: 20 });

    const people = Array.from({ length: 3 }, () => ({ id: idThatIsCut(), mobile: newMobile() }));
    const [asText, asNumber, dated] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    const rowOf = (values: Record<string, Typed>): Typed[] =>
      head.map((title) => {
        const [, value] = Object.entries(values).find(([key]) => title.includes(key)) ?? [];
        return value ?? '';
      });
    const rows = [
      [{ merged: head.length, text: '十一月劳务人员名单' }],
      [...head],
      rowOf({
        序号: { number: 1 },
        姓名: '赵一',
        证件类型: '居民身份证',
        证件号码: asText.id,
        手机号: asText.mobile,
      }),
      rowOf({
        序号: { number: 2 },
        姓名: '钱二',
        证件类型: '居民身份证',
        证件号码: { number: asFigures(asNumber.id) },
        手机号: { number: Number(asNumber.mobile) },
      }),
      rowOf({
        序号: { number: 3 },
        合同名称: { date: '2026-11-30' },
        姓名: '孙三',
        证件类型: '居民身份证',
        证件号码: dated.id,
        手机号: dated.mobile,
      }),
    ];
    await choose(page, '劳务人员.xlsx', await calcSheet({ 名单: rows, 备注: [] }));
    await page.getByText('已读入 3 行').waitFor();
    await page.getByText('1 行有误').waitFor();
    const cell = (row: number, column: string) =>
      page.getByRole('textbox', { name: new RegExp(`第 ${row} 行，.*${column}`) });
    expect(await cell(1, '证件号码').inputValue()).toBe(asText.id);
    expect(await cell(2, '手机号').inputValue()).toBe(asNumber.mobile);
    expect(await cell(3, '合同名称').inputValue()).toBe('2026-11-30');
    // the number of a document is read whole, without going into its field
    const clipped = await cell(1, '证件号码').evaluate((input) => input.scrollWidth - input.clientWidth);
    expect(clipped).toBeLessThanOrEqual(0);
    await screenshot(page, 'batch-calc');
    expect(await flaws(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshot(page, 'batch-calc-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await cell(2, '证件号码').fill(asNumber.id);
    await page.keyboard.press('Tab');
    await page.getByText('1 行有误').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.getByRole('button', { name: '自动放置' }).click();
    await page.locator('[data-placement]').nth(1).waitFor();
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/batch/*');
    await page.getByRole('main').getByText('已完成', { exact: true }).first().waitFor();
    const { records } = await admin.call(listTasks, { box: 'startWithMe' });
    const sent = await Promise.all(
      records.map(async ({ planId: taskId, taskName }) => {
        const { signerList } = await admin.call(getTask, { planId: taskId });
        const { userName, mobile, idType } = signerList.find(({ entName }) => entName === '')!;
        return [taskName.startsWith('2026-11-30') ? 'dated' : 'plain', userName, mobile.slice(-4), idType];
      }),
    );
    expect(sent.sort()).toEqual([
      ['dated', '孙三', dated.mobile.slice(-4), 'RESIDENT_ID'],
      ['plain', '赵一', asText.mobile.slice(-4), 'RESIDENT_ID'],
      ['plain', '钱二', asNumber.mobile.slice(-4), 'RESIDENT_ID'],
    ]);

    // A table that is merged within is refused, with the cells that are.
    await page.goto(`/contractSend?draft=${newKey()}`);
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByText('已上传').waitFor();
    await page.getByRole('button', { name: '下一步' }).click();
    const within: Typed[][] = [
      ['序号', '企业名称', '姓名'],
      ['1', { merged: 2, text: '甲公司' }],
    ];
    await choose(page, '合并.xlsx', await calcSheet({ a: within }));
    await page.getByRole('alert').filter({ hasText: '表格中有合并的单元格（B2:C2）' }).waitFor();
    await screenshot(page, 'batch-calc-merged');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
}
