import { once } from 'node:events';
import { createServer } from 'node:http';
import { eq, like } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { saveWebhook } from '#core/webhook/calls.ts';
import { outbox, webhook, webhookDelivery } from '#db/schema/index.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import { personSigner, taskToSend } from '../../fixtures/contracts.ts';
import { companyWithAdmin, database, newPerson } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { proveAgain } from '../prove-again.ts';

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
  await keyProofOf(admin);
  const { page, problems } = await newUser(browser);
  try {
    await openAs(page, admin, '/company/webhook');
    await page.getByText('还没有推送地址').waitFor();
    await page.getByRole('button', { name: '新建推送地址' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /推送地址/ }).fill('ftp://example.com');
    await proveAgain(dialog);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('须为公网 https 地址').waitFor();
    await dialog.getByRole('textbox', { name: /推送地址/ }).fill(address);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'webhook-form');
    await proveAgain(dialog);
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
    expect(await problemsLeft(problems)).toEqual([]);
  } finally {
    server.close();
  }
});

it('an event given up is counted, shown with its answer, and sent again by its button', async () => {
  let status = 500;
  const server = createServer((_request, response) => response.writeHead(status).end('busy')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const place = server.address();
  const address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}/events`;
  const { admin } = await companyWithAdmin();
  const { webhookId } = await admin.call(saveWebhook, {
    address,
    events: ['task.started'],
    proof: await keyProofOf(admin),
  });
  const db = database();
  const row = async () =>
    (await db.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, webhookId)))[0];
  try {
    const signer = await newPerson();
    await admin.call(
      sendTask,
      await taskToSend(admin, [personSigner({ realName: signer.name, mobile: signer.mobile })]),
    );
    await expect.poll(async () => (await row())?.status).toBe(500);
    // As three days later: the last attempt is due.
    await db.update(webhook).set({ pausedUntil: 0 }).where(eq(webhook.id, webhookId));
    await db
      .update(webhookDelivery)
      .set({ attempts: 12, nextAt: 0 })
      .where(eq(webhookDelivery.webhookId, webhookId));
    await db
      .update(outbox)
      .set({ dueAt: 0 })
      .where(like(outbox.key, `webhook:${webhookId}:%`));
    await expect
      .poll(async () => {
        await runJobs();
        return (await row())?.state;
      })
      .toBe('DEAD');

    for (const [language, dead, width] of [
      ['zh-TW', '已放棄', 390],
      ['en-US', 'Given up', 1440],
    ] as const) {
      const user = await newUser(browser, { width, height: 900, colorScheme: 'dark' });
      await speak(user, language);
      await openAs(user.page, admin, `/company/webhook/${webhookId}`);
      await user.page.getByText(dead).filter({ visible: true }).first().waitFor();
      expect(await flaws(user.page)).toEqual([]);
      await screenshot(user.page, `webhook-dead-${language}-${width}`);
      expect(await problemsLeft(user.problems)).toEqual([]);
      await user.context.close();
    }
    const { page, problems } = await newUser(browser);
    await openAs(page, admin, '/company/webhook');
    await page.getByRole('columnheader', { name: '失败' }).waitFor();
    await page
      .getByRole('row', { name: /events/ })
      .getByText('1', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: address }).click();
    const line = page.getByRole('row', { name: /开始签署/ });
    await line.getByText('已放弃').waitFor();
    await line.getByText('500 busy').waitFor();
    status = 204;
    await line.getByRole('button', { name: '重新发送' }).click();
    await page.getByText('已安排重新发送').waitFor();
    await expect.poll(async () => (await row())?.state).toBe('DELIVERED');
    await page.reload();
    await line.getByText('已送达').waitFor();
    await line.getByText('204').waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
  } finally {
    server.close();
  }
});
