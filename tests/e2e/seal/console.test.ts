import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { addMember, type Company, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, type User } from '../browser.ts';

let browser: Browser;
let company: Company;
beforeAll(async () => {
  browser = await openBrowser();
  company = await newCompany(null);
});
afterAll(() => browser?.close());

const INFO = '企业信息';
const SEALS = ['印章管理', '证书更新', '证书订单'];
const PATHS: Record<string, string> = {
  [INFO]: '/company/info',
  加入审核: '/company/audit',
  人员管理: '/company/person',
  印章管理: '/company/seal',
  证书更新: '/company/cert',
  证书订单: '/company/order',
};

/** A member with these roles, at a page whose menu everybody has. */
async function member(roles: Role[]): Promise<User> {
  const person = await newPerson();
  await addMember(company, person, roles);
  const client = await signedIn(person, company);
  const user = await newUser(browser);
  await user.page.goto('/login');
  await user.page.evaluate(
    (token) => sessionStorage.setItem('sass_token', token),
    JSON.stringify(client.session),
  );
  await user.page.goto('/contract/done');
  await user.page.getByRole('heading', { level: 1, name: '待他人签' }).waitFor();
  return user;
}

/** Opens the console's part of the menu, which holds these of its pages. */
async function consoleMenuHolds(page: Page, titles: readonly string[]): Promise<void> {
  const group = page.locator('aside').getByRole('button', { name: '企业控制台' });
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
  await page.locator('aside').getByRole('link', { name: INFO }).waitFor();
  const held = async () => {
    const found = await page.locator('aside').getByRole('link').allInnerTexts();
    return found.map((words) => words.trim()).filter((words) => words in PATHS);
  };
  await expect.poll(async () => (await held()).sort()).toEqual([...titles].sort());
}

it('the console’s menu leads an administrator to join review, people, seals, certificate update, certificate orders and information', async () => {
  const { page, problems, context } = await member(['ENT_ADMIN']);
  await consoleMenuHolds(page, Object.keys(PATHS));
  for (const [title, path] of Object.entries(PATHS)) {
    await page.locator('aside').getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(problems).toEqual([]);
  await context.close();
});

it('whoever looks after seals gets seals and certificates of the console, other members its information only', async () => {
  const keeper = await member(['SEAL_ADMIN']);
  await consoleMenuHolds(keeper.page, [INFO, ...SEALS]);
  await keeper.page.goto(PATHS.印章管理!);
  await keeper.page.getByRole('heading', { level: 1, name: '印章管理' }).waitFor();
  await keeper.context.close();
  const { page, context } = await member(['SIGN_OPERATOR']);
  await consoleMenuHolds(page, [INFO]);
  for (const [title, path] of Object.entries(PATHS)) {
    if (title === INFO) continue;
    await page.goto(path);
    await page.getByText('您没有访问此页面的权限，请联系管理员').waitFor();
    expect(await page.getByRole('heading', { level: 1, name: title }).count()).toBe(0);
  }
  await context.close();
});
