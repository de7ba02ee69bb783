import type { Page } from 'playwright-core';
import { DEMO } from '#db/seed/demo.ts';
import { product } from '#tests/product.ts';
import { ApiClient } from '../../../scripts/api-client.ts';

/** Opens `path` as somebody of the demo data, acting for `entId` or as themself; the session comes from the calls. */
export async function openAs(page: Page, loginName: string, entId: string, path: string): Promise<void> {
  const client = await new ApiClient(product().baseUrl).login(loginName, DEMO.password);
  if (entId !== '') await client.switchTo(entId);
  await page.goto('/login');
  await page.evaluate((token) => sessionStorage.setItem('sass_token', token), JSON.stringify(client.session));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
