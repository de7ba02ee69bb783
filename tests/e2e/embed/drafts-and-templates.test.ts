import { spawn } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import embedUs from '#app/locales/en-US/embed.ts';
import wizardUs from '#app/locales/en-US/wizard.ts';
import embedTw from '#app/locales/zh-TW/embed.ts';
import wizardTw from '#app/locales/zh-TW/wizard.ts';
import { listEmbedLinks, makeSendLink } from '#core/embed/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { readTemplate } from '#core/template/version-calls.ts';
import { apiKey } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { codeSentTo, sentText } from '#tests/fixtures/messages.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { database } from '../../fixtures/people.ts';

import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
const ended: (() => void)[] = [];
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  for (const end of ended) end();
  await browser.close();
});

/** The example's server for an enterprise with a template: another origin than the product's, by name and port. */
async function openExample() {
  const shop = await selling();
  const keyId = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  const key = await newApiKey(database(), shop.boss.id, shop.ent.id, ['send', 'manage', 'read'], {
    id: keyId,
  });
  const child = spawn(process.execPath, ['docs/examples/embed/server.mjs'], {
    env: { SIGNET_URL: product().baseUrl, SIGNET_KEY: key, TEMPLATE: shop.id, MEMBER: shop.boss.mobile },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ended.push(() => child.kill());
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(String(line).trim()));
    child.once('exit', () => reject(new Error('the example ended')));
  });
  await database()
    .update(apiKey)
    .set({ origins: [origin] })
    .where(eq(apiKey.id, keyId));
  const client = new ApiClient(product().baseUrl);
  client.apiKey = key;
  return { ...shop, origin, client };
}

/** Makes the browser refuse storage to frames of the product, as browsers that block third parties do. */
async function blockThirdParties(page: Page): Promise<void> {
  await page.addInitScript((own) => {
    if (location.origin !== own || window === window.top) return;
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  }, product().baseUrl);
}

async function confirm(page: Page, mobile: string): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: '确认本人' }).waitFor();
  await frame.getByRole('button', { name: '获取验证码' }).click();
  const client = new ApiClient(product().baseUrl);
  await frame.getByLabel('验证码').fill(await codeSentTo(client, mobile, '验证码'));
  await frame.getByRole('button', { name: '继续' }).click();
}

/** Serves the React example, which a person would bundle. */
async function bundleReact(page: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['docs/examples/embed/react.tsx'],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await page.route('**/react.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]!.text }),
  );
}

const accentOf = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('html')
    .evaluate((root) => getComputedStyle(root).getPropertyValue('--cinnabar'));

it('a member completes a prepared draft in another origin’s page without storage or traces', async () => {
  const { origin, boss, buyer, admin } = await openExample();
  const { page, context, problems } = await newUser(browser);
  await blockThirdParties(page);
  await page.goto(`${origin}/send`);
  await confirm(page, boss.mobile);
  await page.getByText('Please complete and send the contract.').waitFor();
  const frame = page.frameLocator('iframe');
  const form = frame.getByRole('region', { name: '填写“采购合同”' });
  const field = (name: RegExp) => form.getByRole('textbox', { name });
  await field(/^合同编号/).waitFor();
  await expect.poll(() => field(/^合同编号/).inputValue()).toBe('PO-4711');
  await field(/^金额/).fill('12000');
  await screenshot(page, 'embed-send-form-1440');
  expect(await accentOf(page)).toBe('#1d5fa8');
  expect(await flaws(page)).toEqual([]);
  await form.getByRole('button', { name: '完成', exact: true }).click();
  await frame.getByRole('heading', { level: 1, name: 'Order 4711' }).waitFor();
  // Address book, colleagues and other templates are not offered: they are beyond this session.
  expect(await frame.getByRole('button', { name: '从模板选择' }).count()).toBe(0);
  await frame.getByRole('button', { name: '下一步' }).click();
  const party = frame.getByRole('article', { name: '签署方 2' });
  await party.getByLabel('姓名').fill(buyer.name);
  await party.getByLabel('手机号').fill(buyer.mobile);
  expect(await frame.getByRole('button', { name: '从通讯录选择签署方' }).count()).toBe(0);
  await screenshot(page, 'embed-send-parties-1440');
  expect(await flaws(page)).toEqual([]);
  await frame.getByRole('button', { name: '发起', exact: true }).click();
  // The template's place of the seal touches words: whoever sends says that they have seen it.
  await frame.getByRole('checkbox', { name: '我已查看，仍按这些位置发起' }).check();
  await frame.getByRole('button', { name: '发起', exact: true }).click();
  await page.getByText('Sent: ').waitFor();
  await screenshot(page, 'embed-send-sent-1440');
  expect(await flaws(page)).toEqual([]);
  const { records } = await admin.call(listTasks, { box: 'all' });
  expect(records.map(({ taskName, status }) => [taskName, status])).toEqual([['Order 4711', 'IN_PROGRESS']]);
  expect(await frame.locator('a[href]').count()).toBe(0);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
});

it('on a phone, in React and in the dark, the member closes the draft, and nothing is sent', async () => {
  const { origin, boss, admin } = await openExample();
  const { page, problems } = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await bundleReact(page);
  await page.goto(`${origin}/react/send`);
  await confirm(page, boss.mobile);
  await page.getByText('ready').waitFor();
  const frame = page.frameLocator('iframe');
  const form = frame.getByRole('region', { name: '填写“采购合同”' });
  await form.getByRole('textbox', { name: /^合同编号/ }).waitFor();
  await screenshot(page, 'embed-send-form-390');
  expect(await flaws(page)).toEqual([]);
  await form.getByRole('button', { name: '稍后再填' }).click();
  await frame.getByRole('heading', { level: 1, name: 'Order 4711' }).waitFor();
  await screenshot(page, 'embed-send-390');
  expect(await flaws(page)).toEqual([]);
  await frame.getByRole('button', { name: '关闭', exact: true }).click();
  await page.getByText('closed').waitFor();
  expect((await admin.call(listTasks, { box: 'all' })).records).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
});

it('a member edits and publishes a web template in another origin’s page, told the version', async () => {
  const { origin, boss, admin, id } = await openExample();
  const { page, context, problems } = await newUser(browser);
  await blockThirdParties(page);
  await page.goto(`${origin}/template`);
  await confirm(page, boss.mobile);
  await page.getByText('Please edit the template.').waitFor();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: '采购合同' }).waitFor();
  const text = frame.locator('.ProseMirror');
  await text.waitFor();
  await text.locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('（修订）');
  await frame.getByText('（修订）').first().waitFor();
  // The enterprise's clauses and comments to colleagues are beyond this session.
  for (const name of ['条款', '批注']) expect(await frame.getByRole('tab', { name }).count(), name).toBe(0);
  await screenshot(page, 'embed-template-1440');
  expect(await accentOf(page)).toBe('#1d5fa8');
  expect(await flaws(page)).toEqual([]);
  await frame.getByRole('button', { name: '发布修改' }).click();
  await page.getByText('Saved as version 2.').waitFor();
  expect((await admin.call(readTemplate, { id })).version?.number).toBe(2);
  await screenshot(page, 'embed-template-saved-1440');
  expect(await frame.locator('a[href]').count()).toBe(0);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);

  const { records } = await admin.call(listEmbedLinks, {});
  expect(records.map(({ kind, state }) => [kind, state])).toEqual([['TEMPLATE', 'USED']]);
});

const NAMES = {
  'zh-TW': { embed: embedTw, wizard: wizardTw },
  'en-US': { embed: embedUs, wizard: wizardUs },
} as const;

it.each(['zh-TW', 'en-US'] as const)('speaks %s where the link says so', async (language) => {
  const { origin, boss, id, client } = await openExample();
  const { page, problems } = await newUser(browser, { width: 390, height: 844 });
  const link = await client.call(makeSendLink, {
    templateId: id,
    mobile: boss.mobile,
    origin,
    language,
    theme: { scheme: 'light', accent: '#1d5fa8' },
  });
  await page.route('**/link/send', (route) => route.fulfill({ json: link }));
  await page.goto(`${origin}/send`);
  const frame = page.frameLocator('iframe');
  const { embed, wizard } = NAMES[language];
  await frame.getByRole('heading', { name: embed.code.title }).waitFor();
  await screenshot(page, `embed-code-${language}-390`);
  expect(await flaws(page)).toEqual([]);
  await frame.getByRole('button', { name: embed.code.send }).click();
  await frame.getByLabel(embed.code.label).fill(await sentText(client, boss.mobile, /\b(\d{6})\b/));
  await frame.getByRole('button', { name: embed.code.go }).click();
  await frame.getByRole('button', { name: wizard.template.later }).waitFor();
  expect(await frame.locator('html').getAttribute('lang')).toBe(language);
  await screenshot(page, `embed-send-form-${language}-390`);
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
});
