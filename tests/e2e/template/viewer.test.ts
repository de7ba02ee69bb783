import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveTemplate, saveTemplateGrants } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { textOf } from '#tests/e2e/page.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('[6.3c] a viewer of a template sees what is in force while it has no draft, then the draft', async () => {
  const owner = await companyWithAdmin();
  const viewer = await companyWithAdmin();
  const { id } = await owner.admin.call(saveTemplate, {
    templateName: '买卖合同',
    templateType: 'WEB',
    businessType: 'SALES',
    sceneType: 'ENT',
  });
  await owner.admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
  await owner.admin.call(saveTemplateGrants, {
    id,
    grants: [{ entId: viewer.ent.id, level: 'VIEWABLE' }],
  });
  const editor = `/company/frontTemplateFile/webTemplate?id=${id}`;
  const one = await newUser(browser);
  await openAs(one.page, viewer.admin, editor, viewer.ent.id);
  await textOf(one.page).getByText('双方就买卖事宜达成如下协议').waitFor();
  await textOf(one.page).locator('[data-chip="field"]').first().waitFor();
  expect(await textOf(one.page).getAttribute('contenteditable')).toBe('false');
  expect(await flaws(one.page)).toEqual([]);
  await screenshot(one.page, 'template-viewer');
  // seen, it was not written: the owner begins with the version, once
  const two = await newUser(browser);
  await openAs(two.page, owner.admin, editor, owner.ent.id);
  await textOf(two.page).getByText('双方就买卖事宜达成如下协议').click();
  await two.page.keyboard.press('End');
  await two.page.keyboard.type('补充一句');
  await textOf(one.page).getByText('补充一句').waitFor();
  expect(await textOf(one.page).getByText('双方就买卖事宜达成如下协议').count()).toBe(1);
  expect(await textOf(two.page).getByText('双方就买卖事宜达成如下协议').count()).toBe(1);
  expect(await problemsLeft(one.problems, two.problems)).toEqual([]);
  await one.context.close();
  await two.context.close();
});
