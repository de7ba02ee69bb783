import type { Browser } from 'playwright-core';
import type { NewPerson } from '#tests/fixtures/unverified-person.ts';
import type { ApiClient } from '../../../scripts/api-client.ts';
import { newUser, type User, type UserOptions } from '../browser.ts';

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
