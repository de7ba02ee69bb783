import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBatch } from '#core/batch/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { giveTestCredits } from '#tests/fixtures/credits.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { companyWithAdmin, database } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs } from '../open-as.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const ROWS = 300;
const PAGE = 100;
const SENDING = '**/ecapi/docmanager/assemble/batch/send';
const OFFLINE = '当前没有网络连接，请联网后重试。';
const GOES_ON = '网络已断开，已提交的各行仍在后台发起；联网后继续显示进度。';

const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const send = (page: Page) => page.getByRole('button', { name: '发起', exact: true }).click();

it('a batch survives a lost network and a closed window: each row becomes one task', async () => {
  const { ent, admin } = await companyWithAdmin();
  await giveTestCredits(await database(), ent.id, ROWS);
  const draftId = newKey();
  const { page, context } = await newUser(browser, { offline: true });
  await openAs(page, admin, `/contractSend?draft=${draftId}`);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill('断网批量');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '粘贴' }).click();
  const rows = Array.from({ length: ROWS }, (_, i) => `\t断网${i}号公司\t收件人\t${newMobile()}`);
  await page.getByRole('textbox', { name: '单元格' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: '加入名单' }).click();
  await page.getByText(`已读入 ${ROWS} 行`).waitFor();
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').nth(1).waitFor();

  // Gone before the request arrives: said, nothing is made, and the rows are still there in a window opened anew.
  await page.route(SENDING, async (route) => {
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await send(page);
  await page.getByText(OFFLINE).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(false);
  expect((await admin.call(listTasks, { box: 'startWithMe' })).total).toBe(0);
  await page.getByText(/已同步/).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '签署方', exact: true }).click();
  await page.getByText(new RegExp(`^${ROWS} 行，最多`)).waitFor();

  // Gone before the answer arrives: the draft leads to the batch that came of it.
  await page.route(SENDING, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await send(page);
  await page.getByText(OFFLINE).waitFor();
  await context.setOffline(false);
  await page.getByText('这份草稿已被发起或删除，不能再修改。').waitFor();
  await page.getByRole('link', { name: '查看发起进度' }).click();
  await page.waitForURL(`**/contract/batch/${draftId}`);
  await page.getByText('可以离开本页，发起会在后台继续，完成后会通知您。').waitFor();

  // Gone while rows are sent: said, and they are sent all the same.
  const batch = (): Promise<OutputOf<typeof readBatch>> => admin.call(readBatch, { batchId: draftId });
  await context.setOffline(true);
  const { sent, endTime } = await batch();
  expect(endTime).toBe(null);
  await page.getByText(GOES_ON).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'batch-offline');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await screenshot(page, 'batch-offline-390');
  await expect.poll(async () => (await batch()).sent).toBeGreaterThan(sent);
  await context.setOffline(false);
  await page.getByText(GOES_ON).waitFor({ state: 'detached' });

  // The window closed in the middle, and opened again by the list of batches.
  await page.close();
  const again = await context.newPage();
  await openAs(again, admin, '/contract/batch');
  const row = again.getByRole('row').filter({ hasText: '断网批量' });
  await row.getByRole('link', { name: '断网批量' }).click();
  await again.getByRole('progressbar').waitFor();
  const main = again.getByRole('main');
  await main.getByText('已完成', { exact: true }).first().waitFor();
  await screenshot(again, 'batch-after-offline');
  expect(await batch()).toMatchObject({ total: ROWS, sent: ROWS, failed: 0, stopped: 0 });

  const names = new Set<string>();
  for (let current = 1; current * PAGE <= ROWS + PAGE; current++)
    for (const task of (await admin.call(listTasks, { box: 'startWithMe', current, size: PAGE })).records)
      names.add(task.taskName);
  expect((await admin.call(listTasks, { box: 'startWithMe' })).total).toBe(ROWS);
  expect(names.size).toBe(ROWS);
  await context.close();
});
