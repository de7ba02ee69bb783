import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toHex } from '#core/bytes.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, readTemplate, uploadTemplateFile } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { anAnchor, aSigner, webTemplate } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const startOf = (templateType: 'WEB' | 'WORD') => ({
  templateName: '买卖合同',
  templateType,
  businessType: 'SALES' as const,
  sceneType: 'ENT' as const,
});

/** A Word template in force, with one seal. */
async function wordTemplate(admin: ApiClient): Promise<string> {
  const { id } = await admin.call(saveTemplate, startOf('WORD'));
  const [seal, party] = ['seal00000000', 'party0000000'];
  const plain = openDocx(makeDocx({ body: paragraph('甲方盖章处') }));
  const docx = placeControl(plain, { paragraph: 0, from: 2, to: 4 }, { key: seal, title: '甲方·企业印章' });
  const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', docx)));
  await admin.call(uploadTemplateFile, { id, fileKey, fileType: 'DOCX', body: docx } as never);
  await admin.call(publishTemplate, {
    id,
    number: 0,
    content: {
      kind: 'WORD',
      docx: fileKey,
      fields: [],
      rows: [],
      rowFields: {},
      options: [],
      signers: [aSigner(party, '甲方', 'ENTERPRISE')],
      anchors: [anAnchor(seal, party, { kind: 'ENT_SEAL', width: 40, height: 40 })],
    },
  });
  return id;
}

/** Publishes although requests to `blocked` fail: asked, checked again in vain, and enabled knowingly. */
async function publishUnchecked(page: Page, name: string, blocked: string, open: () => Promise<unknown>) {
  let [sent, refused] = [0, 0];
  await page.route(blocked, (route) => {
    refused += 1;
    return route.abort();
  });
  await open();
  page.on('request', (request) => {
    if (/\/ecapi\/template\/publish/.test(request.url())) sent += 1;
  });
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  await press('发布修改');
  const asked = page.getByRole('dialog', { name: '签署位置未经检查' });
  await asked.getByText(/正文现在无法排版/).waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await screenshot(page, `${name}-${width}`);
    expect(await flaws(page)).toEqual([]);
  }
  const before = refused;
  await asked.getByRole('button', { name: '重新检查' }).click();
  await expect.poll(() => refused).toBeGreaterThan(before);
  await asked.waitFor();
  expect(sent).toBe(0);
  await press('仍然启用');
  await page.getByText(/^已启用，当前为第/).waitFor();
  expect(sent).toBe(1);
}

it('a web template without its fonts is enabled only by one who knows its places are unchecked', async () => {
  const { admin } = await companyWithAdmin();
  const { id } = await admin.call(saveTemplate, startOf('WEB'));
  await admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
  const { page, context } = await newUser(browser);
  // the service worker would fetch and keep the fonts
  await context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('none'));
  });
  await publishUnchecked(page, 'template-unchecked-web', '**/fonts/typeset/**', async () => {
    await openAs(page, admin, `/company/frontTemplateFile/webTemplate?id=${id}`);
    await page.locator('.ProseMirror').getByText('双方就买卖事宜达成如下协议').waitFor();
  });
  await context.close();
});

it('a Word template not laid out here is enabled only by one who knows places are unchecked', async () => {
  const { admin } = await companyWithAdmin();
  const id = await wordTemplate(admin);
  const { page, context } = await newUser(browser);
  await publishUnchecked(page, 'template-unchecked-word', '**/ecapi/template/word/layout**', () =>
    openAs(page, admin, `/company/frontWordPreview?id=${id}`),
  );
  expect((await admin.call(readTemplate, { id })).status).toBe('ENABLED');
  await context.close();
});
