import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import type { NewPerson } from '#tests/fixtures/unverified-person.ts';
import type { ApiClient } from '../../../scripts/api-client.ts';
import { newUser, type User, type UserOptions } from '../browser.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page. */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A browser profile signed in by a session of the calls, at `path`. */
export async function openSession(
  browser: Browser,
  client: ApiClient,
  path: string,
  options: UserOptions = {},
): Promise<User> {
  const user = await newUser(browser, options);
  await user.page.goto('/login');
  await user.page.evaluate(
    (token) => sessionStorage.setItem('sass_token', token),
    JSON.stringify(client.session),
  );
  await user.page.goto(path);
  return user;
}

export const openNew = (browser: Browser, person: NewPerson, path: string, options: UserOptions = {}) =>
  openSession(browser, person.client, path, options);
