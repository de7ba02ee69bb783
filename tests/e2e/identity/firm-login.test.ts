import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { CLIENT, openIdentityProvider } from '#tests/fixtures/identity-provider.ts';
import { addMember, companyWithAdmin, database, keyring, newPerson } from '../../fixtures/people.ts';
import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('an administrator sets up the firm’s login; a member logs in by it on a phone, is unlinked', async () => {
  const { admin, ent } = await companyWithAdmin();
  await keyProofOf(admin);
  const person = await newPerson();
  await addMember(ent, person, ['SIGN_OPERATOR']);
  const email = `${person.id}@firm.example`;
  const keys = await keyring();
  await database()
    .update(account)
    .set({
      emailIndex: await keys.indexOf(email, 'email'),
      emailSealed: await keys.sealField(email, `email:${person.id}`),
    })
    .where(eq(account.id, person.id));
  const provider = await openIdentityProvider(`${product().baseUrl}/firmLogin/back`, () => ({
    sub: `sub-${person.id}`,
    email,
    email_verified: true,
  }));
  const path = `f${person.id.slice(0, 10)}`;

  const desk = await newUser(browser);
  await openAs(desk.page, admin, '/company/firmLogin');
  await desk.page.getByText('还没有成员用企业账号登录').waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await desk.page.getByRole('button', { name: '设置企业登录' }).first().click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByText(`${product().baseUrl}/firmLogin/back`).waitFor();
  await dialog.getByLabel('企业登录名').fill(path);
  await dialog.getByLabel('签发者').fill('ftp://nowhere');
  await dialog.getByLabel('客户端 ID').fill(CLIENT.clientId);
  await dialog.getByLabel('客户端密钥', { exact: true }).fill(CLIENT.clientSecret);
  await dialog.getByLabel('邮箱域名').fill('firm');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('请检查邮箱域名').waitFor();
  await dialog.getByLabel('邮箱域名').fill('firm.example');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('请先输入签署密码或短信验证码').waitFor();
  const prove = () => dialog.getByLabel('签署密码', { exact: true }).last().fill(DEMO.signPassword);
  await prove();
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('无法使用该身份提供方').first().waitFor();
  await screenshot(desk.page, 'firm-login-form');
  expect(await flaws(desk.page)).toEqual([]);
  await dialog.getByLabel('签发者').fill(provider.issuer);
  await prove();
  await dialog.getByRole('button', { name: '保存' }).click();
  await desk.page.getByText(`/firmLogin?firm=${path}`).waitFor();

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await phone.page.goto('/login');
  await phone.page.getByRole('link', { name: '企业登录' }).click();
  await phone.page.getByRole('heading', { name: '企业登录' }).waitFor();
  await phone.page.getByLabel('企业登录名').fill('nosuchfirm');
  await phone.page.getByRole('button', { name: '前往企业登录' }).click();
  await phone.page.getByText('没有找到该企业的登录入口').waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'firm-login-390');
  await phone.page.getByLabel('企业登录名').fill(path);
  await phone.page.getByRole('button', { name: '前往企业登录' }).click();
  await phone.page.waitForURL('**/home');
  // The name is in the header, which has no room for it here.
  await phone.page.getByText(ent.name).first().waitFor({ state: 'attached' });
  // An answer to a login that this tab did not begin signs nobody in.
  await phone.page.goto('/firmLogin/back?code=x&state=y');
  await phone.page.getByText('本次登录不是从此窗口发起的').waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'firm-login-failed-390');

  await desk.page.reload();
  const row = desk.page.getByRole('row', { name: new RegExp(person.name) });
  await row.getByRole('button', { name: '解除关联' }).click();
  await screenshot(desk.page, 'firm-login');
  await desk.page.getByRole('alertdialog').getByRole('button', { name: '解除关联' }).click();
  await desk.page.getByText('还没有成员用企业账号登录').waitFor();
  provider.close();
  expect(await problemsLeft(phone.problems)).toEqual([]);
});
