import type { Locator, Page } from 'playwright-core';

/** Presses a button: a text names it exactly, an expression in part. */
export const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Waits until the page shows a text. */
export const said = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** Waits until no dialog is open. */
export const closed = (page: Page, role: 'dialog' | 'alertdialog' = 'dialog'): Promise<void> =>
  page.getByRole(role).waitFor({ state: 'detached' });

/** The row of a table with a cell of exactly this text. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** The text in the editor of templates. */
export const textOf = (page: Page): Locator => page.locator('.ProseMirror');
