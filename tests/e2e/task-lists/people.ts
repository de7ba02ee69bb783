import type { Page } from 'playwright-core';
import { DEMO } from '#db/seed/demo.ts';
import { product } from '#tests/product.ts';
import { ApiClient } from '../../../scripts/api-client.ts';

export async function apiAs(loginName: string, entId = ''): Promise<ApiClient> {
  const client = await new ApiClient(product().baseUrl).login(loginName, DEMO.password);
  return entId ? client.switchTo(entId) : client;
}

/** Opens `path` with the session of `client`, once the page shows what it is. */
export async function openWith(page: Page, client: ApiClient, path: string): Promise<void> {
  await page.addInitScript((token) => {
    if (!sessionStorage.getItem('sass_token')) sessionStorage.setItem('sass_token', token);
  }, JSON.stringify(client.session));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

let made = 0;
/** A name that no other test uses. */
export const freshName = (what: string): string =>
  `${what}${process.pid}x${Date.now().toString(36)}x${++made}`;
