import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { product } from '#tests/product.ts';
import { newUser, openBrowser } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const PASSWORD = 'Xk7!pasted-2026';

/** What a password manager reads of the page’s password fields, and what comes of pasting into each. */
async function pasted(page: Page): Promise<{ autocomplete: string | null; value: string }[]> {
  const found = [];
  for (const field of await page.locator('input[type="password"]').all()) {
    await field.fill('');
    await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
    await field.focus();
    await page.keyboard.press('Control+V');
    found.push({ autocomplete: await field.getAttribute('autocomplete'), value: await field.inputValue() });
  }
  return found;
}

it('a password may be pasted, and its field says to a password manager which one it wants', async () => {
  const { page, context } = await newUser(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product().baseUrl });
  await page.goto('/login');
  await page.locator('input[type="password"]').first().waitFor();
  expect(await pasted(page)).toEqual([{ autocomplete: 'current-password', value: PASSWORD }]);
  await page.goto('/register');
  await page.locator('input[type="password"]').first().waitFor();
  const fields = await pasted(page);
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) expect(field).toEqual({ autocomplete: 'new-password', value: PASSWORD });
  // The name belongs to it: a manager keeps both together.
  await page.goto('/login');
  expect(await page.locator('input[autocomplete="username"]').count()).toBe(1);
  await context.close();
});
