import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '#tests/fixtures/until.ts';

/** What a failed connection said, by what it was for: a room, or the path of a request. */
type Unretried = Map<string, string[]>;

const unretriedOf = new WeakMap<string[], () => Unretried>();

/** How the page tells the test that a room let it in: a line of its console that nobody else writes. */
const OPENED = 'signet-test: connected to ';
const SOCKET = /^WebSocket connection to '([^']+)' failed: /;
const REQUEST = /^Failed to load resource: net::ERR_/;

/**
 * Collects what goes wrong on a page: its errors, those of its console, and connections that failed and were not made
 * again. A room or a request that a busy machine cut off is none once the same room or path has answered; until then it
 * stands here like every other. Nor is what a test itself took the network from, or what the next document need not ask
 * for any more. `problemsLeft` waits for what is still to be made again.
 */
export async function watchProblems(context: BrowserContext, page: Page): Promise<string[]> {
  const problems: string[] = [];
  const unretried: Unretried = new Map();
  const answered = (address: string) => {
    const wanted = wantedBy(address);
    for (const text of unretried.get(wanted) ?? []) problems.splice(problems.indexOf(text), 1);
    unretried.delete(wanted);
  };
  const failed = (address: string, text: string) => {
    const wanted = wantedBy(address);
    unretried.set(wanted, [...(unretried.get(wanted) ?? []), text]);
    problems.push(text);
  };
  const forget = () => {
    for (const wanted of unretried.keys()) answered(wanted);
  };
  const isOffline = watchNetwork(context);

  await context.addInitScript(tellWhenConnected, OPENED);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => answered(response.url()));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) forget();
  });
  page.on('close', forget);
  page.on('console', (message: ConsoleMessage) => {
    const text = message.text();
    if (text.startsWith(OPENED)) return answered(text.slice(OPENED.length));
    if (message.type() !== 'error') return;
    const room = SOCKET.exec(text)?.[1];
    if (room) return failed(room, text);
    if (!REQUEST.test(text)) return void problems.push(text);
    if (!isOffline() && !text.includes('ERR_INTERNET_DISCONNECTED')) failed(message.location().url, text);
  });
  unretriedOf.set(problems, () => {
    if (isOffline()) forget();
    return unretried;
  });
  return problems;
}

/**
 * The problems of one page or several at the end of a test. Waits until each room and request whose connection failed was
 * made again, unless the page has other problems anyway: what was never made again stays among them.
 */
export async function problemsLeft(...lists: string[][]): Promise<string[]> {
  const waitedFor = () => lists.flatMap((list) => [...(unretriedOf.get(list)?.() ?? []).values()]).flat();
  // What is never made again is told as the problem that it is.
  if (waitedFor().length === lists.flat().length)
    await until(() => expect(waitedFor()).toEqual([])).catch(() => undefined);
  return lists.flat();
}

/** What an address is for: the room, or the path without the query, which names the ticket or the moment. */
function wantedBy(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address;
}

/** Whether the test has taken the network away. */
function watchNetwork(context: BrowserContext): () => boolean {
  let offline = false;
  const setOffline = context.setOffline.bind(context);
  context.setOffline = (to) => {
    offline = to;
    return setOffline(to);
  };
  return () => offline;
}

/** Runs in the page before its own scripts: the driver tells that a socket failed, not that one was opened. */
function tellWhenConnected(opened: string): void {
  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, given, made) {
      const socket = Reflect.construct(target, given, made) as WebSocket;
      socket.addEventListener('open', () => console.debug(`${opened}${socket.url}`));
      return socket;
    },
  });
}
