import type { Page } from 'playwright-core';
import { requestToken, type SessionUser } from '#core/identity/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { product } from '#tests/product.ts';
import { ApiClient } from '../../../scripts/api-client.ts';

/** Puts a session into a page before it loads, as logging in leaves it. */
export async function carry(page: Page, session: SessionUser): Promise<void> {
  await page.addInitScript((token) => {
    if (!sessionStorage.getItem('sass_token')) sessionStorage.setItem('sass_token', JSON.stringify(token));
  }, session);
}

/** Opens a page as somebody of the demo data, acting for an enterprise where one is named. */
export async function openAs(page: Page, loginName: string, path: string, entId = ''): Promise<ApiClient> {
  const client = await new ApiClient(product().baseUrl).login(loginName, DEMO.password);
  if (entId !== '') await client.switchTo(entId);
  // a refresh token of its own for the page: the client's next exchange would take it away
  const refresh_token = client.session!.refreshToken;
  const session = await client.call(requestToken, { grant_type: 'refresh_token', refresh_token });
  client.session = session;
  await carry(page, session);
  await page.goto(path);
  await page.getByRole('button', { name: /^(当前身份|目前身分|Acting as)/ }).waitFor();
  return client;
}
