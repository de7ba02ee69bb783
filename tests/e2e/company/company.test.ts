import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUserCertQrCode } from '#core/account/calls.ts';
import { listSimulatedMessages } from '#core/internal/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { memberRow, newCompany, newPerson, setCompany } from '../../fixtures/people.ts';
import { plainPng } from '../../fixtures/pictures.ts';
import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

it('[5.15a] [8.6a] [4.9c] [6.2b] [4.9d] [4.18b] [6.4b] [8.19a] [8.19b] a person joins, is given roles, switches, and is removed again', async () => {
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

it('[2.2] [4.21a] [8.15a] [4.23a] [4.23b] [4.23c] [4.23d] [4.23e] [8.20a] [8.20b] the account centre: a signature from a phone by QR, then the account is closed', async () => {
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
  const box = (await phone.page.locator('canvas').boundingBox())!;
  for (const y of [0.3, 0.6]) {
    await phone.page.mouse.move(box.x + 40, box.y + box.height * y);
    await phone.page.mouse.down();
    await phone.page.mouse.move(box.x + 200, box.y + box.height * (y + 0.2), { steps: 10 });
    await phone.page.mouse.up();
  }
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

  await page.goto('/account/accountInfo');
  await page.getByRole('button', { name: '注销账号' }).click();
  await said(page, `确定注销“${person.name}”的账号？`);
  await page.getByRole('button', { name: '继续注销' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await said(page, '请输入验证码');
  await dialog.getByLabel('验证码').fill('12345');
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await said(page, '验证码为 6 位数字');
  // [4.23e] [8.20b] a code that could not be sent gives the button back at once
  await page.route('**/sendEcAuthCode', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await failed;
  await dialog.getByRole('button', { name: '获取验证码', disabled: false }).click();
  await said(page, '验证码已发送');
  // [4.24a] the button counts down
  await dialog.getByRole('button', { name: /\d+/ }).waitFor();
  const api = new ApiClient(product().baseUrl);
  const [message] = await api.call(listSimulatedMessages, { target: person.mobile });
  await dialog.getByLabel('验证码').fill(/\d{6}/.exec(message?.text ?? '')?.[0] ?? '');
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await page.waitForURL('**/login');
  await said(page, '账号已注销');
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sass_'))))
    .toEqual([]);
  for (const one of [user, phone]) await one.context.close();
});
