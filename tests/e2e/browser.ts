import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { noteAddress } from '#tests/fixtures/note-address.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { product } from '#tests/product.ts';
import { watchProblems } from './problems.ts';

const SCREENS = '.cache/screens';

/** The same engine without the windows around it, which nobody sees here: a fifth less work for the machine. */
const SHELL = '/usr/bin/chromium-headless-shell';

let running: Browser | undefined;

/**
 * Debian's Chromium without a network of its own. All files of a test process share one, which ends with the process;
 * `close`, to be called in afterAll, closes what was opened in it.
 */
export async function openBrowser(): Promise<Browser> {
  if (running?.isConnected()) return running;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close();
  };
  running = browser;
  return browser;
}

export type UserOptions = {
  /** `zh-CN` when left out. */
  language?: string;
  colorScheme?: 'light' | 'dark';
  /** In CSS px; 1440 × 900 when left out. */
  width?: number;
  height?: number;
  /** For tests that take the network away: only then are pages kept for it, as keeping them costs about a fifth more. */
  offline?: boolean;
};

export type User = {
  context: BrowserContext;
  page: Page;
  /** What went wrong on the page so far (problems.ts); a test may ask by `problemsLeft` that nothing is left of it. */
  problems: string[];
};

/** Somebody with a browser profile of their own, at no page yet. `page.goto('/login')` is relative to the product. */
export async function newUser(browser: Browser, options: UserOptions = {}): Promise<User> {
  const { language = 'zh-CN', colorScheme = 'light', width = 1440, height = 900, offline = false } = options;
  const context = await browser.newContext({
    baseURL: product().baseUrl,
    locale: language,
    colorScheme,
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height },
    // What is looked at is there at once: axe must not judge the colours of something that is still fading in.
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  // Of every wait, navigations too: the 30 s of the driver are too short for a busy machine.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  // An answer that a test changes on its way may still be under way at the end, and is nobody's failure then.
  const close = context.close.bind(context);
  context.close = async () => {
    for (const open of [context, ...context.pages()]) await open.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  };
  context.on('request', (request) => noteAddress(request.url()));
  // Also what a page puts there without asking the server.
  context.on('page', (opened) => opened.on('framenavigated', (frame) => noteAddress(frame.url())));
  page.on('framenavigated', (frame) => noteAddress(frame.url()));
  const problems = await watchProblems(context, page);
  if (!offline) await keepNoPages(context);
  return { context, page, problems };
}

/**
 * Leaves out the service worker, which reads and writes every file that a page loads, in every new profile again: a page
 * without one works like in an old browser. Nobody may miss it unnoticed.
 */
async function keepNoPages(context: BrowserContext): Promise<void> {
  // On the prototype: asking a frame in a sandbox for its `serviceWorker` is an error.
  await context.addInitScript(() => {
    if ('ServiceWorkerContainer' in window)
      ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  });
  context.setOffline = async () => {
    throw new Error('a page keeps nothing for offline use without newUser(browser, { offline: true })');
  };
}

/** From now on time passes only when the test says so, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/**
 * A picture in .cache/screens, to be looked at by people: where all tests run, nobody does. Of the whole page, for which
 * the window grows for a moment, or of the window as it is.
 */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env.SIGNET_SCREENS === 'none') return;
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage, animations: 'disabled' });
}
