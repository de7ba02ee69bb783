import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { openBrowser } from '../browser.ts';
import { problemsLeft, watchProblems } from '../problems.ts';

/** How many of the next connections and requests the server cuts off. */
let cut = 0;
let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await openBrowser();
  const sockets = new WebSocketServer({ noServer: true });
  server = createServer((request, response) => {
    // A browser itself asks again where a connection is cut off that it had used before.
    response.setHeader('connection', 'close');
    if (request.url === '/') return response.setHeader('content-type', 'text/html').end('<p>a page</p>');
    return cut-- > 0 ? request.socket.destroy() : response.end();
  });
  server.on('upgrade', (request, socket, head) => {
    if (cut-- > 0) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (open) => open.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  cut = 0;
  context = await browser.newContext({
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  page = await context.newPage();
  problems = await watchProblems(context, page);
  await page.goto('/');
});
afterEach(() => context.close());

/** Enters a room as a page does that tries `tries` times, each with a new ticket. */
const enter = (room: string, tries: number) =>
  page.evaluate(
    async ([name, times]) => {
      for (let ticket = 0; ticket < times; ticket++)
        await new Promise((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/sync/${name}?token=${ticket}`);
          socket.onopen = resolve;
          socket.onerror = resolve;
        });
    },
    [room, tries] as const,
  );

describe('what goes wrong on a page of a test', () => {
  it('is no connection that was made again', async () => {
    cut = 2;
    await enter('draft:a', 3);
    expect(await problemsLeft(problems)).toEqual([]);
  });

  it('is a room that did not let the page in: another one’s success does not count for it', async () => {
    cut = 1;
    await enter('draft:a', 1);
    await enter('draft:b', 1);
    await expect.poll(() => problems).toEqual([expect.stringContaining('/sync/draft:a?token=0')]);
  });

  it('is no room that is entered while the test waits for it', async () => {
    cut = 1;
    await enter('events:a', 1);
    await expect.poll(() => problems.length).toBe(1);
    const left = problemsLeft(problems);
    await enter('events:a', 1);
    expect(await left).toEqual([]);
  });

  it('is a request that was cut off, until its path answers', async () => {
    const ask = (path: string) => page.evaluate((one) => fetch(one).catch(() => undefined), path);
    cut = 1;
    await ask('/a?1');
    await ask('/b');
    await expect.poll(() => problems).toEqual([expect.stringContaining('ERR_EMPTY_RESPONSE')]);
    await ask('/a?2');
    expect(await problemsLeft(problems)).toEqual([]);
  });

  it('is nothing that the test took the network from, and is everything else at once', async () => {
    await context.setOffline(true);
    await enter('draft:a', 1);
    await page.evaluate(() => fetch('/a').catch(() => undefined));
    expect(await problemsLeft(problems)).toEqual([]);
    await context.setOffline(false);
    cut = 1;
    await enter('draft:a', 1);
    await page.evaluate(() => console.error('a fault of the page'));
    expect(await problemsLeft(problems)).toEqual([
      expect.stringContaining('/sync/draft:a'),
      'a fault of the page',
    ]);
  });
});
