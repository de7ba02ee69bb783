import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { apiKey } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { linkFor, programOf, sentTo } from '#tests/fixtures/embeds.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, database, newPerson } from '../../fixtures/people.ts';

import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
let acting: Awaited<ReturnType<typeof companyWithAdmin>>;
const ended: (() => void)[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  acting = await companyWithAdmin();
});
afterAll(async () => {
  for (const end of ended) end();
  await browser.close();
});

/** The example’s server, for a new task and its signer: another origin than the product’s, by name and port. */
async function openExample() {
  const signer = await newPerson({ signPassword: DEMO.signPassword });
  const program = await programOf(acting.boss, acting.ent, []);
  const sent = await sentTo(program.client, signer);
  const child = spawn(process.execPath, ['docs/examples/embed/server.mjs'], {
    env: {
      SIGNET_URL: product().baseUrl,
      SIGNET_KEY: program.client.apiKey,
      PLAN: sent.planId,
      SIGNER: sent.signerId,
    },
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
    .where(eq(apiKey.id, program.keyId));
  return { ...sent, ...program, origin, signer };
}

/** Makes the browser refuse storage and cookies to frames of the product, as browsers that block third parties do. */
async function blockThirdParties(page: Page): Promise<void> {
  await page.addInitScript((own) => {
    if (location.origin !== own || window === window.top) return;
    for (const name of ['sessionStorage', 'localStorage'])
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

/**
 * Replays the messages that the frame would send as another window, and posts what the frame itself may be taken to
 * understand into it; resolves once both have been delivered.
 */
const forge = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const frame = document.querySelector('iframe');
    const link = new URL(frame.src).pathname.split('/').at(-1);
    const other = document.createElement('iframe');
    document.body.append(other);
    for (const type of ['signed', 'refused', 'closed', 'height', 'ready']) {
      const data = { source: 'signet', version: 1, message: { type, link, completed: true, reason: null, height: 1 } };
      frame.contentWindow.postMessage(data, '*');
      const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      other.contentWindow.eval('parent.postMessage(' + JSON.stringify(data) + ', "*")');
      await heard;
    }
    other.remove();
  })()`);

it('a signer signs in another origin’s page without storage or cookies, and that page is told', async () => {
  const { origin, signer, planId: taskId, client } = await openExample();
  const { page, context, problems } = await newUser(browser);
  await blockThirdParties(page);
  await page.goto(origin);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: '确认本人' }).waitFor();
  await screenshot(page, 'embed-code');
  await confirm(page, signer.mobile);
  await page.getByText('Please read and sign the contract.').waitFor();
  await forge(page);
  await page.getByText('Please read and sign the contract.').waitFor();
  expect((await client.call(getTask, { planId: taskId })).status).not.toBe('ENDED');
  await frame.getByRole('button', { name: /全部放上/ }).click();
  const board = frame.getByRole('dialog').locator('canvas[data-ready="true"]');
  await writeOn(board);
  await frame.getByRole('button', { name: '使用这个签名' }).click();
  await screenshot(page, 'embed-sign');
  const accent = await frame
    .locator('html')
    .evaluate((root) => getComputedStyle(root).getPropertyValue('--cinnabar'));
  expect(accent).toBe('#1d5fa8');
  await frame.getByRole('button', { name: '使用您的签名签署' }).click();
  const agree = frame.getByRole('checkbox', { name: '我已阅读并理解以上内容' });
  await expect.poll(() => agree.isEnabled()).toBe(true);
  await agree.check({ force: true });
  await frame.getByRole('button', { name: '继续签署' }).click();
  await frame.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await frame.getByRole('button', { name: '确认签署' }).click();
  await page.getByText('Signed by everybody.').waitFor();
  await frame.getByText('全部签署完成').waitFor();
  await screenshot(page, 'embed-done');
  expect((await client.call(getTask, { planId: taskId })).status).toBe('ENDED');
  await frame.getByRole('button', { name: '结束' }).click();
  await page.getByText('Closed.').waitFor();
  // Nothing leads out of the frame.
  expect(await frame.locator('a[href]').count()).toBe(0);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
});

it('refusing tells the page around it, in React, on a phone, in the dark', async () => {
  const { origin, signer } = await openExample();
  const { outputFiles } = await build({
    entryPoints: ['docs/examples/embed/react.tsx'],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const { page, problems } = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await page.route('**/react.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]!.text }),
  );
  await page.goto(`${origin}/react`);
  await confirm(page, signer.mobile);
  await page.getByText('ready').waitFor();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: '拒签' }).click();
  await frame.getByLabel('拒签原因').fill('条款不符');
  await frame.getByRole('alertdialog').getByRole('button', { name: '拒签' }).click();
  await page.getByText('refused').waitFor();
  await frame.getByText('已拒签').first().waitFor();
  await screenshot(page, 'embed-refused-390');
  expect(await problemsLeft(problems)).toEqual([]);
});

/** A server of pages that hold one frame each: `localhost` and `127.0.0.1` are two origins of it. */
async function openFrames(): Promise<(name: 'localhost' | '127.0.0.1', framed: string) => string> {
  const server = createServer(({ url = '' }, response) => {
    const framed = new URL(url, 'http://x').searchParams.get('framed') ?? '';
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><iframe title="x" src="${framed.replaceAll('&', '&amp;')}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return (name, framed) => `http://${name}:${port}/${framed ? `?framed=${encodeURIComponent(framed)}` : ''}`;
}

it('no other origin’s page shows it; at top level it is a sentence; a wrong link says so', async () => {
  const page = (await newUser(browser)).page;
  const around = await openFrames();
  const origin = new URL(around('localhost', '')).origin;
  const { client } = await programOf(acting.boss, acting.ent, [origin]);
  const sent = await sentTo(client, await newPerson());
  const { url } = await linkFor(client, { ...sent, origin, language: 'en-US' });
  /** What the innermost frame shows: the browser’s own error page where an answer forbids the frame. */
  const innermost = () => page.frames().at(-1)!.url();
  const isRefused = () => expect.poll(innermost).toBe('chrome-error://chromewebdata/');
  await page.goto(around('127.0.0.1', url));
  await isRefused();
  // Within a page of another origin, also a frame of the allowed one may not hold it.
  await page.goto(around('127.0.0.1', around('localhost', url)));
  await isRefused();
  // No other page of the product is shown in a frame, also of the allowed origin.
  await page.goto(around('localhost', `${product().baseUrl}/login`));
  await isRefused();
  // None of this used the link.
  await page.goto(around('localhost', url));
  await page.frameLocator('iframe').getByRole('heading', { name: 'Confirm that it is you' }).waitFor();

  await page.goto(url);
  await page.getByText('This page opens only within the system').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'embed-top');

  // With the secret of another link.
  const other = await linkFor(client, { ...sent, origin, language: 'en-US' });
  await page.goto(around('localhost', `${url.split('#')[0]}#${other.secret}`));
  await page.frameLocator('iframe').getByText('This embedded link is not valid').waitFor();
});
