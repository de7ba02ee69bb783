import type { Page } from 'playwright-core';
import type { SessionUser } from '#core/identity/calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import type { User } from './browser.ts';

/**
 * Puts a session into a page before it loads, as logging in leaves it, of somebody who has read the notice about signing:
 * only a test of that notice waits for its seconds.
 */
export async function carry(page: Page, session: SessionUser): Promise<void> {
  await page.addInitScript((token) => {
    if (sessionStorage.getItem('sass_token')) return;
    sessionStorage.setItem('sass_token', JSON.stringify(token));
    localStorage.setItem('sass_signNotice', JSON.stringify([token.userId]));
  }, session);
}

/** Has a browser speak another language than simplified Chinese, from its first page on. */
export async function speak({ page, context }: User, language: string): Promise<void> {
  await context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
  await page.addInitScript((lang) => localStorage.setItem('sass_lang', lang), language);
}

/**
 * Opens `path` as somebody, by login name or by a session that they have, and waits for the page's heading. By name they
 * act for `enterprise`, or as themself without one. Resolves to the client of that session.
 */
export async function openAs(
  page: Page,
  who: string | ApiClient,
  path: string,
  enterprise = '',
): Promise<ApiClient> {
  const client = typeof who === 'string' ? await signedIn(who, enterprise) : who;
  await carry(page, client.session!);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return client;
}
