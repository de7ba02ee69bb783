import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { getDirectory } from '#core/company/directory-calls.ts';
import { listEmployees } from '#core/employee/calls.ts';
import { getNewcomer, listNewcomers } from '#core/employee/newcomer-calls.ts';
import { listPlatformEnterprises } from '#core/platform/calls.ts';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { carry, openAs } from '#tests/e2e/open-as.ts';
import { hrTemplate } from '#tests/fixtures/hr-templates.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { linkSentTo, onboarding } from '#tests/fixtures/onboarding.ts';
import { addMember, type Company, newPerson, type Person } from '#tests/fixtures/people.ts';
import { newBankCard, newResidentId, newSalary } from '#tests/fixtures/personal-values.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const withPassword = (change: Parameters<typeof newPerson>[0] = {}) =>
  newPerson({ signPassword: DEMO.signPassword, ...change });

async function joins(ent: Company, roles: Role[]) {
  const person = await withPassword();
  await addMember(ent, person, roles);
  return { person, client: await signedIn(person, ent) };
}

/** An enterprise with everybody who takes part, the fields that it asks newcomers for and the template of its contracts. */
async function cast() {
  const of = await onboarding();
  const { ent, boss } = of;
  const admin = await signedIn(boss, ent);
  const business = await joins(ent, ['BUSINESS_ADMIN']);
  const { person: clerk, client: hr } = await joins(ent, ['HR']);
  const operator = await joins(ent, ['SIGN_OPERATOR']);
  const approver = await joins(ent, ['APPROVER']);
  const platform = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
  const outside = await withPassword();
  const newcomer = await withPassword();
  await hrTemplate(business.client);
  return {
    ...{ ent, clerk, hr, admin, business, operator, approver, outside, newcomer },
    platform: await signedIn(platform),
    outsider: await signedIn(outside),
  };
}
type Cast = Awaited<ReturnType<typeof cast>>;

/** Opens a page as somebody, does what they do there, and closes it without an error in its console. */
async function as<T>(
  who: ApiClient,
  path: string,
  deed: (page: Page) => Promise<T>,
  width = 1440,
): Promise<T> {
  const { page, context, problems } = await newUser(browser, { width });
  await openAs(page, who, path);
  const done = await deed(page).catch(async (why: unknown) => {
    // Shows what stood there instead.
    await screenshot(page, 'together-failed');
    throw why;
  });
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
  return done;
}

/** The administrator makes a seal with its certificate that HR may use, and a flow that asks before any contract is sent. */
async function prepare({ admin, approver, clerk }: Cast): Promise<void> {
  const sealName = `合同章${clerk.id.slice(0, 6)}`;
  await as(admin, '/company/seal', async (page) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const row = page.getByRole('row').filter({ hasText: sealName });
    const act = async (action: string) => {
      await row
        .getByRole('button', { name: '更多' })
        .or(row.getByRole('button', { name: action }))
        .first()
        .waitFor();
      const inline = row.getByRole('button', { name: action, exact: true });
      if (await inline.count()) return inline.click();
      await row.getByRole('button').last().click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await button('新建印章').first().click();
    await page.getByRole('img', { name: '印章预览' }).waitFor();
    await page.getByLabel('印章名称').last().fill(sealName);
    await button('保存印章').click();
    await page.getByText(`印章“${sealName}”已创建`).first().waitFor();
    await act('申请证书');
    await button('提交申请').click();
    await row.getByText('申请成功').waitFor();
    await act('授权');
    await button('添加同事').click();
    const picker = page.getByRole('dialog', { name: '添加同事' });
    await picker.getByRole('textbox').fill(clerk.name);
    await picker.getByRole('option', { name: clerk.name }).click();
    await picker.getByRole('button', { name: '使用所选（1）' }).click();
    await button('保存授权').click();
    await row.getByText(clerk.name).waitFor();
  });
  await as(admin, '/company/approvalFlow', async (page) => {
    await page.getByText('还没有审批流程').waitFor();
    await page.getByRole('link', { name: '新建流程' }).click();
    await page.getByLabel('流程名称').fill('全部合同');
    await page.getByRole('button', { name: '试运行' }).click();
    await page.getByRole('status').filter({ hasText: approver.person.name }).waitFor();
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('已添加“全部合同”').waitFor();
    await page.getByRole('button', { name: '启用' }).click();
    await page.getByText('已启用', { exact: true }).waitFor();
  });
}

/** HR asks the newcomer for what the enterprise wants to know; it is filled in and handed in on a phone. */
async function enter({ ent, hr, newcomer }: Cast): Promise<void> {
  await as(hr, '/company/entry?state=TO_COLLECT', async (page) => {
    await page.getByRole('button', { name: '添加新员工' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('姓名').fill(newcomer.name);
    await dialog.getByLabel('手机号码').fill(newcomer.mobile);
    await dialog.getByLabel('证件号码').fill(newResidentId());
    await dialog.getByRole('button', { name: '添加并发送链接' }).click();
    await page.getByText('已添加 1 人，链接将以短信发送').waitFor();
  });
  const token = await linkSentTo(hr, newcomer.mobile);
  const { page, context, problems } = await newUser(browser, { width: 390, height: 844 });
  await page.goto(`/entry#${token}`);
  await page.getByText(`“${ent.name}”邀请`).waitFor();
  await page.getByRole('link', { name: '登录并填写' }).click();
  await page.waitForURL(/\/login\?redirect=%2Faccount%2Fentry/);
  await carry(page, (await signedIn(newcomer)).session!);
  await page.goto('/account/entry');
  await page
    .getByLabel('籍贯')
    .fill('浙江杭州')
    .catch(async (why: unknown) => {
      await screenshot(page, 'together-failed-entry');
      throw why;
    });
  await page.getByLabel('紧急电话').fill('13912345678');
  await page.getByLabel('工资卡').fill(newBankCard());
  await page.locator('input[type=file]').setInputFiles({
    name: 'paper.png',
    mimeType: 'image/png',
    buffer: Buffer.from(plainPng(60, 40)),
  });
  await page.getByRole('dialog').getByRole('button', { name: '使用此图片' }).click();
  await page.getByText('已上传', { exact: true }).waitFor();
  await page.getByRole('button', { name: '提交' }).click();
  await page.getByText('已提交，企业审核后会以短信通知您').waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
}

/** HR reviews and completes the file, and goes on to the first contract in the same act; resolves to the contract. */
async function employ({ hr, newcomer }: Cast): Promise<string> {
  await as(hr, '/company/entry?state=TO_REVIEW', async (page) => {
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const file = page.getByRole('row').filter({ hasText: newcomer.name });
    await file.getByText('详情', { exact: true }).click();
    for (const name of ['籍贯', '紧急电话', '工资卡', '学历照片']) {
      await button(`通过${name}`).click();
      await button(`通过${name}`).waitFor({ state: 'detached' });
    }
    await button('填写人事项').click();
    await dialog.getByLabel('约定工资').fill(newSalary());
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('完成入职').click();
    await dialog.getByRole('checkbox', { name: '完成后发起首份合同' }).check();
    await dialog.getByRole('button', { name: '完成入职' }).click();
    await page.getByRole('heading', { name: '发起劳动合同' }).waitFor();
    await page.getByRole('list', { name: '已选员工' }).getByText(newcomer.name).waitFor();
    await page.getByRole('radio', { name: /^劳动合同书/ }).check();
    await page.getByRole('button', { name: '下一步' }).click();
    const form = page.getByRole('region', { name: '填写“劳动合同书”' });
    await expect
      .poll(() => form.getByRole('textbox', { name: /^乙方\*?$/ }).inputValue())
      .toBe(newcomer.name);
    await form.getByRole('button', { name: '完成', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    await screenshot(page, 'together-sent');
  });
  const { records } = await hr.call(listTasks, { box: 'startWithMe', scenario: 'HR' });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ taskName: `劳动合同书 - ${newcomer.name}`, label: 'REVIEWING' });
  return records[0]!.planId;
}

/** The approver lets the contract go out that is told by these words. */
async function approve({ approver }: Cast, words: string): Promise<void> {
  await as(approver.client, '/contract/approval', async (page) => {
    const row = page.getByRole('row').filter({ hasText: words });
    await row.getByText('查看', { exact: true }).click();
    // the list has a button of nearly the same name
    await page.waitForURL('**/contract/examine?**');
    await page.getByRole('heading', { name: words }).waitFor();
    await page.getByRole('button', { name: '通过', exact: true }).click();
    await page.getByRole('dialog', { name: '通过这份合同？' }).getByRole('button', { name: '通过' }).click();
    await page.getByText('审批已通过，合同已发起签署。').waitFor();
  });
}

/** The newcomer asks to join, as they were invited to, and the administrator lets them in as an employee. */
async function join({ admin, newcomer }: Cast): Promise<void> {
  await as(await signedIn(newcomer), '/account/entry', async (page) => {
    await page.getByRole('button', { name: '申请加入企业' }).click();
    await page.getByText('已提交加入申请，等待企业管理员审核').waitFor();
  });
  await as(admin, '/company/audit', async (page) => {
    const row = page.getByRole('row').filter({ hasText: newcomer.name });
    await row.getByRole('button', { name: '审核', exact: true }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: /^员工/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: '通过', exact: true }).click();
    await page.getByText(`${newcomer.name} 已加入企业`).first().waitFor();
  });
}

/** Signs on the screen: the seal, or a drawn signature, by the signing password. */
async function signOnScreen(page: Page, by: 'seal' | 'hand'): Promise<void> {
  await page.getByRole('button', { name: /^全部放上/ }).click();
  if (by === 'hand') {
    await writeOn(page.locator('canvas[data-ready="true"]'));
    await page.getByRole('button', { name: '使用这个签名' }).click();
  }
  await page.getByRole('button', { name: /^使用.*签署$/ }).click();
  const password = page.getByRole('textbox', { name: '签署密码' });
  await password.fill(DEMO.signPassword);
  await password.press('Enter');
}

/** The operator sends a second contract to somebody outside, who sees it wait until it is withdrawn. */
async function withdraw(all: Cast): Promise<string> {
  const { operator, outside, outsider } = all;
  const { client } = operator;
  await as(client, '/entcontract/startEntContract', async (page) => {
    await page.setInputFiles('input[type=file]', await contractFile('顾问合同.pdf'));
    await page.getByText('已上传').waitFor();
    await expect.poll(() => page.getByLabel('任务名称').inputValue()).toBe('顾问合同');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('button', { name: '移除签署方 2' }).click();
    await page.getByRole('button', { name: '添加个人签署方' }).click();
    const other = page.getByRole('article', { name: '签署方 2' });
    await other.getByRole('textbox', { name: '姓名' }).fill(outside.name);
    await other.getByRole('textbox', { name: '手机号' }).fill(outside.mobile);
    await page.getByRole('button', { name: '签署位置', exact: true }).click();
    await page.getByRole('button', { name: '自动放置' }).click();
    await page.locator('[data-placement]').nth(1).waitFor();
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
  });
  const { records } = await client.call(listTasks, { box: 'startWithMe' });
  expect(records).toMatchObject([{ taskName: '顾问合同', label: 'REVIEWING' }]);
  await approve(all, '顾问合同');
  await as(outsider, '/contract/issuedContract', async (page) => {
    await page.getByRole('row').filter({ hasText: '顾问合同' }).waitFor();
  });
  await as(client, '/contract/startWithMe', async (page) => {
    const row = page.getByRole('row').filter({ hasText: '顾问合同' });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: '批量撤回' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('合作取消');
    await dialog.getByRole('button', { name: '撤回' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  await as(outsider, '/contract/toVoid', async (page) => {
    await page.getByRole('row').filter({ hasText: '顾问合同' }).waitFor();
  });
  return records[0]!.planId;
}

/** Which contracts somebody is shown, in whatever list. */
const seen = async (client: ApiClient) =>
  (await client.call(listTasks, { box: 'all', dataRange: 'ALL', size: 100 })).records.map(
    ({ planId: taskId }) => taskId,
  );

it('[0.1b] [1.1a] eight people take contracts from onboarding to signing; each sees their own', async () => {
  const all = await cast();
  const { ent, hr, business, platform, newcomer } = all;
  await prepare(all);
  await as(business.client, '/company/frontTemplateFile', (page) =>
    page.getByText('劳动合同书').first().waitFor(),
  );
  await as(platform, '/platform/enterprise', async (page) => {
    await page.getByRole('textbox').first().fill(ent.name);
    await page.keyboard.press('Enter');
    await page.getByText(ent.name).first().waitFor();
  });
  await enter(all);
  const contract = await employ(all);
  await approve(all, newcomer.name);
  const second = await withdraw(all);
  await join(all);

  const self = await signedIn(newcomer);
  await as(hr, `/fileSign/fileSign?planId=${contract}`, async (page) => {
    await signOnScreen(page, 'seal');
    await page.getByRole('heading', { name: '您已签署' }).waitFor();
  });
  await as(
    self,
    '/account/hrContract',
    async (page) => {
      await page.getByText('劳动合同书').first().waitFor();
      await page.goto(`/fileSign/fileSign?planId=${contract}`);
      await signOnScreen(page, 'hand');
      await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
      await screenshot(page, 'together-signed-390');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '下载' }).click(),
      ]);
      expect(judge(new Uint8Array(readFileSync(await download.path())))).toMatchObject({
        signatures: 2,
        valid: 2,
        clean: true,
      });
    },
    390,
  );

  await seesOnly(all, self, { contract, second });
});

/** Who is shown which contract, and whose personal data nobody else is. */
async function seesOnly(
  { ent, hr, admin, business, operator, approver, platform, outsider, newcomer }: Cast,
  self: ApiClient,
  { contract, second }: { contract: string; second: string },
): Promise<void> {
  const member = await signedIn(newcomer as Person, ent);
  const both = [contract, second].sort();
  for (const [name, client, contracts] of [
    ['administrator', admin, both],
    ['business administrator', business.client, both],
    ['operator', operator.client, [second]],
    ['HR', hr, [contract]],
    ['employee as a person', self, [contract]],
    ['employee as a member', member, []],
    ['somebody outside', outsider, [second]],
    ['platform administrator', platform, []],
  ] as const) {
    expect((await seen(client)).sort(), name).toEqual(contracts);
    for (const taskId of both.filter((one) => !contracts.some((own) => own === one)))
      expect(await refusal(client, getTask, { planId: taskId }), name).toBe('NOT_FOUND');
  }
  for (const [name, client, answer] of [
    ['administrator', admin, 'OK'],
    ['business administrator', business.client, 'OK'],
    ['HR', hr, 'OK'],
    ['operator', operator.client, 'NO_PERMISSION'],
    ['approver', approver.client, 'NO_PERMISSION'],
    ['employee as a member', member, 'NO_PERMISSION'],
    ['somebody outside', outsider, 'SWITCH_TO_ENTERPRISE'],
    ['platform administrator', platform, 'SWITCH_TO_ENTERPRISE'],
  ] as const) {
    expect(await refusal(client, listEmployees, {}), name).toBe(answer);
    expect(await refusal(client, listNewcomers, {}), name).toBe(answer);
  }
  expect(await refusal(hr, listTemplates, {})).toBe('NO_PERMISSION');
  expect(await refusal(admin, listPlatformEnterprises, {})).toBe('NO_PERMISSION');
  expect(await refusal(member, getDirectory, {})).toBe('OK');
  expect(await refusal(self, getNewcomer, { newcomerId: 'a'.repeat(24) })).toBe('SWITCH_TO_ENTERPRISE');
  // the page of the roster is not theirs, whoever knows its address
  await as(operator.client, '/home', async (page) => {
    await page.goto('/company/employee');
    await page.getByRole('heading', { name: '没有访问权限' }).waitFor();
  });
}
