import type { Browser } from 'playwright-core';
import type { ApiClient } from '#tests/client.ts';
import { carry } from '#tests/e2e/open-as.ts';
import type { SignedInPerson } from '#tests/fixtures/people.ts';
import { newUser, type User, type UserOptions } from '../browser.ts';

/** A browser profile signed in by a session of the calls, at `path`. */
export async function openSession(
  browser: Browser,
  client: ApiClient,
  path: string,
  options: UserOptions = {},
): Promise<User> {
  const user = await newUser(browser, options);
  await carry(user.page, client.session!);
  await user.page.goto(path);
  return user;
}

export const openNew = (browser: Browser, person: SignedInPerson, path: string, options: UserOptions = {}) =>
  openSession(browser, person.client, path, options);
