import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyAdministrator, decideOrphanApplication } from '#core/company/administrator-calls.ts';
import { listCustomers } from '#core/sso/calls.ts';
import { outbox } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { addMember, memberRow, newCompany, newPerson } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { carry } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';
import { proveAgain } from '../prove-again.ts';
import { openSession } from '../realname/open-as-new.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const reviewer = async () => signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));

/** A member who asks to lead an enterprise that has no administrator. */
async function applicant() {
  const person = await newPerson();
  const ent = await newCompany(null);
  await addMember(ent, person, ['EMPLOYEE']);
  const client = await signedIn(person);
  const { applyId } = await client.call(applyAdministrator, {
    entId: ent.id,
    applyReason: '原管理员已离职，印章无人管理',
  });
  return { person, ent, applyId };
}

async function atPhoneWidth(page: Page, name: string) {
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, `${name}-390`);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('[4.9b] the platform decides who leads an enterprise without administrator', async () => {
  const [one, two, three] = [await applicant(), await applicant(), await applicant()];
  const other = await reviewer();
  const self = await reviewer();
  await keyProofOf(self);
  const { page, context, problems } = await openSession(browser, self, '/platform/administrator');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

  await row(one.ent.name).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-administrator');
  await atPhoneWidth(page, 'platform-administrator');
  await row(one.ent.name).getByRole('button', { name: '通过', exact: true }).click();
  const pass = page.getByRole('dialog', { name: '通过该申请？' });
  await proveAgain(pass);
  await screenshot(page, 'platform-administrator-pass');
  await pass.getByRole('button', { name: '通过' }).click();
  await page.getByText(`${one.person.name}已成为“${one.ent.name}”的管理员`).waitFor();
  expect((await memberRow(one.ent, one.person))?.roles).toContain('ENT_ADMIN');

  await row(two.ent.name).getByRole('button', { name: '不通过' }).click();
  const reject = page.getByRole('alertdialog', { name: '不通过该申请？' });
  await reject.getByRole('button', { name: '不通过' }).click();
  await reject.getByText('请填写').waitFor();
  await reject.getByRole('textbox', { name: /^不通过原因/ }).fill('请补充企业授权书');
  await reject.getByRole('button', { name: '不通过' }).click();
  await row(two.ent.name).waitFor({ state: 'detached' });
  expect((await memberRow(two.ent, two.person))?.roles).toEqual(['EMPLOYEE']);

  // Another reviewer decides while this one reads.
  await row(three.ent.name).getByRole('button', { name: '通过', exact: true }).click();
  await other.call(decideOrphanApplication, {
    applyId: three.applyId,
    pass: true,
    proof: await keyProofOf(other),
  });
  await proveAgain(pass);
  await pass.getByRole('button', { name: '通过' }).click();
  await page.getByText('该申请已处理').waitFor();
  await pass.waitFor({ state: 'detached' });
  await row(three.ent.name).waitFor({ state: 'detached' });
  await page.goto('/platform/administrator?applyStatus=APPROVED');
  await row(three.ent.name).waitFor();
  await row(one.ent.name).waitFor();
  await page.goto(`/platform/audit?targetName=${encodeURIComponent(one.ent.name)}`);
  await page.getByRole('cell', { name: '通过管理员申请' }).waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('a reviewer registers a customer’s system, changes it, its key and use; nobody else sees it', async () => {
  const [person, other, own] = [await newPerson(), await reviewer(), await reviewer()];
  const ent = await newCompany(null);
  await keyProofOf(own);
  const { page, context, problems } = await openSession(browser, own, '/platform/sso');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const guide = await page.getByRole('link', { name: '查看对接文档' }).getAttribute('href');
  expect(await (await page.request.get(guide ?? '')).text()).toContain('# Single sign-on');
  await page.getByRole('button', { name: '登记客户系统' }).first().click();
  const form = page.getByRole('dialog', { name: '登记客户系统' });
  const field = (name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) });
  const system = `办公系统${ent.id.slice(0, 6)}`;
  const path = `c${ent.id.slice(0, 10).toLowerCase()}`;
  await field('系统名称').fill(system);
  await field('路径').fill('platform');
  await field('所属企业').fill('查无此企业有限公司');
  await field('允许返回的地址').fill('http://oa.example.com');
  await form.getByRole('button', { name: '登记' }).click();
  await form.getByText('且不与本系统地址重名').waitFor();
  await form.getByText('须为 https 地址').waitFor();
  await form.getByText('没有找到该企业').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-sso-form');
  await form.getByRole('radio', { name: /EdDSA/ }).check();
  await field('公钥').fill('short');
  await field('路径').fill(path);
  await field('所属企业').fill(ent.name);
  await field('允许返回的地址').fill('https://oa.example.com/portal\n\nhttps://oa.example.com/app');
  await form.getByText('已找到该企业').waitFor();
  await form.getByText('请输入 43 位').waitFor();
  await atPhoneWidth(page, 'platform-sso-form');
  await form.getByRole('radio', { name: /HS256/ }).check();
  await form.getByRole('button', { name: '登记' }).click();
  await form.getByText('请先输入签署密码或短信验证码').waitFor();
  await screenshot(page, 'platform-sso-proof');
  await atPhoneWidth(page, 'platform-sso-proof');
  expect(await flaws(page)).toEqual([]);
  await form.getByLabel('签署密码', { exact: true }).last().fill(DEMO.signPassword);
  await form.getByRole('button', { name: '登记' }).click();
  const facts = page.getByRole('dialog', { name: `接入信息：${system}` });
  const key = facts.locator('code').nth(2);
  await expect.poll(() => key.textContent()).toMatch(/^[\w-]{43}$/);
  await facts.getByRole('button', { name: '复制共享密钥' }).click();
  await page.getByText('已复制共享密钥').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await key.textContent());
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-sso-key');
  await atPhoneWidth(page, 'platform-sso-key');
  await page.keyboard.press('Escape');
  await facts.getByRole('button', { name: '已保存，关闭' }).click();
  await row(system).getByRole('button', { name: '接入信息' }).click();
  await facts.getByText(`/${path}/singleSignOn`).waitFor();
  await expect.poll(() => facts.locator('code').count()).toBe(2);
  await facts.getByRole('button', { name: '关闭' }).last().click();

  await row(system).getByRole('button', { name: '修改' }).click();
  const change = page.getByRole('dialog', { name: '修改客户系统' });
  const addresses = change.getByRole('textbox', { name: /^允许返回的地址/ });
  await addresses.fill('http://oa.example.com');
  await change.getByRole('button', { name: '保存' }).click();
  await change.getByText('须为 https 地址').waitFor();
  await addresses.fill('https://oa.example.com/app');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-sso-change');
  await change.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存修改').waitFor();
  await row(system).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '更换密钥' }).click();
  const rekey = page.getByRole('dialog', { name: `更换密钥：${system}` });
  await rekey.getByRole('radio', { name: '立即失效' }).check();
  await rekey.getByRole('button', { name: '更换密钥' }).click();
  await rekey.getByText('请先输入签署密码或短信验证码').waitFor();
  await rekey.getByLabel('签署密码', { exact: true }).last().fill(DEMO.signPassword);
  await screenshot(page, 'platform-sso-rekey');
  await rekey.getByRole('button', { name: '更换密钥' }).click();
  await expect.poll(() => key.textContent()).toMatch(/^[\w-]{43}$/);
  expect(await key.textContent()).not.toBe(await page.evaluate(() => navigator.clipboard.readText()));
  await facts.getByRole('button', { name: '已保存，关闭' }).click();

  await row(system).getByRole('button', { name: '停用' }).click();
  const off = page.getByRole('alertdialog', { name: '停用该客户系统？' });
  await off.getByText('通过它登录的会话也会立即结束').waitFor();
  await off.getByRole('button', { name: '停用' }).click();
  await page.getByText(`已停用“${system}”`).waitFor();
  const { records } = await other.call(listCustomers, { size: 100 });
  expect(records.find((r) => r.path === path)).toMatchObject({
    enabled: false,
    entName: ent.name,
    returnAddresses: ['https://oa.example.com/app'],
  });
  await row(system).getByRole('button', { name: '启用' }).waitFor();
  await screenshot(page, 'platform-sso');
  await atPhoneWidth(page, 'platform-sso');
  await page.goto(`/platform/audit?targetName=${encodeURIComponent(system)}`);
  await page.getByRole('cell', { name: '停用客户系统' }).waitFor();
  for (const deed of ['登记客户系统', '修改客户系统', '更换客户系统密钥'])
    await page.getByRole('cell', { name: deed }).waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  const stranger = await openSession(browser, await signedIn(person), '/platform/sso');
  await stranger.page.getByText('没有访问权限').first().waitFor();
  await stranger.context.close();
});

it('the status page says what runs and which job fails; what is stale does not look present', async () => {
  const client = await reviewer();
  const id = crypto.randomUUID();
  const { page, context, problems } = await openSession(browser, client, '/platform/status', {
    offline: true,
  });
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  await page.getByText('各部分运行正常').waitFor();
  await panel('组成部分').getByText('正常').nth(2).waitFor();
  await panel('外部服务').getByText('模拟').first().waitFor();
  await panel('失败的任务').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-status');
  await atPhoneWidth(page, 'platform-status');

  const failing = {
    topic: 'statusOnScreen',
    key: id,
    payload: {},
    attempts: 3,
    dueAt: Date.now() + 3_600_000,
  };
  await database()
    .insert(outbox)
    .values({ id, ...failing, lastError: 'gateway answered 503', createdAt: Date.now() });
  await page.getByRole('button', { name: '刷新' }).click();
  await panel('失败的任务').getByText('gateway answered 503').waitFor();
  await screenshot(page, 'platform-status-failing');
  await database().delete(outbox).where(eq(outbox.key, id));

  await context.setOffline(true);
  await page.getByRole('button', { name: '刷新' }).click();
  await page.getByRole('button', { name: '重试' }).waitFor();
  expect(await page.getByText('各部分运行正常').count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('各部分运行正常').waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  for (const [language, name] of [
    ['en-US', 'External services'],
    ['zh-TW', '外部服務'],
  ] as const) {
    const other = await newUser(browser, { language, colorScheme: 'dark' });
    await other.page.addInitScript((chosen) => localStorage.setItem('sass_lang', chosen), language);
    await carry(other.page, client.session!);
    await other.page.goto('/platform/status');
    await other.page.getByRole('region', { name }).waitFor();
    await screenshot(other.page, `platform-status-${language}`);
    await other.context.close();
  }
});

it('[8.3a] the longest enterprise name gives way to its acts in every language at 1440 px', async () => {
  const name = `${crypto.randomUUID().slice(0, 8)}${'数字签章服务'.repeat(20)}`.slice(0, 100);
  await newCompany(await newPerson(), { name, creditCode: '91350200776049653A' });
  const client = await reviewer();
  for (const language of ['zh-CN', 'en-US']) {
    const path = `/platform/enterprise?entName=${encodeURIComponent(name.slice(0, 20))}`;
    const { page, context } = await openSession(browser, client, path, { language });
    await page.getByRole('cell', { name }).waitFor();
    await screenshot(page, `platform-enterprise-long-${language}`);
    const grid = page.locator('section:has(> table)');
    await expect.poll(() => grid.evaluate((g) => g.scrollWidth - g.clientWidth)).toBe(0);
    await context.close();
  }
});
