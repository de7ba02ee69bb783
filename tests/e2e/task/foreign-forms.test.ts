/** Files with forms and with page labels of their own, from the wizard to the signature. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  newKey,
  sign,
} from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';
import { nameOther, placeForEach } from './wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Three pages that the file calls i, ii and 1, with an amount, a place, a note and a box to tick on the first. */
async function formFile(): Promise<string> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const [page] = [0, 1, 2].map(() => document.addPage([595, 842]));
  const form = document.getForm();
  const at = (i: number, height = 22) => ({ x: 90, y: 720 - 50 * i, width: 220, height, borderWidth: 1 });
  const amount = form.createTextField('amount');
  amount.setText('12000');
  amount.setMaxLength(8);
  amount.enableRequired();
  amount.addToPage(page!, at(0));
  const place = form.createDropdown('place');
  place.addOptions(['Beijing', 'Shanghai']);
  place.addToPage(page!, at(1));
  const note = form.createTextField('note');
  note.enableMultiline();
  note.addToPage(page!, at(3, 60));
  form.createCheckBox('agreed').addToPage(page!, { ...at(4, 15), width: 15 });
  const nums = [0, context.obj({ S: 'r' }), 2, context.obj({ S: 'D' })];
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: nums }));
  const path = join(dirname(await contractFile('表单.pdf')), '表单合同.pdf');
  writeFileSync(path, await document.save());
  return path;
}

it.each([
  { width: 1440, colorScheme: 'light' as const },
  { width: 390, colorScheme: 'dark' as const },
])(
  'the other party fills in a form before signing, as the sender chose, at $width px',
  async ({ width, colorScheme }) => {
    const { page, context, problems } = await newUser(browser, { width, height: 900, colorScheme });
    const draft = newKey();
    await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${draft}`, COMPANY_A.id);
    await page.setInputFiles('input[type=file]:not([data-for])', await formFile());
    await page.getByText('已上传').waitFor();
    await page.getByRole('textbox', { name: '任务名称' }).fill(`表单${draft}`);
    await page.getByRole('radio', { name: /^由一方在签署前填写/ }).check();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `wizard-form-choice-${width}`);
    await nameOther(page, COMPANY_B, ADMIN_B);
    await placeForEach(page);
    expect(await page.locator('[data-blank]').count()).toBe(0);
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.getByText('请选择由谁填写“表单合同.pdf”的表单域').first().waitFor();
    const steps = page.getByRole('navigation', { name: '发起步骤' });
    // The wizard has gone to the step of the parties, to the field that lacks an answer.
    await page.locator('[aria-haspopup=listbox]:focus').click();
    await page.getByRole('option', { name: COMPANY_B.name }).click();
    await screenshot(page, `wizard-form-filler-${width}`);
    await steps.getByRole('button', { name: '签署位置' }).click();
    await expect.poll(() => page.locator('[data-blank]').count()).toBeGreaterThanOrEqual(5);
    if (width > 400) {
      const thumbs = page.getByRole('navigation', { name: '缩略图' });
      await thumbs.getByRole('button', { name: '转到第 3 页（页码 1）' }).waitFor();
      await page.getByRole('group', { name: '第 2 页（页码 ii）' }).waitFor();
    }
    await page.getByText('页码 i', { exact: true }).first().waitFor();
    await screenshot(page, `wizard-form-places-${width}`);
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();

    const b = await companyB();
    const { records } = await b.call(listTasks, { box: 'pending' });
    const { planId } = records.find(({ taskName }) => taskName === `表单${draft}`)!;
    const signer = await newUser(browser, { width, height: 900, colorScheme });
    await openAs(signer.page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${planId}`, COMPANY_B.id);
    const amount = signer.page.getByRole('textbox', { name: /^amount/ });
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('12000');
    // The list beside the pages, where there is room for one, calls a page what the file calls it, too.
    if (width > 400)
      await signer.page
        .getByRole('button', { name: /^待放置.*第 \d 页（页码 (i|ii|1)）$/ })
        .first()
        .waitFor();
    await signer.page.getByRole('button', { name: /^全部放上/ }).click();
    await amount.fill('');
    await signer.page.getByRole('button', { name: '填写剩下的 1 项' }).click();
    await signer.page
      .locator('span')
      .filter({ hasText: /^请填写$/ })
      .waitFor();
    await amount.fill('98000');
    await signer.page.getByRole('textbox', { name: /^note/ }).fill('第一行\n第二行');
    await signer.page.getByRole('checkbox', { name: 'agreed' }).check();
    await screenshot(signer.page, `sign-form-${width}`);
    expect(await flaws(signer.page)).toEqual([]);
    await signer.page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await signer.page.getByText('98000').first().waitFor();
    await signer.page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await signer.page.getByRole('button', { name: '确认签署' }).click();
    await expect.poll(async () => (await b.call(getTask, { planId })).documents[0]!.revision).toBe(1);
    const signed = (await trailEntries(b, planId)).findLast(({ event }) => event === 'SIGNED')!;
    expect(signed.remark.split('、').sort()).toEqual(['agreed', 'amount', 'note']);
    await sign(await companyA(), planId);
    await signer.page.goto(`/contract/preview?planId=${planId}`);
    await signer.page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await screenshot(signer.page, `form-signed-${width}`);
    expect(await problemsLeft(signer.problems)).toEqual([]);
    await signer.context.close();
  },
);
