import { type Browser, chromium, type Page } from 'playwright-core';
import type { ApiClient } from '#tests/client.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/** A profile of its own, with nothing in its cache, signed in where a client is given. */
export async function openPage(
  browser: Browser,
  client: ApiClient | null,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  if (client) {
    const token = JSON.stringify(client.session);
    await context.addInitScript((value) => sessionStorage.setItem('sass_token', value), token);
  }
  const page = await context.newPage();
  return { page, close: () => context.close() };
}

/** Ms from the start of the page's navigation to the frame that shows an element. */
export function seenAt(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(wanted)) return;
          watch.disconnect();
          // The frame after the one that is being made has been shown.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        };
        const watch = new MutationObserver(look);
        watch.observe(document, { childList: true, subtree: true, attributes: true });
        look();
      }),
    selector,
  );
}
