import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const WIZARD = '/entcontract/startEntContract';

/** Whether the service worker has this page and what it loaded. Runs in the page. */
async function isKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const kept = (await (await caches.open('signet-1')).keys()).map(({ url }) => url);
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((file) => file.includes('/assets/'));
  return (
    active !== null &&
    navigator.serviceWorker.controller !== null &&
    [location.origin + location.pathname, ...files].every((file) => kept.includes(file))
  );
}

/** How many templates lie on the device. Runs in the page, and makes no database where there is none. */
async function countTemplates(): Promise<number> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'signet-templates')) return 0;
  return new Promise((done, fail) => {
    const request = indexedDB.open('signet-templates');
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      const count = request.result.transaction('templates').objectStore('templates').count();
      count.onsuccess = () => {
        request.result.close();
        done(count.result);
      };
    };
  });
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: '从模板选择' }).click();
  const dialog = page.getByRole('dialog', { name: '选择模板' });
  await dialog.getByText('供货合同').click();
  await dialog.getByRole('button', { name: /^使用所选/ }).click();
}

it('a template used once begins a contract offline, is filled, and uploads with a network', async () => {
  const { admin, ent } = await companyWithAdmin();
  for (const templateName of ['供货合同', '框架协议']) {
    const { id } = await admin.call(saveTemplate, {
      templateName,
      templateType: 'WEB',
      businessType: 'PURCHASE',
      sceneType: 'ENT',
    });
    await admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
  }
  const person = await newPerson();
  await addMember(ent, person, ['SIGN_OPERATOR']);
  const { page, context } = await newUser(browser, { offline: true });
  await openAs(page, await signedIn(person, ent), WIZARD, ent.id);
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await choose(page);
  const form = page.getByRole('region', { name: '填写“供货合同”' });
  await form.locator('canvas').first().waitFor();
  // the other one was only seen in the list
  await expect.poll(() => page.evaluate(countTemplates)).toBe(2);
  await expect.poll(() => page.evaluate(isKept)).toBe(true);

  await context.setOffline(true);
  await page.goto(WIZARD);
  await page.getByRole('button', { name: '从模板选择' }).click();
  const dialog = page.getByRole('dialog', { name: '选择模板' });
  await dialog.getByText('只列出保存在这台设备上的网页模板').waitFor();
  await dialog.getByText('框架协议').waitFor();
  await screenshot(page, 'template-offline-choose-1440');
  expect(await flaws(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await choose(page);
  await form.getByText('填写的内容和生成的文件都保存在这台设备上').waitFor();
  await form.getByRole('textbox', { name: /^合同编号/ }).fill('HT-2026-2');
  await form.getByRole('textbox', { name: /^金额/ }).fill('12000');
  await form.locator('canvas').first().waitFor();
  await screenshot(page, 'template-offline-fill-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'template-offline-fill-390');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByRole('button', { name: '完成' }).click();
  // the file is made and waits
  await page.getByTitle('供货合同.pdf', { exact: true }).waitFor();
  await page.getByText('联网后上传').waitFor();
  // closed and opened again, all is there
  await page.reload();
  await page.getByTitle('供货合同.pdf', { exact: true }).waitFor();
  await page.getByRole('button', { name: '填写', exact: true }).click();
  await expect.poll(() => form.getByRole('textbox', { name: /^合同编号/ }).inputValue()).toBe('HT-2026-2');
  await form.getByRole('button', { name: '稍后再填' }).click();
  await context.setOffline(false);
  await page.getByText('已上传').waitFor();
  await page.getByText(/已同步/).waitFor();
  await context.close();
});
