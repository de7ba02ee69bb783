import type { Locator, Page } from 'playwright-core';
import { plainPng } from '#tests/fixtures/pictures.ts';

/** By the beginning of its label: required ones end in a star. */
export const type = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(text);

/** Province, city and district, each from its list. */
export async function chooseArea(
  page: Page,
  names: readonly string[],
  click: (what: Locator) => Promise<unknown> = (one) => one.click(),
) {
  for (const [i, name] of names.entries()) {
    await click(page.locator('[data-field="areaCode"]').getByRole('button').nth(i));
    await click(page.getByRole('option', { name, exact: true }));
  }
}

export const picture = (page: Page, kind: string) =>
  page
    .locator(`[data-photo="${kind}"]`)
    .setInputFiles({ name: `${kind}.png`, mimeType: 'image/png', buffer: Buffer.from(plainPng(640, 400)) });
