import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, ADMIN_B, COMPANY_A, COMPANY_B, newKey } from '#tests/fixtures/contracts.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { pointOf, pressOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const placements = (page: Page) => page.locator('[data-placement]');
const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Opens the last step of a new draft with these files and company B as the other side. */
async function openPlaces(page: Page, files: readonly string[], taskName: string): Promise<void> {
  await openAs(
    page,
    ADMIN_A.loginName,
    `/entcontract/startEntContract?draft=${newKey()}&step=task`,
    COMPANY_A.id,
  );
  await page.setInputFiles('input[type=file]', [...files]);
  await expect.poll(() => page.getByText('已上传').count()).toBe(files.length);
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await page.getByRole('button', { name: '签署方' }).click();
  const second = page.getByRole('article', { name: '签署方 2' });
  await second.getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await second.getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
  await second.getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
}

it('proposes places at the words that ask for them, removes and restores them, also by keys', async () => {
  const { page, context, problems } = await newUser(browser);
  await openPlaces(page, [await contractFile()], `自动${newKey().slice(0, 8)}`);
  await page.getByRole('checkbox', { name: '放印章或签名时带上签署日期' }).check();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.getByText('已在文件中要求签字、盖章的地方放置 2 处').waitFor();
  await expect.poll(() => placements(page).count()).toBe(4);
  expect(await page.getByText('处签署位置盖住了文字').count()).toBe(0);
  await screenshot(page, 'places-proposed');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '撤销放置' }).click();
  await expect.poll(() => placements(page).count()).toBe(0);
  expect(await page.getByText('已在文件中').count()).toBe(0);
  await page.getByRole('button', { name: '重做' }).click();
  await expect.poll(() => placements(page).count()).toBe(4);
  // one act is one step, whatever it put there
  await placements(page).first().press('Control+z');
  await expect.poll(() => placements(page).count()).toBe(0);
  await page.getByRole('button', { name: '自动放置' }).focus();
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => placements(page).count()).toBe(4);
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.getByText('每个签署方在每个文件里都已有签署位置').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'places-proposed-390');
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('shows guides while a place is dragged and moved by keys, and draws it to them', async () => {
  const { page, context, problems } = await newUser(browser);
  await openPlaces(page, [await contractFile()], `对齐${newKey().slice(0, 8)}`);
  await page.getByRole('button', { name: '企业印章', exact: true }).click();
  await expect.poll(() => placements(page).count()).toBe(1);
  // The next one comes to the middle of what is in view, which the warning makes smaller.
  await page.getByText('1 处签署位置盖住了文字').waitFor();
  await page.getByRole('button', { name: '手写签名', exact: true }).click();
  await expect.poll(() => placements(page).count()).toBe(2);
  const of = (kind: string) => page.locator(`[data-placement][aria-label*="${kind}"]`);
  const [seal, hand] = [of('企业印章'), of('手写签名')];
  const places = () =>
    placements(page).evaluateAll((all) =>
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return { left, top, right: left + width, bottom: top + height };
      }),
    );
  // by keys: far away first, then to the next line, where a guide shows it
  for (let i = 0; i < 7; i++) await hand.press('Shift+ArrowDown');
  await hand.press('ArrowLeft');
  await expect.poll(() => page.locator('[data-guide="x"]').count()).toBe(0);
  await hand.press('Control+ArrowRight');
  await page.locator('[data-guide="x"]').first().waitFor();
  await screenshot(page, 'places-guide');
  await seal.focus();
  await expect.poll(() => page.locator('[data-guide]').count()).toBe(0);

  // by drag: a few pixels beside the other's top edge it is drawn onto it; the warning pushes the page down when it comes
  await page.getByText('2 处签署位置盖住了文字').waitFor();
  await pressOn(hand, { x: 10, y: 10 });
  const { x } = await pointOf(hand, 0, 0);
  const { y } = await pointOf(seal, 0, 0);
  await page.mouse.move(x + 14, y + 10 + 4, { steps: 6 });
  await page.locator('[data-guide="y"]').first().waitFor();
  await page.mouse.up();
  await expect.poll(async () => (await places()).map(({ top }) => Math.round(top))).toHaveLength(2);
  await expect
    .poll(async () => {
      const [one, other] = await places();
      return Math.abs(one!.top - other!.top);
    })
    .toBeLessThan(1);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('puts a seal and its day on all pages of several files at once; a too short one is named', async () => {
  const { page, context, problems } = await newUser(browser);
  const taskName = `复制${newKey().slice(0, 8)}`;
  const contract = await contractFile('合同.pdf');
  const short = join(dirname(contract), '附件.pdf');
  writeFileSync(short, await makePdf([{ text: 'Annex' }]));
  const other = join(dirname(contract), '补充协议.pdf');
  writeFileSync(other, await makePdf([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]));
  await openPlaces(page, [contract, short, other], taskName);
  await page.getByRole('button', { name: '企业印章', exact: true }).click();
  await placements(page).first().waitFor();
  await page.getByRole('button', { name: '加签署日期' }).click();
  const dialog = page.getByRole('dialog', { name: '复制企业印章' });
  await page.getByRole('button', { name: '复制到…' }).press('Enter');
  await dialog.getByRole('checkbox', { name: '合同.pdf' }).uncheck();
  for (const name of ['附件.pdf', '补充协议.pdf']) await dialog.getByRole('checkbox', { name }).check();
  await screenshot(page, 'places-copy');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: '复制', exact: true }).click();
  await dialog.getByText('这些文件页数不够，没有复制：附件.pdf').waitFor();
  await dialog.getByRole('checkbox', { name: '附件.pdf' }).uncheck();
  await dialog.getByRole('radio', { name: '指定页' }).check({ force: true });
  await dialog.getByRole('textbox', { name: '页码' }).fill('3-1');
  await dialog.getByRole('button', { name: '复制', exact: true }).click();
  await dialog.getByText('请填写页码，如 1-3,5，最大 3').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'places-copy-390');
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: '取消' }).click();
  const shown = () =>
    placements(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!.split('，')[0]));
  await expect
    .poll(async () => (await shown()).toSorted())
    .toEqual([`${COMPANY_A.name} 的企业印章`, `${COMPANY_A.name} 的签署日期`]);
  for (const [name, seals] of [
    ['补充协议.pdf', 1],
    ['附件.pdf', 0],
  ] as const) {
    await page.getByRole('button', { name: '签署文件' }).click();
    await page.getByRole('option', { name }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await expect.poll(() => placements(page).count()).toBe(seals);
    if (seals === 0) continue;
    await placements(page).click();
    await expect.poll(() => page.getByRole('spinbutton', { name: '到第几页' }).inputValue()).toBe('3');
  }
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
