import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listKeys } from '#core/account/calls.ts';
import { decideAdminApplication, listAdminApplications } from '#core/company/administrator-calls.ts';
import { listMyBusinesses, passJoin } from '#core/company/calls.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { confirmFaceAuth, decideSimulatedCheck, queryPersonInfo } from '#core/realname/calls.ts';
import { startFaceAuth } from '#core/realname/submit-calls.ts';
import { listStamps } from '#core/seal/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { MODULE, PIN, type SoftHsm, softHsm } from '#tests/agent/softhsm.ts';
import { agentForTest, type TestAgent } from '#tests/agent/with-agent.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { press, said } from '#tests/e2e/page.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { newBankAccount, openDraft, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import {
  memberRow,
  newCompany,
  newPerson as newMember,
  type Person,
  type SignedInPerson,
  unverifiedPerson,
} from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';

import { PASSWORD, signedIn } from '#tests/fixtures/sign-in.ts';
import { arrived, stateOf } from '#tests/fixtures/verified-enterprises.ts';
import { product } from '#tests/product.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { proveAgain } from '../prove-again.ts';
import { knowsAgent, reachUkeys } from './ways.ts';

let browser: Browser;
let hsm: SoftHsm;
let agent: TestAgent;
beforeAll(async () => {
  hsm = softHsm('账号 UKey');
  agent = await agentForTest({ modules: [MODULE], origins: [product().baseUrl] });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await agent?.end();
  hsm?.remove();
});

const NEW_PASSWORD = 'Account-2027';
const NEW_SIGN_PASSWORD = '908172';
const dialogOf = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first();

/** Whether these let somebody in, as a fresh browser would ask. */
const letsIn = (loginName: string, password: string) =>
  new ApiClient(product().baseUrl).login(loginName, password).then(
    () => true,
    () => false,
  );

/** Fills a field of a code with the one that was sent when its button, the n-th, was pressed. */
async function fillCode(page: Page, field: RegExp, n: number, sent: () => Promise<string>): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: '获取验证码' }).nth(n).click();
  let code = '';
  await expect
    .poll(async () => {
      code = await sent().catch(() => '');
      return code;
    })
    .toMatch(/^\d{6}$/);
  await dialog.getByLabel(field).fill(code);
}

/** Avatar, mobile, e-mail and the two passwords; the new mobile. */
async function changeWaysIn(page: Page, person: SignedInPerson): Promise<string> {
  const { client } = person;
  await page
    .getByLabel('更换头像')
    .setInputFiles({ name: '我.png', mimeType: 'image/png', buffer: Buffer.from(plainPng(320, 300)) });
  await said(page, '头像已更换');
  expect((await client.call(getLoggedUserInfo, {})).person.photo).not.toBe('');

  const mobile = newMobile();
  await press(rowOf(page, '手机号'), '修改');
  await fillCode(page, /^当前手机/, 0, () => codeSentTo(client, person.mobile, '身份确认验证码'));
  await dialogOf(page).locator('input[name="mobile"]').fill(mobile);
  // The first button counts down meanwhile and is called otherwise.
  await fillCode(page, /^新手机号的验证码/, 0, () => codeSentTo(client, mobile, '更换手机号验证码'));
  await press(dialogOf(page), '保存');
  await said(page, '手机号已更换');
  await closed(page);
  await rowOf(page, '手机号').getByText(maskedMobile(mobile)).waitFor();

  const mail = `a${person.id.slice(0, 10)}@example.com`;
  await press(rowOf(page, '邮箱'), '绑定');
  await fillCode(page, /^当前手机/, 0, () => codeSentTo(client, mobile, '身份确认验证码'));
  await dialogOf(page)
    .getByLabel(/^新邮箱/)
    .fill(mail);
  await fillCode(page, /^邮箱验证码/, 0, () => codeSentTo(client, mail, '绑定邮箱验证码'));
  await press(dialogOf(page), '保存');
  await said(page, '邮箱已绑定');
  await closed(page);
  await rowOf(page, '邮箱').getByText('@example.com').waitFor();

  await press(rowOf(page, '签署密码'), '修改');
  await dialogOf(page)
    .getByLabel(/^当前密码/)
    .fill(DEMO.signPassword);
  await dialogOf(page)
    .getByLabel(/^新密码/)
    .fill(NEW_SIGN_PASSWORD);
  await dialogOf(page)
    .getByLabel(/^确认密码/)
    .fill(NEW_SIGN_PASSWORD);
  await press(dialogOf(page), '保存');
  await said(page, '签署密码已保存');
  await closed(page);

  await press(rowOf(page, '登录密码'), '修改');
  await dialogOf(page)
    .getByLabel(/^当前密码/)
    .fill(PASSWORD);
  await dialogOf(page)
    .getByLabel(/^新密码/)
    .fill(NEW_PASSWORD);
  await dialogOf(page)
    .getByLabel(/^确认密码/)
    .fill(NEW_PASSWORD);
  await press(dialogOf(page), '保存');
  await said(page, '登录密码已修改');
  await closed(page);
  expect(await letsIn(person.loginName, PASSWORD)).toBe(false);
  expect(await letsIn(mobile, NEW_PASSWORD)).toBe(true);
  return mobile;
}

/** Binds a UKey with the new signing password, which so proves to be it, and unbinds it. */
async function bindAndUnbind(page: Page, client: ApiClient): Promise<void> {
  const section = page.getByRole('region', { name: 'UKey', exact: true });
  await section.getByText('还没有绑定 UKey。').waitFor();
  await press(section, '绑定 UKey');
  await reachUkeys(page, agent);
  const dialog = page.getByRole('dialog', { name: '绑定 UKey' });
  await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
  await dialog.getByText('ECDSA（签署 PDF）').click();
  await dialog.getByRole('textbox', { name: '签署密码' }).fill(NEW_SIGN_PASSWORD);
  await press(dialog, '绑定');
  await section.getByText('账号 UKey').waitFor();
  const bound = async () => (await client.call(listKeys, {})).length;
  expect(await bound()).toBe(1);
  await section.getByRole('button', { name: '解绑“账号 UKey”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '解绑' }).click();
  await section.getByText('还没有绑定 UKey。').waitFor();
  expect(await bound()).toBe(0);
}

/** Proves a name for the first time; the number of the document. */
async function nameFirst(person: SignedInPerson): Promise<string> {
  const idNumber = newResidentId();
  const { transId } = await person.client.call(startFaceAuth, {
    userId: person.id,
    businessType: 'AUTH',
    ownerType: 'PERSON',
    person: { realName: '周先办', idType: 'RESIDENT_ID', idNumber },
  });
  await person.client.call(decideSimulatedCheck, { ref: transId, state: 'SUCCESS' });
  await person.client.call(confirmFaceAuth, { transId, result: 'ENABLE' });
  return idNumber;
}

/** Proves the name again with a face, by the document of the first time and under a name that was changed since. */
async function redoRealName(page: Page, person: SignedInPerson, idNumber: string): Promise<void> {
  await page.getByRole('link', { name: '重新认证' }).click();
  await page.waitForURL('**/auth/person?**');
  await press(page, '重新认证');
  await page.getByRole('textbox', { name: '真实姓名' }).fill('周再名');
  await page.getByRole('textbox', { name: '证件号码' }).fill(idNumber);
  await press(page, '下一步：扫码认证');
  const phone = await page.context().newPage();
  await phone.goto((await page.getByRole('link', { name: '在本机打开' }).getAttribute('href')) ?? '');
  await press(phone, '识别通过');
  await phone.getByRole('heading', { name: '人脸识别通过' }).waitFor();
  await phone.close();
  const info = () => person.client.call(queryPersonInfo, { id: person.id });
  await expect.poll(async () => (await info()).realName).toBe('**名');
  expect((await info()).authStatus).toBe('AUTH');
}

async function writeSignature(page: Page, client: ApiClient): Promise<void> {
  await page.goto('/account/mySignature');
  await press(page, '添加签名');
  await dialogOf(page).getByRole('tab', { name: '屏幕书写' }).click();
  await writeOn(dialogOf(page).locator('canvas[data-ready="true"]'));
  await press(dialogOf(page), '保存');
  await said(page, '签名已保存');
  await page.getByRole('img', { name: '当前手写签名' }).waitFor();
  const [stamp] = await client.call(listStamps, { userId: client.session!.userId });
  expect(stamp?.stampCategory).toBe('PERSON_AUTOGRAPH');
}

/**
 * The whole life of an administrator in one enterprise: applies to join and takes it back, is let in, applies for the role
 * and takes it back, is given it, and hands it on, which ends the membership. Others answer; the list is refreshed each time.
 */
async function leadAndHandOn(page: Page, client: ApiClient): Promise<void> {
  const boss = await newMember();
  const ent = await newCompany(boss);
  const office = await signedIn(boss, ent);
  const self = { id: client.session!.userId } as Person;
  const row = page.getByRole('row').filter({ hasText: ent.name });
  const mine = async () =>
    (await client.call(listMyBusinesses, {})).find(({ entId }) => entId === ent.id)?.application;
  const apply = async () => {
    await page.goto('/account/myBusiness?active=2');
    await page.getByLabel('企业名称').fill(ent.name);
    await page.getByLabel('申请理由').fill('新同事');
    await press(page, '提交申请');
    await said(page, `已申请加入“${ent.name}”`);
  };
  await apply();
  await press(row, '撤回申请');
  await said(page, `已撤回加入“${ent.name}”的申请`);
  expect((await mine())?.state).toBe('REVOKED');
  await apply();
  const { applyId } = (await mine())!;
  await office.call(passJoin, { applyId, roles: ['SIGN_OPERATOR'], businessTypes: null, stamps: [] });
  await press(page, '刷新');
  await row.getByText('签署经办人').waitFor();

  const lead = async () => {
    await press(row, '成为管理员');
    await dialogOf(page).getByLabel('申请理由').fill('接任');
    await press(dialogOf(page), '提交申请');
    await row.getByRole('button', { name: '取消管理员申请' }).waitFor();
  };
  await lead();
  await press(row, '取消管理员申请');
  await row.getByRole('button', { name: '成为管理员' }).waitFor();
  expect((await memberRow(ent, self))?.roles).toEqual(['SIGN_OPERATOR']);
  await lead();
  const [asked] = (await office.call(listAdminApplications, { applyStatus: 'TO_APPROVE' })).records;
  const proof = await keyProofOf(office);
  await office.call(decideAdminApplication, { applyId: asked!.applyId, pass: true, remark: '', proof });
  await keyProofOf(client);
  await press(page, '刷新');
  await row.getByText('企业管理员').waitFor();
  expect((await memberRow(ent, self))?.roles).toContain('ENT_ADMIN');

  await press(row, '转让管理员');
  await dialogOf(page)
    .getByRole('button', { name: /转让给/ })
    .click();
  await page.getByRole('option', { name: new RegExp(boss.name) }).click();
  await press(dialogOf(page), '转让管理员');
  await proveAgain(dialogOf(page));
  await press(dialogOf(page), '转让并退出');
  await said(page, `管理员已转让，您已退出“${ent.name}”`);
  expect((await memberRow(ent, boss))?.roles).toContain('ENT_ADMIN');
  expect((await memberRow(ent, self))?.leftAt).not.toBeNull();
}

/** Goes through the enterprise’s form, which is filled in, and names the amount that arrived. */
async function prove(page: Page, person: SignedInPerson, bankAccount: string): Promise<void> {
  await press(page, '下一步');
  await page.getByRole('textbox', { name: '法定代表人姓名' }).waitFor();
  await press(page, '下一步');
  await page.getByRole('textbox', { name: /^对公账号/ }).fill(bankAccount);
  await press(page, '提交并打款');
  await page.getByRole('heading', { name: '核对打款金额' }).waitFor();
  await page.getByRole('textbox', { name: /^到账金额/ }).fill(await arrived(person, bankAccount));
  await press(page, '确认金额');
}

/** An enterprise of one’s own: verified, and verified again from its row. */
async function verifyTwice(page: Page, person: SignedInPerson): Promise<void> {
  const draft = await wholeDraft(person);
  const name = draft.unit.entName!;
  await openDraft(person, draft);
  await page.goto('/account/myBusiness?active=2');
  await page.getByRole('link', { name: '认证企业' }).click();
  await page.waitForURL('**/account/ent');
  await rowOf(page, name).getByRole('link').click();
  await prove(page, person, draft.bank.bankAccount!);
  await page.getByRole('heading', { name: `“${name}”认证通过` }).waitFor();
  await page.goto('/account/myBusiness');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('已认证').waitFor();
  const { entId } = (await person.client.call(listMyBusinesses, {})).find((one) => one.entName === name)!;
  await screenshot(page, 'account-enterprises');
  await press(row, '重新认证');
  await page.waitForURL('**/auth/company?**');
  const again = newBankAccount();
  await prove(page, person, again);
  await page.getByRole('heading', { name: `“${name}”认证通过` }).waitFor();
  expect((await stateOf(entId)).authStatus).toBe('AUTH');
}

/** A contact, and a group that it is put into. */
async function keepContacts(page: Page): Promise<void> {
  await page.goto('/account/contactBook');
  await said(page, /已同步/);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '添加联系人' }).first().click();
  await dialogOf(page).getByRole('radio', { name: '个人' }).check();
  await dialogOf(page).getByLabel('姓名').fill('沈月');
  await dialogOf(page).getByLabel('电话').fill('13800138001');
  await press(dialogOf(page), '保存');
  await closed(page);
  await press(main, '新建分组');
  await dialogOf(page).getByLabel('分组名称').fill('供应商');
  await page.keyboard.press('Enter');
  await closed(page);
  await said(page, '这个分组里还没有联系人');
  await main.getByRole('button', { name: /^全部\s*1$/ }).click();
  const list = page.getByRole('listbox', { name: '联系人列表' });
  await list.getByRole('option').filter({ hasText: '沈月' }).waitFor();
  await list.focus();
  await page.keyboard.press('Space');
  await press(main, '放入分组');
  await page.getByRole('menuitem', { name: '供应商' }).click();
  await said(page, '已将 1 个联系人放入“供应商”');
  await main.getByRole('button', { name: /^供应商\s*1$/ }).click();
  await list.getByRole('option').filter({ hasText: '沈月' }).waitFor();
}

async function close(page: Page, person: SignedInPerson, mobile: string): Promise<void> {
  await page.goto('/account/accountInfo');
  // The lists above it push the button down as they come.
  await page.getByText('还没有绑定 UKey。').waitFor();
  await page.getByText('还没有通行密钥', { exact: false }).waitFor();
  await page.getByText('本机', { exact: true }).first().waitFor();
  await press(page, '注销账号');
  await press(page, '继续注销');
  await fillCode(page, /^验证码/, 0, () => codeSentTo(person.client, mobile, '注销账号验证码'));
  await press(dialogOf(page), '确认注销');
  await page.waitForURL('**/login');
  await said(page, '账号已注销');
  expect(await letsIn(person.loginName, NEW_PASSWORD)).toBe(false);
}

it('[2.20] the account: each thing is changed on its screen, and stays so, until it is closed', async () => {
  const person = await unverifiedPerson();
  const idNumber = await nameFirst(person);
  const user: User = await newUser(browser);
  await knowsAgent(user, agent);
  const { page, problems } = user;
  await openAs(page, person.client, '/account/accountInfo');
  const mobile = await changeWaysIn(page, person);
  await bindAndUnbind(page, person.client);
  await screenshot(page, 'account-info');
  await redoRealName(page, person, idNumber);
  await writeSignature(page, person.client);
  await leadAndHandOn(page, person.client);
  await verifyTwice(page, person);
  await screenshot(page, 'account-enterprise-again');
  await keepContacts(page);
  await close(page, person, mobile);
  expect(await problemsLeft(problems)).toEqual([]);
});
