import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { getDirectory } from '#core/company/directory-calls.ts';
import { listEmployees } from '#core/employee/calls.ts';
import { fillNewcomer, getNewcomer, listNewcomers, reviewNewcomer } from '#core/employee/newcomer-calls.ts';
import { listPlatformEnterprises } from '#core/platform/calls.ts';
import { getPlan, listPlans, sendPlan } from '#core/task/calls.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { decideAs, enableFlow, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { hrTemplate } from '#tests/fixtures/hr-templates.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { handedIn, onboarding } from '#tests/fixtures/newcomers.ts';
import { addMember, type Company, newPerson, type Person } from '#tests/fixtures/people.ts';
import { enterpriseSigner, personSigner, planFor } from '#tests/fixtures/plans.ts';
import { grantTo, newSealOf } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

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

/** An enterprise with everybody who takes part, its seal, its flow of approval and the template for its contracts. */
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
  const seal = await newSealOf(admin, ent.name);
  await grantTo(admin, seal.stampId, [clerk]);
  await enableFlow(admin, flowOf([node([approver.person.id])]));
  await hrTemplate(business.client);
  return {
    ...{ of, ent, boss, clerk, hr, admin, business, operator, approver, outside, newcomer, seal },
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
  const done = await deed(page);
  expect(problems).toEqual([]);
  await context.close();
  return done;
}

/** HR reviews and completes the file, and goes on to the first contract in the same act; resolves to the contract. */
async function employ({ of, hr, newcomer }: Cast): Promise<string> {
  const { newcomerId, detail: given } = await handedIn(of, newcomer);
  const pay = given.items.find(({ name }) => name === '约定工资')!;
  await hr.call(fillNewcomer, { newcomerId, version: given.version, values: { [pay.itemId]: '12000.00' } });
  const detail = await hr.call(getNewcomer, { newcomerId });
  await hr.call(reviewNewcomer, {
    newcomerId,
    version: detail.version,
    itemIds: detail.items.filter(({ state }) => state === 'TO_REVIEW').map(({ itemId }) => itemId),
    verdict: 'APPROVED',
    reason: '',
  });
  await as(hr, `/company/entry?newcomerId=${newcomerId}`, async (page) => {
    await page.getByRole('button', { name: '完成入职' }).click();
    const dialog = page.getByRole('dialog');
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
  const { records } = await hr.call(listPlans, { box: 'startWithMe', scenario: 'HR' });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ taskName: `劳动合同书 - ${newcomer.name}`, label: 'REVIEWING' });
  return records[0]!.planId;
}

/** Signs on the screen: the seal, or a drawn signature, by the signing password. */
async function signOnScreen(page: Page, by: 'seal' | 'hand'): Promise<void> {
  await page.getByRole('button', { name: /^全部放上/ }).click();
  if (by === 'hand') {
    const board = page.locator('canvas[data-ready="true"]');
    const box = (await board.boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 80);
    await page.mouse.down();
    for (let i = 0; i <= 12; i++)
      await page.mouse.move(box.x + 40 + i * 8, box.y + 80 - Math.sin(i / 2) * 40);
    await page.mouse.up();
    await page.getByRole('button', { name: '使用这个签名' }).click();
  }
  await page.getByRole('button', { name: /^使用.*签署$/ }).click();
  const password = page.getByRole('textbox', { name: '签署密码' });
  await password.fill(DEMO.signPassword);
  await password.press('Enter');
}

/** The operator sends a second contract to somebody outside, who sees it wait until it is withdrawn. */
async function withdraw({ ent, operator, approver, outside, outsider }: Cast): Promise<string> {
  const { person, client } = operator;
  const { planId } = await client.call(
    sendPlan,
    await planFor(
      client,
      [
        enterpriseSigner(ent, { realName: person.name, mobile: person.mobile }),
        personSigner({ realName: outside.name, mobile: outside.mobile }),
      ],
      { taskName: '顾问合同' },
    ),
    once(),
  );
  await decideAs(approver.client, planId, 'PASS');
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
  return planId;
}

/** Which contracts somebody is shown, in whatever list. */
const seen = async (client: ApiClient) =>
  (await client.call(listPlans, { box: 'all', dataRange: 'ALL', size: 100 })).records.map(
    ({ planId }) => planId,
  );

it('[0.1b] [1.1a] takes a contract from onboarding and a template to approval, signatures and download, a second one to its withdrawal; each of eight sees what is theirs', async () => {
  const all = await cast();
  const { ent, hr, admin, business, approver, platform, newcomer, seal } = all;
  // the administrator has the seal with its certificate, the business administrator the template
  await as(admin, '/company/seal', (page) => page.getByText(seal.name).first().waitFor());
  await as(business.client, '/company/frontTemplateFile', (page) =>
    page.getByText('劳动合同书').first().waitFor(),
  );
  await as(platform, '/platform/enterprise', async (page) => {
    await page.getByRole('textbox').first().fill(ent.name);
    await page.keyboard.press('Enter');
    await page.getByText(ent.name).first().waitFor();
  });

  const contract = await employ(all);
  await as(approver.client, '/contract/approval', async (page) => {
    const row = page.getByRole('row').filter({ hasText: newcomer.name });
    await row.getByText('查看', { exact: true }).click();
    // the list has a button of nearly the same name
    await page.waitForURL('**/contract/examine?**');
    await page.getByRole('heading', { name: newcomer.name }).waitFor();
    await page.getByRole('button', { name: '通过', exact: true }).click();
    await page.getByRole('dialog', { name: '通过这份合同？' }).getByRole('button', { name: '通过' }).click();
    await page.getByText('审批已通过，合同已发起签署。').waitFor();
  });
  const second = await withdraw(all);

  await addMember(ent, newcomer, ['EMPLOYEE']);
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
}, 300_000);

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
    for (const planId of both.filter((one) => !contracts.some((own) => own === one)))
      expect(await refusal(client, getPlan, { planId }), name).toBe('NOT_FOUND');
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
