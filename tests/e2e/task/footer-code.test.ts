import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { downloadDocument, getTask, sendTask } from '#core/task/calls.ts';
import { document as documentTable } from '#db/schema/index.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/people.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('who scans the code sees number, state and digest without login, and checks their own file', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)], { codeStatus: 'ENABLE' });
  const { planId: taskId, number } = await a.call(sendTask, plan);
  const [row] = await database().select().from(documentTable).where(eq(documentTable.taskId, taskId));
  const before = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  await sign(b, taskId);
  await untilPreserved(a, taskId);
  const after = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const { taskName, documents } = await a.call(getTask, { planId: taskId });
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    const { page, context, problems } = await newUser(browser, { width, height: 844, colorScheme });
    await page.goto(`/contract/code/${row!.code}`);
    await page.getByRole('heading', { level: 1, name: '文件查验' }).waitFor();
    await page.getByText(number).waitFor();
    await page.getByText('已完成', { exact: true }).waitFor();
    await page.getByText(documents[0]!.sha256).waitFor();
    await page.getByText('登记时间', { exact: true }).waitFor();
    const words = (await page.locator('body').textContent())!.replace(number, '');
    for (const secret of [taskName, taskId, COMPANY_A.name, COMPANY_B.name, ADMIN_B.realName, '采购合同'])
      expect(words).not.toContain(secret);
    const choose = (buffer: Uint8Array, name: string) =>
      page
        .getByLabel('核对手中的文件')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(buffer) });
    // Neither file nor digest leaves the device.
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
    await choose(before.bytes, '未签.pdf');
    await page.getByText('“未签.pdf”是这份文件更早的版本').waitFor();
    const changed = after.bytes.slice();
    changed[changed.length >> 1]! ^= 1;
    await choose(changed, '改过.pdf');
    await page.getByText('“改过.pdf”不是这份文件的任何版本').waitFor();
    await choose(after.bytes, '已签.pdf');
    await page.getByText('“已签.pdf”就是登记的最新文件').waitFor();
    expect(sent).toEqual([]);
    expect(await flaws(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await screenshot(page, `code-${width}`);
    expect(await problemsLeft(problems)).toEqual([]);
    for (const code of ['x', 'A'.repeat(22)]) {
      await page.goto(`/contract/code/${code}`);
      await page.getByText('没有找到这份文件').waitFor();
    }
    await context.close();
  }
});

it('[5.11f] is put on in the first step, configured there, and pages show where it will stand', async () => {
  const { page, context, problems } = await newUser(browser);
  await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${newKey()}`, COMPANY_A.id);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('switch', { name: /页脚二维码/ }).click();
  const size = page.getByRole('spinbutton', { name: '二维码边长' });
  await size.fill('');
  await size.blur();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '上一步' }).click();
  await page.getByText('请填写二维码边长：12 至 30 毫米').waitFor();
  await size.fill('22');
  await size.blur();
  await page.getByText('请填写二维码边长：12 至 30 毫米').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: '左下' }).check();
  const drawn = page.getByRole('img', { name: '二维码预览' }).locator('[data-code-preview]');
  await expect
    .poll(() => drawn.evaluate((rect) => ['x', 'y', 'width'].map((name) => rect.getAttribute(name))))
    .toEqual(['8', '267', '22']);
  await screenshot(page, 'wizard-code-task');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
  const sheet = (await page.locator('[data-page="0"]').boundingBox())!;
  const code = (await page.locator('[data-page="0"] [data-code]').boundingBox())!;
  const mm = sheet.width / 210;
  expect(Math.abs(code.x - (sheet.x + 8 * mm))).toBeLessThan(3);
  expect(Math.abs(code.width - 22 * mm)).toBeLessThan(3);
  await screenshot(page, 'wizard-code');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
