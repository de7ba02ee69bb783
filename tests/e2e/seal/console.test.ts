import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { listOrders } from '#core/certificate/calls.ts';
import { answerSimulatedOrder, holdSimulatedOrders } from '#core/certificate/sim-calls.ts';
import { saveApplyJoinEnt } from '#core/company/calls.ts';
import { addDepartment } from '#core/company/department-calls.ts';
import { getEmployee, listEmployees } from '#core/employee/calls.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { press, said } from '#tests/e2e/page.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, type Company, memberRow, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId, newSalary } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { certified, endCertificateAt, inList } from '../../api/seal/seals.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

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

it('the console’s menu leads an administrator to people, seals, certificates and information', async () => {
  const { page, problems, context } = await member(['ENT_ADMIN']);
  await consoleMenuHolds(page, Object.keys(PATHS));
  for (const [title, path] of Object.entries(PATHS)) {
    await page.locator('aside').getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('who keeps seals gets the console’s seals and certificates, others its information only', async () => {
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

const dialogOf = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** What stands beside a name among the facts. */
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Opens a page of the console by its entry in the menu. */
async function show(page: Page, title: string): Promise<void> {
  await page.locator('aside').getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** An action of a row, from the row itself or from its menu. */
async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.waitFor();
  const inline = row.getByRole('button', { name: action, exact: true });
  if (await inline.count()) return inline.click();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Types a day into a date field, digit by digit as the keyboard does: 20240301. */
async function typeDay(page: Page, field: string, digits: string): Promise<void> {
  await page.locator(`[data-field="${field}"]`).getByRole('spinbutton').first().focus();
  await page.keyboard.type(digits);
}

/** Join review and people: somebody is let in, and may then more. */
async function lookAfterPeople(page: Page, ent: Company): Promise<void> {
  const joiner = await newPerson();
  const asking = await signedIn(joiner);
  await asking.call(saveApplyJoinEnt, { entId: ent.id, applyReason: '新同事' });
  await show(page, '加入审核');
  await act(page, rowOf(page, joiner.name), '审核');
  await press(dialogOf(page), '通过');
  await said(page, `${joiner.name} 已加入企业`);
  expect((await memberRow(ent, joiner))?.roles).toEqual(['EMPLOYEE']);
  await said(page, '没有加入申请');
  await page.getByRole('tab', { name: '已审核' }).click();
  await rowOf(page, joiner.name).getByText('已通过').waitFor();
  await show(page, '人员管理');
  await act(page, rowOf(page, joiner.name), '修改权限');
  await dialogOf(page)
    .getByRole('checkbox', { name: /^印章管理员/ })
    .check();
  await press(dialogOf(page), '保存');
  await said(page, `已修改 ${joiner.name} 的权限`);
  expect((await memberRow(ent, joiner))?.roles.toSorted()).toEqual(['EMPLOYEE', 'SEAL_ADMIN']);
}

/** Seals, certificate update and certificate orders: made, certified, renewed, and the order refreshed to its end. */
async function lookAfterSeals(page: Page, ent: Company, admin: ApiClient): Promise<void> {
  const name = `合同专用章${Date.now() % 100_000}`;
  await show(page, '印章管理');
  await page.getByRole('button', { name: '新建印章' }).first().click();
  await page.getByRole('img', { name: '印章预览' }).waitFor();
  await page.getByLabel('印章名称').last().fill(name);
  await press(page, '保存印章');
  await said(page, `印章“${name}”已创建`);
  await act(page, rowOf(page, name), '申请证书');
  await press(page, '提交申请');
  await rowOf(page, name).getByText('申请成功').waitFor();
  const { stampId } = (await inList(admin, name))[0]!;
  expect(await certified(admin, stampId)).toBe('SUCCESS');

  await endCertificateAt(stampId, Date.now() + 20 * 86_400_000);
  await admin.call(holdSimulatedOrders, { organization: ent.name, hold: true });
  await show(page, '证书更新');
  await rowOf(page, name).getByText('待更新').waitFor();
  await act(page, rowOf(page, name), '更新');
  await press(dialogOf(page), '确认更新');
  await said(page, '已提交 1 张证书的更新');
  await rowOf(page, name).getByText('更新中').waitFor();

  await show(page, '证书订单');
  const orders = async () => (await admin.call(listOrders, {})).records;
  const renewal = (await orders()).find(({ kind }) => kind === 'RENEW')!;
  await rowOf(page, renewal.orderNumber).getByText('办理中').first().waitFor();
  await admin.call(answerSimulatedOrder, { orderId: renewal.orderId, answer: 'ISSUED' });
  await act(page, rowOf(page, renewal.orderNumber), '刷新');
  await rowOf(page, renewal.orderNumber).getByText('已完成').waitFor();
  await show(page, '证书更新');
  await rowOf(page, name).getByText('有效').waitFor();
}

async function addField(page: Page, name: string): Promise<void> {
  await show(page, '入职字段');
  await press(page.getByRole('main'), '添加预设字段');
  await said(page, '已添加 23 个预设字段');
  await press(page.getByRole('main'), '新增字段');
  await dialogOf(page).getByLabel('字段名称').fill(name);
  await press(dialogOf(page), '保存');
  await said(page, `已新增“${name}”`);
}

/** Onboarding: a newcomer is added, who gets the link. */
async function takeOn(page: Page): Promise<void> {
  await show(page, '入职管理');
  await said(page, '没有待审核的新员工');
  await page.getByRole('button', { name: '添加新员工' }).first().click();
  await dialogOf(page).getByRole('textbox', { name: /^姓名/ }).fill('林新人');
  await dialogOf(page)
    .getByRole('textbox', { name: /^手机号码/ })
    .fill(newMobile());
  await dialogOf(page)
    .getByRole('textbox', { name: /^证件号码/ })
    .fill(newResidentId());
  await press(dialogOf(page), '添加并发送链接');
  await said(page, '已添加 1 人，链接将以短信发送');
  await page.getByRole('tab', { name: /^待收集/ }).click();
  await page.getByText('林新人').first().waitFor();
}

/** Puts somebody on the roster and edits each tab of theirs; their id. */
async function fillTabs(page: Page, admin: ApiClient): Promise<string> {
  await show(page, '花名册');
  await page.getByRole('button', { name: '添加员工', exact: true }).first().click();
  await dialogOf(page).getByLabel('姓名').fill('阿依古丽');
  await dialogOf(page).getByLabel('手机号码').fill(newMobile());
  await dialogOf(page).getByLabel('证件号码').fill(newResidentId());
  await typeDay(page, 'work.entryDate', '20240301');
  await press(dialogOf(page), '添加');
  await page.getByRole('heading', { level: 1, name: '阿依古丽' }).waitFor();
  const edit = async (tab: string, values: Record<string, string>) => {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await press(page, '编辑');
    for (const [label, text] of Object.entries(values)) {
      if (label.includes('.')) await typeDay(page, label, text);
      else await dialogOf(page).getByLabel(label, { exact: true }).fill(text);
    }
    await press(dialogOf(page), '保存');
    await said(page, `${tab}已保存`);
    await closed(page);
  };
  await edit('个人信息', { 邮箱: 'ayi@example.com' });
  await edit('工作信息', { 工作地点: '乌鲁木齐' });
  await expect.poll(() => fact(page, '工作地点').textContent()).toBe('乌鲁木齐');
  await edit('薪资与社保', { '工资（元）': newSalary() });
  await expect.poll(() => fact(page, '工资（元）').textContent()).toBe('****');
  await edit('联系方式', { 联系人姓名: '买买提', 联系人电话: '13911112222', 与员工关系: '父亲' });
  await expect.poll(() => fact(page, '联系人电话').textContent()).toBe('139****2222');
  await edit('合同信息', { 'contract.contractStart': '20240301', 'contract.contractEnd': '20990228' });
  await expect.poll(() => fact(page, '合同到期日').textContent()).toBe('2099-02-28');
  const { employeeId } = (await admin.call(listEmployees, {})).records[0]!;
  const kept = await admin.call(getEmployee, { employeeId });
  expect(kept.records.map(({ record, remark }) => `${record} ${remark}`)).toEqual(
    expect.arrayContaining(
      ['PERSONAL', 'WORK', 'SALARY', 'CONTACT', 'CONTRACT'].map((tab) => `CHANGED ${tab}`),
    ),
  );
  return employeeId;
}

/** Moves that employee, brings another by a sheet, and ends the employment, which the list of departed ones shows. */
async function moveImportAndEnd(page: Page, admin: ApiClient, employeeId: string): Promise<void> {
  await show(page, '花名册');
  await rowOf(page, '阿依古丽').getByRole('checkbox').check();
  await page.getByRole('button', { name: '调动', exact: true }).first().click();
  await dialogOf(page).getByRole('combobox', { name: '调入部门' }).fill('市场');
  await page.getByRole('option', { name: '市场部' }).click();
  await press(dialogOf(page), '调动');
  await said(page, '已调动 1 人');
  expect((await admin.call(listEmployees, {})).records[0]?.department).toEqual(['市场部']);

  await press(page, '批量导入');
  const saving = page.waitForEvent('download');
  await press(page, '下载导入模板');
  const file = new Uint8Array(await readFile(await (await saving).path()));
  const { head } = await readSheet(file, { rows: 5, columns: 40 });
  const cells: Record<string, string> = {
    '姓名 *': '古丽娜尔',
    '手机号码 *': newMobile(),
    '证件类型 *': '居民身份证',
    '证件号码 *': newResidentId(),
    '入职日期 *': '2024/3/1',
  };
  const sheet = await writeSheet({
    name: '花名册',
    columns: head.map((title) => ({ title, width: 20 })),
    rows: [['示例', '示例', '13800000000'], head.map((title) => cells[title] ?? '')],
    toFill: { rows: 20 },
  });
  await dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: '花名册.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(sheet),
    });
  await press(page, '导入 1 人');
  await page.getByRole('heading', { level: 1, name: '导入记录' }).waitFor();
  await page.getByRole('row').getByText('已完成').waitFor();
  expect((await admin.call(listEmployees, {})).records.map(({ realName }) => realName).toSorted()).toEqual([
    '古丽娜尔',
    '阿依古丽',
  ]);

  await show(page, '花名册');
  await act(page, rowOf(page, '阿依古丽'), '详情');
  await press(page, '办理离职');
  await press(dialogOf(page), '办理离职');
  await page.getByRole('button', { name: '撤销离职' }).waitFor();
  expect((await admin.call(getEmployee, { employeeId })).state).toBe('DEPARTED');
  await show(page, '花名册');
  await rowOf(page, '古丽娜尔').waitFor();
  await rowOf(page, '阿依古丽').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: '离职' }).click();
  await rowOf(page, '阿依古丽').waitFor();
}

/** Address book: colleagues by department, and the contacts that the enterprise keeps. */
async function keepAddresses(page: Page, boss: string): Promise<void> {
  await show(page, '通讯录');
  await page.getByRole('listbox', { name: '同事' }).getByRole('option').filter({ hasText: boss }).waitFor();
  await show(page, '联系人');
  await said(page, /已同步/);
  await page.getByRole('main').getByRole('button', { name: '添加联系人' }).first().click();
  await dialogOf(page).getByRole('radio', { name: '个人' }).check();
  await dialogOf(page).getByLabel('姓名').fill('沈月');
  await dialogOf(page).getByLabel('电话').fill('13800138001');
  await press(dialogOf(page), '保存');
  await closed(page);
  await page.getByRole('option').filter({ hasText: '沈月' }).waitFor();
}

/** Template management: a role, a field, a file, and in that one who signs. */
async function keepTemplates(page: Page): Promise<void> {
  await show(page, '模板角色');
  await press(page, '新增角色');
  await dialogOf(page).getByLabel('签署角色').fill('采购方');
  await dialogOf(page)
    .getByRole('button', { name: /角色类型/ })
    .click();
  await page.getByRole('option', { name: '企业' }).click();
  await dialogOf(page).getByLabel('备注').fill('付款的一方');
  await press(dialogOf(page), '保存');
  await said(page, '已新增“采购方”');
  await show(page, '模板字段');
  await press(page, '新增字段');
  const line = dialogOf(page).getByRole('listitem', { name: '第 1 个字段' });
  await line.getByLabel('字段名称').fill('税率');
  await line.getByRole('button', { name: /字段类型/ }).click();
  await page.getByRole('option', { name: '文本' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await line.getByRole('spinbutton', { name: '字段长度' }).fill('10');
  await press(dialogOf(page), '保存');
  await said(page, '已新增“税率”');
  await show(page, '模板文件');
  await page.getByRole('button', { name: '新建模板' }).first().click();
  await dialogOf(page).getByLabel('模板名称').fill('采购合同');
  await dialogOf(page)
    .getByRole('button', { name: /业务类型/ })
    .click();
  await page.getByRole('option', { name: '采购合同' }).click();
  await dialogOf(page).getByLabel('网页模板').check();
  await press(dialogOf(page), '保存');
  await said(page, '已新增“采购合同”');
  await closed(page);
  await page.getByRole('link', { name: '采购合同' }).click();
  await page.waitForURL('**/company/frontTemplateFile/webTemplate?id=*');
  const panel = page.getByRole('complementary', { name: '模板内容' });
  await panel.getByRole('tab', { name: /^签署方/ }).click();
  await press(panel, '新增签署方');
  await dialogOf(page).getByRole('combobox', { name: '签署角色' }).fill('采购方');
  await dialogOf(page).getByRole('radio', { name: '企业' }).check();
  await press(dialogOf(page), '保存');
  await closed(page);
  await panel.getByText('采购方').first().waitFor();
}

it('[2.14] [1.10a] [2.18b] each page of the console is reached by the menu and does its work', async () => {
  const boss = await newPerson();
  const ent = await newCompany(boss, { isBiz: true });
  const admin = await signedIn(boss, ent);
  await admin.call(addDepartment, { parentId: '', name: '市场部' });
  const { page, problems, context } = await newUser(browser);
  await openAs(page, admin, '/company/info');
  // Its information, and the way to change it.
  await page.getByText(ent.id).waitFor();
  await expect.poll(() => fact(page, '企业名称').textContent()).toBe(ent.name);
  const again = await page.getByRole('link', { name: '重新认证' }).getAttribute('href');
  expect(again).toContain(`entId=${ent.id}`);
  await lookAfterPeople(page, ent);
  await lookAfterSeals(page, ent, admin);
  // Before there are fields for newcomers: a sheet of employees asks for those, too.
  const employeeId = await fillTabs(page, admin);
  await moveImportAndEnd(page, admin, employeeId);
  await addField(page, '民族');
  await takeOn(page);
  await keepAddresses(page, boss.name);
  await keepTemplates(page);
  await screenshot(page, 'console-template');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
