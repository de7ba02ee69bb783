import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '#tests/client.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { companyA, companyB, sendBetweenCompanies, sign } from '#tests/fixtures/contracts.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
let a: ApiClient;
let taskId: string;
beforeAll(async () => {
  browser = await openBrowser();
  a = await companyA();
  taskId = await sendBetweenCompanies(a);
  for (const client of [a, await companyB()]) await sign(client, taskId);
  await untilPreserved(a, taskId);
});
afterAll(() => browser.close());

it.each([
  ['zh-CN', '下载存证包', '证书与吊销信息', 'light', 1440],
  ['zh-TW', '下載存證包', '憑證與撤銷資訊', 'dark', 390],
  ['en-US', 'Download evidence', 'Certificates', 'light', 390],
] as const)(
  'a finished contract’s evidence is downloaded by its button in %s, and verified on its page',
  async (language, label, heading, colorScheme, width) => {
    const user = await newUser(browser, { language, colorScheme, width, height: 900 });
    await speak(user, language);
    const { page, problems, context } = user;
    await openAs(page, a, `/contract/summary/${taskId}/0/COMPLETED`);
    const button = page.getByRole('button', { name: label, exact: true });
    await button.focus();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `evidence-${language}-${width}`);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    const path = await file.path();
    const files = unzipSync(new Uint8Array(readFileSync(path)));
    for (const name of ['report.pdf', 'report.ofd', 'documents/1.pdf', 'trail.json', 'log/checkpoint'])
      expect(Object.keys(files)).toContain(name);
    expect(new TextDecoder().decode(files['VERIFY.md'])).toContain(heading);
    await page.goto('/verifyService');
    await page.locator('input[data-purpose=verify]').setInputFiles({
      name: 'evidence.zip',
      mimeType: 'application/zip',
      buffer: readFileSync(path),
    });
    const valid = language === 'en-US' ? 'Valid' : '有效';
    await page.getByRole('heading', { level: 2, name: valid, exact: true }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);

it('nobody is offered the evidence of a contract that is not finished', async () => {
  const open = await sendBetweenCompanies(a);
  const { page, context } = await newUser(browser);
  await openAs(page, a, `/contract/summary/${open}`);
  await page.getByRole('region', { name: '签署轨迹' }).getByRole('listitem').first().waitFor();
  expect(await page.getByRole('button', { name: '下载存证包', exact: true }).count()).toBe(0);
  await context.close();
});
