import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signBatch } from '#core/task/batch-calls.ts';
import { getTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_B, COMPANY_B, companyA, newKey, sendBetweenCompanies } from '#tests/fixtures/contracts.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const PATH = `**${signBatch.path}`;

/** Chooses the tasks of this name that wait for company B, and opens the window that signs them. */
async function chooseAll(user: User, name: string, count: number) {
  const { page } = user;
  await openAs(page, ADMIN_B.loginName, `/contract/issuedContract?size=25&keyword=${name}`, COMPANY_B.id);
  await page.getByText(`共 ${count} 条`).first().waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '批量签署' }).first().click();
  const dialog = page.getByRole('dialog', { name: '批量签署' });
  await expect.poll(() => dialog.getByText('采购合同.pdf').count()).toBe(count);
  return dialog;
}

async function sendMany(count: number, name: string): Promise<string[]> {
  const a = await companyA();
  const sent: string[] = [];
  while (sent.length < count)
    sent.push(await sendBetweenCompanies(a, { taskName: `${name}第${sent.length}份` }));
  return sent;
}

/** Answers to the first `count` calls that sign; the others are held until the test lets go. */
async function holdAfter(page: Page, count: number) {
  let answered = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(PATH, async (route) => {
    if (answered++ >= count) await promise;
    return route.continue();
  });
  return resolve;
}

it('[4.2a] [4.2b] signs many tasks by one password, each with its state; the window stays open', async () => {
  const name = `批签${newKey().slice(0, 8)}`;
  const plans = await sendMany(9, name);
  const user = await newUser(browser);
  const { page } = user;
  const dialog = await chooseAll(user, name, 9);
  await screenshot(page, 'batch-sign-1440');
  expect(await flaws(page)).toEqual([]);
  const letGo = await holdAfter(page, 1);
  const password = dialog.getByRole('textbox', { name: '签署密码' });
  await password.fill('135799');
  await dialog.getByRole('button', { name: '开始签署（9 份）' }).click();
  await dialog.getByText('签署密码不正确').waitFor();
  expect(await dialog.locator('li[data-state=waiting]').count()).toBe(9);
  await password.fill(DEMO.signPassword);
  await page.keyboard.press('Enter');
  await dialog.locator('li[data-state=success]').nth(3).waitFor();
  await expect.poll(() => dialog.locator('li[data-state=signing]').count()).toBeGreaterThan(0);
  await screenshot(page, 'batch-sign-running-1440');
  await page.keyboard.press('Escape');
  await page.getByText('批量签署尚未完成，请等待完成或先停止。').waitFor();
  expect(await dialog.isVisible()).toBe(true);
  letGo();
  await dialog.getByText('全部签署完成').waitFor();
  expect(await dialog.locator('li[data-state=success]').count()).toBe(9);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await page.getByText('批量签署未完成').waitFor({ state: 'detached' });
  const a = await companyA();
  for (const taskId of plans) {
    const { documents, signerList } = await a.call(getTask, { planId: taskId });
    expect(documents[0]!.revision).toBe(1);
    expect(signerList.find(({ entName }) => entName === COMPANY_B.name)?.status).toBe('SIGNED');
  }
  expect(await problemsLeft(user.problems)).toEqual([]);
  await user.context.close();
});

it('goes on after lost network and a reload, with nothing signed twice or left out', async () => {
  const name = `续签${newKey().slice(0, 8)}`;
  const plans = await sendMany(16, name);
  const user = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  const { page } = user;
  const dialog = await chooseAll(user, name, 16);
  await screenshot(page, 'batch-sign-390');
  // The first answer comes; what is signed after it is signed, and its answer lost.
  let answered = 0;
  await page.route(PATH, async (route) => {
    const response = await route.fetch();
    if (answered++ === 0) return route.fulfill({ response });
    return route.abort('internetdisconnected');
  });
  await dialog.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await page.keyboard.press('Enter');
  await dialog.getByText('网络已断开').waitFor();
  const goOn = dialog.getByRole('button', { name: /^继续签署/ });
  await goOn.waitFor();
  await screenshot(page, 'batch-sign-offline-390');
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  // It says how it stands, and goes on by the consent that was given.
  await page.getByText(/批量签署未完成/).waitFor();
  await screenshot(page, 'batch-sign-left-390');
  await page.getByRole('button', { name: '查看并继续' }).click();
  const again = page.getByRole('dialog', { name: '批量签署' });
  await again.getByRole('button', { name: /^继续签署/ }).click();
  await again.getByText('全部签署完成').waitFor();
  const a = await companyA();
  const after = await Promise.all(plans.map((taskId) => a.call(getTask, { planId: taskId })));
  expect(after.flatMap(({ documents }) => documents.map(({ revision }) => revision))).toEqual(
    plans.map(() => 1),
  );
  user.problems.splice(0);
  await user.context.close();
});
