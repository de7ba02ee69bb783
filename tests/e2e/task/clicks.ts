import type { BrowserContext } from 'playwright-core';

/** Counts the presses of a pointer on all pages of a context. */
export async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeBinding('signetClicked', () => {
    clicks++;
  });
  await context.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => (window as unknown as { signetClicked(): void }).signetClicked(),
      true,
    );
  });
  return () => clicks;
}
