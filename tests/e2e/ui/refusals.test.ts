import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyAdministrator, cancelAdminApplication } from '#core/company/administrator-calls.ts';
import { listSeals } from '#core/seal/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const refusal = (code: number, message: string) => ({
  json: { code, message, data: null, requestId: 'req-1' },
});

/** Holds the next call of that path; answers how to let it go. */
async function hold(page: Page, path: string): Promise<(answer: object) => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route(`**/ecapi${path}*`, (route) => resolve(route), { times: 1 });
  return async (answer) => (await promise).fulfill(answer);
}

/** A member who looks after the seals and has asked to become the administrator. */
async function company() {
  const { ent } = await companyWithAdmin();
  const clerk = await newPerson();
  await addMember(ent, clerk, ['SEAL_ADMIN']);
  const client = await signedIn(clerk);
  await client.call(applyAdministrator, { entId: ent.id, applyReason: '原管理员已离职' });
  return { ent, clerk };
}

describe('a call that is refused', () => {
  it.each([
    [403000, '您没有权限查看印章。', '您没有权限查看印章。'],
    [500000, '', '数据请求错误，请稍后再试。'],
  ])(
    '[8.1b] with %i takes every mask away, and the words of the server or a default warn',
    async (code, message, words) => {
      const { ent, clerk } = await company();
      const { page, context } = await newUser(browser);
      const main = page.getByRole('main');
      const masks = main.locator('[aria-busy=true], [role=status]');

      // The first answer: the skeleton of the list.
      const first = await hold(page, listSeals.path);
      await openAs(page, await signedIn(clerk, ent), '/company/seal');
      await expect.poll(() => masks.count()).toBeGreaterThan(0);
      await first(refusal(code, message));
      await main.getByRole('alert').getByText(words).waitFor();
      await expect.poll(() => masks.count()).toBe(0);
      await screenshot(page, `refused-first-${code}`);

      // Asked again: the rows, here none, under the mask of a reload.
      await main.getByRole('button', { name: '重试' }).click();
      await main.getByText('还没有印章').waitFor();
      const warning = page.locator('[data-tone="warning"]').filter({ hasText: words });
      const again = await hold(page, listSeals.path);
      await main.getByRole('button', { name: '刷新', exact: true }).click();
      await expect.poll(() => masks.count()).toBeGreaterThan(0);
      await again(refusal(code, message));
      await warning.waitFor();
      await expect.poll(() => masks.count()).toBe(0);
      await context.close();

      // An act: its button is busy as long as it takes.
      const { page: mine, context: own } = await newUser(browser);
      await openAs(mine, await signedIn(clerk), '/account/myBusiness');
      const row = mine.getByRole('row').filter({ hasText: ent.name });
      const button = row.getByRole('button', { name: '取消管理员申请' });
      const act = await hold(mine, cancelAdminApplication.path);
      await button.click();
      await expect.poll(() => row.locator('[aria-busy=true]').count()).toBe(1);
      await act(refusal(code, message));
      await mine.locator('[data-tone="warning"]').filter({ hasText: words }).waitFor();
      await expect.poll(() => mine.locator('main [aria-busy=true]').count()).toBe(0);
      await expect.poll(() => button.isEnabled()).toBe(true);
      await screenshot(mine, `refused-act-${code}`);
      await own.close();
    },
  );
});
