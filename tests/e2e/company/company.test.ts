import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUserCertQrCode } from '#core/account/calls.ts';
import { applyAdministrator } from '#core/company/administrator-calls.ts';
import { saveApplyJoinEnt } from '#core/company/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { said } from '#tests/e2e/page.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { addMember, memberRow, newCompany, newPerson, setCompany } from '../../fixtures/people.ts';
import { plainPng } from '../../fixtures/pictures.ts';
import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('[8.6a] [4.9c] [8.19a] [8.19b] a person joins, gets roles, switches, and is removed again', async () => {
  const [boss, guest] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  const applicant = await newUser(browser);
  const { page } = applicant;
  await openAs(page, await signedIn(guest), '/account/myBusiness?active=2');
  expect(await flaws(page)).toEqual([]);

  const name = page.getByLabel('企业名称');
  await page.route('**/listEnterpriseTreeSimple*', (route) => route.abort(), { times: 1 });
  await name.fill('网络断了有限公司');
  await page.getByLabel('申请理由').click();
  await said(page, '查询失败，请重新填写');
  await name.fill('没有这家公司有限公司');
  await page.getByLabel('申请理由').click();
  await said(page, '没有找到该企业，请核对企业全称');
  await name.fill(`  ${ent.name} `);
  await page.getByLabel('申请理由').fill('销售部新同事');
  await said(page, '已找到该企业');
  await page.getByRole('button', { name: '提交申请' }).click();
  await said(page, `已申请加入“${ent.name}”`);
  await page.getByRole('button', { name: '撤回申请' }).waitFor();

  const admin = await newUser(browser);
  await openAs(admin.page, await signedIn(boss, ent), '/company/audit');
  expect(await flaws(admin.page)).toEqual([]);
  await admin.page.getByRole('button', { name: '审核', exact: true }).click();
  await admin.page.getByRole('checkbox', { name: /^签署经办人/ }).check();
  await admin.page.getByRole('checkbox', { name: /^员工/ }).uncheck();
  await admin.page.getByLabel('指定业务类型').check();
  await admin.page.getByRole('button', { name: '通过', exact: true }).click();
  await said(admin.page, '请至少选择一个业务类型');
  await admin.page.getByLabel('销售合同').check();
  await screenshot(admin.page, 'company-pass');
  await admin.page.getByRole('button', { name: '通过', exact: true }).click();
  await said(admin.page, `${guest.name} 已加入企业`);
  expect(await memberRow(ent, guest)).toMatchObject({ roles: ['SIGN_OPERATOR'], businessTypes: ['SALES'] });
  // [2.18b] What was decided stands among what is over, by whom, and nothing waits any more.
  await admin.page.getByText('没有加入申请').waitFor();
  await admin.page.getByRole('tab', { name: '已审核' }).click();
  const decided = admin.page.getByRole('row').filter({ hasText: guest.name });
  await decided.getByText('已通过').waitFor();
  expect(await flaws(admin.page)).toEqual([]);
  await screenshot(admin.page, 'company-audited');
  await admin.page.setViewportSize({ width: 390, height: 844 });
  await admin.page.getByText(guest.name).first().waitFor();
  expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(admin.page, 'company-audited-390');

  await page.getByRole('button', { name: '刷新', exact: true }).click();
  await page.getByRole('button', { name: '切换到企业' }).click();
  await page.waitForURL('**/home');
  await page.getByText(ent.name).first().waitFor();
  // [4.18b] /contract/done is allowed to both identities, so the page stays; the person's own page is not.
  await page.goto('/contract/done');
  await page.getByRole('button', { name: /切换身份/ }).click();
  await page
    .getByRole('button', { name: new RegExp(`^.*${guest.name}`) })
    .last()
    .click();
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('sass_activeUser')))
    .toContain('"person"');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/contract/done');
  // [8.19a] [8.19b] what is not enabled, or not authenticated, is not switched into, and says so
  await setCompany(ent, { businessStatus: 'DISABLE' });
  await page.goto('/contract/done');
  await page.getByRole('button', { name: /切换身份/ }).click();
  await page.getByRole('button', { name: ent.name }).click();
  await said(page, '尚未启用');
  await setCompany(ent, { businessStatus: 'ENABLE', authStatus: 'REVOKE' });
  await page.goto('/contract/done');
  await page.getByRole('button', { name: /切换身份/ }).click();
  await page.getByRole('button', { name: ent.name }).click();
  await said(page, '尚未认证');
  await setCompany(ent, { authStatus: 'AUTH' });

  const again = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(again.page, await signedIn(boss, ent), '/company/person');
  expect(await flaws(again.page)).toEqual([]);
  // a phone shows the first action of a row; the others open with it
  await again.page
    .getByRole('listitem')
    .filter({ hasText: guest.name })
    .getByRole('button', { name: '展开详情' })
    .click();
  await again.page.getByRole('button', { name: '移除', exact: true }).click();
  await said(again.page, '待签的合同由管理员签署');
  await again.page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
  await said(again.page, `已移除 ${guest.name}`);
  expect((await memberRow(ent, guest))?.leftAt).not.toBeNull();
  for (const user of [applicant, admin, again]) await user.context.close();
});

it('[2.2] [4.21a] [8.15a] the account centre, and a signature from a phone by QR', async () => {
  const person = await newPerson();
  const user = await newUser(browser);
  const { page } = user;
  const client = await signedIn(person);
  await openAs(page, client, '/account');
  await page.waitForURL('**/account/accountInfo');
  await page.getByRole('heading', { name: '登录与安全' }).waitFor();
  // [2.20] What there is to look after, each with its way.
  const main = page.getByRole('main');
  for (const row of ['登录密码', '手机号', '邮箱', '签署密码'])
    await main.getByRole('listitem').filter({ hasText: row }).getByRole('button').first().waitFor();
  await main
    .getByLabel('更换头像')
    .setInputFiles({ name: '我.png', mimeType: 'image/png', buffer: Buffer.from(plainPng(320, 300)) });
  await said(page, '头像已更换');
  await main.getByRole('link', { name: '重新认证' }).waitFor();
  await main.getByText(/UKey/).first().waitFor();
  expect(await flaws(page)).toEqual([]);

  await page.goto('/account/mySignature');
  const shown = page.waitForResponse((response) => response.url().includes('getUserCertQrCode'));
  await page.getByRole('button', { name: '添加签名' }).click();
  const { data } = (await (await shown).json()) as { data: { path: string } };
  const code = page.getByRole('img', { name: '手写签名二维码' });
  await code.waitFor();
  // [9.6]
  await expect.poll(() => code.boundingBox()).toMatchObject({ width: 120, height: 120 });
  // Pushed through the room of the person's events, so nothing polls any more.
  await page.locator('[data-push=true]').waitFor();

  const phone = await newUser(browser, { width: 390, height: 844 });
  await phone.page.goto(data.path);
  await said(phone.page, `请 *${person.name.slice(1)} 在框内书写姓名`);
  await expect.poll(() => phone.page.url()).not.toContain('Authorization');
  await phone.page.locator('canvas[data-ready]').waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await phone.page.getByRole('button', { name: '提交签名' }).click();
  await said(phone.page, '请先书写签名');
  await writeOn(phone.page.locator('canvas'), 0.3, 0.5);
  await writeOn(phone.page.locator('canvas'), 0.6, 0.8);
  await phone.page.getByRole('button', { name: '提交签名' }).click();
  await said(phone.page, '签名已提交');
  await said(page, '签名已保存');
  await page.getByRole('img', { name: '当前手写签名' }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await phone.page.goto(data.path);
  await said(phone.page, '签名已提交，请勿重复提交。');
  await phone.page.goto('/contract/handSign?Authorization=nonsense&writingType=AUTOGRAPH&ocrType=NONE');
  await said(phone.page, '二维码无效或已过期');
  await client.call(getUserCertQrCode, {});
  for (const one of [user, phone]) await one.context.close();
});

/** A person at the second confirmation of closing their account. */
async function closing() {
  const person = await newPerson();
  const { page, context } = await newUser(browser);
  await openAs(page, await signedIn(person), '/account/accountInfo');
  await page.getByRole('button', { name: '注销账号' }).click();
  await said(page, `确定注销“${person.name}”的账号？`);
  await page.getByRole('button', { name: '继续注销' }).click();
  return { person, page, context, dialog: page.getByRole('dialog') };
}

it('[4.23e] [8.20a] [8.20b] the closing code is asked for by name; unsent, it can be retried', async () => {
  const { page, context, dialog } = await closing();
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await said(page, '请输入验证码');
  await dialog.getByLabel('验证码').fill('12345');
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await said(page, '验证码为 6 位数字');
  await page.route('**/sendEcAuthCode', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await failed;
  await dialog.getByRole('button', { name: '获取验证码', disabled: false }).waitFor();
  await context.close();
});

it('[4.23a] [4.23b] [4.23c] [4.23d] an account is closed by the code sent, ending its session', async () => {
  const { person, page, context, dialog } = await closing();
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await said(page, '验证码已发送');
  await dialog.getByRole('button', { name: /\d+/ }).waitFor();
  const api = new ApiClient(product().baseUrl);
  await dialog.getByLabel('验证码').fill(await codeSentTo(api, person.mobile, '注销账号验证码'));
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await page.waitForURL('**/login');
  await said(page, '账号已注销');
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sass_'))))
    .toEqual([]);
  await context.close();
});

it('[2.18b] who asks to join or to administer waits in one counted list, then moves to another', async () => {
  const [boss, clerk, ...guests] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()]);
  const ent = await newCompany(boss);
  await addMember(ent, clerk!, ['SIGN_OPERATOR']);
  for (const guest of guests)
    await (await signedIn(guest)).call(saveApplyJoinEnt, { entId: ent.id, applyReason: '新同事' });
  await (await signedIn(clerk!)).call(applyAdministrator, { entId: ent.id, applyReason: '接手' });
  const admin = await newUser(browser);
  await speak(admin, 'en-US');
  const { page } = admin;
  const client = await signedIn(boss!, ent);
  await openAs(page, client, '/company/audit');
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await tab(/^Join requests\D*2 /).waitFor();
  await tab(/^To review\D*2 /).waitFor();
  await tab(/^Administrator requests\D*1 /).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'audit-waiting-en');
  await admin.context.close();

  const phone = await newUser(browser, { width: 390, height: 844 });
  await openAs(phone.page, client, '/company/audit');
  const on = phone.page;
  const counted = (name: string, n: number) =>
    on.getByRole('tab', { name: new RegExp(`^${name}\\D*${n} `) }).waitFor();
  await counted('加入申请', 2);
  await counted('待审核', 2);
  await counted('管理员申请', 1);
  const first = on.getByRole('listitem').filter({ hasText: guests[0]!.name });
  await first.getByRole('button', { name: '展开详情' }).click();
  expect(await flaws(on)).toEqual([]);
  await screenshot(on, 'audit-waiting-390');
  await first.getByRole('button', { name: '驳回', exact: true }).click();
  const sure = on.getByRole('alertdialog');
  await sure.getByLabel('驳回理由').fill('信息不符');
  await sure.getByRole('button', { name: '驳回' }).click();
  await said(on, `已驳回 ${guests[0]!.name} 的申请`);
  await counted('待审核', 1);
  await on.getByRole('tab', { name: '已审核' }).click();
  await first.getByText('已驳回').waitFor();
  expect(await on.getByRole('listitem').filter({ hasText: guests[1]!.name }).count()).toBe(0);
  await on.getByRole('tab', { name: /^管理员申请/ }).click();
  const asked = on.getByRole('listitem').filter({ hasText: clerk!.name });
  await asked.getByRole('button', { name: '展开详情' }).click();
  await asked.getByRole('button', { name: '驳回', exact: true }).click();
  await on.getByRole('alertdialog').getByLabel('驳回理由').fill('暂不更换');
  await on.getByRole('alertdialog').getByRole('button', { name: '驳回' }).click();
  await counted('待审核', 0);
  await on.getByText('成员申请成为管理员时').waitFor();
  expect(await flaws(on)).toEqual([]);
  expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(on, 'audit-none-390');
  await on.getByRole('tab', { name: '已审核' }).click();
  await asked.getByText('已驳回').waitFor();
  await screenshot(on, 'audit-decided-390');
  expect((await memberRow(ent, clerk!))?.roles).toEqual(['SIGN_OPERATOR']);
  await phone.context.close();
});
