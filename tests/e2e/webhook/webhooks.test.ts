import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { companyWithAdmin } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('an administrator adds a webhook, tests it and reads in the log what was answered', async () => {
  const server = createServer((_request, response) => response.writeHead(202).end('thanks')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const place = server.address();
  const address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}/events`;
  const { admin } = await companyWithAdmin();
  const { page, problems } = await newUser(browser);
  try {
    await openAs(page, admin, '/company/webhook');
    await page.getByText('还没有推送地址').waitFor();
    await page.getByRole('button', { name: '新建推送地址' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /推送地址/ }).fill('ftp://example.com');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('须为公网 https 地址').waitFor();
    await dialog.getByRole('textbox', { name: /推送地址/ }).fill(address);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'webhook-form');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText(/^whsec_/).waitFor();
    await dialog.getByRole('button', { name: '已保存，关闭' }).click();
    const row = page.getByRole('row', { name: /events/ });
    await row.getByRole('button', { name: '测试' }).click();
    await page.getByText('已送达：接收方回应 202').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'webhooks');
    await row.getByRole('link', { name: address }).click();
    await page.getByRole('heading', { level: 1, name: '推送记录' }).waitFor();
    await page.getByText('202 thanks').first().waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'webhook-log');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('202 thanks').first().waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'webhook-log-390');
    expect(problems).toEqual([]);
  } finally {
    server.close();
  }
});
