import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDepartment } from '#core/company/department-calls.ts';
import { addEmployee, getEmployee, listEmployees } from '#core/employee/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Types a day into a date field, digit by digit as the keyboard does: 20240301. */
async function typeDay(page: Page, field: string, digits: string): Promise<void> {
  await page.locator(`[data-field="${field}"]`).getByRole('spinbutton').first().focus();
  await page.keyboard.type(digits);
}

/** Shows a tab and waits until it is drawn. */
async function showTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

/** What stands beside a name among the facts. */
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** The tabs of contact and contract: what is refused, and what stands there after it was saved. */
async function fillContactAndContract(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await showTab(page, '联系方式');
  await button(page, '编辑').click();
  await dialog.getByLabel('与员工关系').fill('父亲');
  await button(page, '保存').click();
  await dialog.getByText('请同时填写联系人姓名和电话').first().waitFor();
  await dialog.getByLabel('联系人姓名').fill('买买提·吐尔逊');
  await dialog.getByLabel('联系人电话').fill('13911112222');
  await button(page, '保存').click();
  await expect.poll(() => fact(page, '联系人电话').textContent()).toBe('139****2222');

  await showTab(page, '合同信息');
  await button(page, '编辑').click();
  await typeDay(page, 'contract.contractStart', '20240301');
  await typeDay(page, 'contract.contractEnd', '20270228');
  await button(page, '保存').click();
  await expect.poll(() => fact(page, '合同到期日').textContent()).toBe('2027-02-28');
}

it('[3.2b] HR puts somebody on the roster, looks after every tab of theirs, and enters that they left', async () => {
  const [boss, clerk, guest] = [await newPerson(), await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  await addMember(ent, guest, ['EMPLOYEE']);
  const hr = await signedIn(clerk, ent);
  const { page, problems } = await newUser(browser);
  await hr.call(addDepartment, { parentId: '', name: '市场部' });
  await openAs(page, await signedIn(clerk, ent), '/company/employee');
  await said(page, '花名册还没有员工');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'roster-empty');

  await button(page, '添加员工').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('姓名').waitFor();
  await button(dialog, '添加').click();
  await dialog.getByText('请选择正确的日期').waitFor();
  const idNumber = newResidentId();
  await dialog.getByLabel('姓名').fill(guest.name);
  await dialog.getByLabel('手机号码').fill(guest.mobile);
  await dialog.getByLabel('证件号码').fill(`${idNumber.slice(0, 17)}${idNumber.at(-1) === '1' ? '2' : '1'}`);
  await typeDay(page, 'work.entryDate', '20240301');
  await dialog.getByRole('combobox', { name: '部门' }).fill('市场');
  await page.getByRole('option', { name: '市场部' }).click();
  await button(dialog, '添加').click();
  await dialog.getByText('证件号码与所选证件类型不符，请检查').waitFor();
  await screenshot(page, 'roster-add');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByLabel('证件号码').fill(idNumber);
  await button(dialog, '添加').click();

  // Their own page opens, with what is personal masked.
  await page.getByRole('heading', { level: 1, name: guest.name }).waitFor();
  const { records } = await hr.call(listEmployees, {});
  const employeeId = records[0]!.employeeId;
  await expect.poll(() => fact(page, '手机号码').textContent()).toBe(`166****${guest.mobile.slice(-4)}`);
  // [6.2a] What the member may do is for those who look after people.
  await said(page, '登录账号、角色和印章权限由企业管理员和业务管理员查看');
  expect(await fact(page, '登录账号').count()).toBe(0);
  await button(page, '查看完整信息').click();
  await expect.poll(() => fact(page, '证件号码').textContent()).toBe(idNumber);
  await button(page, '隐藏').click();
  await expect.poll(() => fact(page, '证件号码').textContent()).toMatch(/^1\*{15}..$/);
  await page
    .getByLabel('学历证书', { exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name: 'degree.png', mimeType: 'image/png', buffer: Buffer.from(plainPng(320, 200)) });
  await said(page, '已上传，320 × 200 像素');
  await button(page, '查看').click();
  await page.getByRole('dialog').getByRole('img', { name: '学历证书' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'employee-personal');

  await showTab(page, '工作信息');
  await expect.poll(() => fact(page, '入职日期').textContent()).toBe('2024-03-01');
  await button(page, '编辑').click();
  await typeDay(page, 'work.regularDate', '20240229');
  await button(page, '保存').click();
  await dialog.getByText('转正日期不能早于入职日期').waitFor();
  await typeDay(page, 'work.regularDate', '20240601');
  await dialog.getByLabel('工作地点').fill('乌鲁木齐');
  await button(page, '保存').click();
  await expect.poll(() => fact(page, '转正日期').textContent()).toBe('2024-06-01');
  await expect.poll(() => fact(page, '工作地点').textContent()).toBe('乌鲁木齐');

  await showTab(page, '薪资与社保');
  await button(page, '编辑').click();
  await dialog.getByLabel('工资卡号').fill('6222021001116245703');
  await dialog.getByLabel('工资（元）', { exact: true }).fill('12,000');
  await button(page, '保存').click();
  await dialog.getByText('请输入正确的银行卡号').waitFor();
  await dialog.getByLabel('工资卡号').fill('6222 0210 0111 6245 702');
  await dialog.getByLabel('开户银行').fill('工商银行');
  await button(page, '保存').click();
  await expect.poll(() => fact(page, '工资卡号').textContent()).toMatch(/^\*{15}5702$/);
  await expect.poll(() => fact(page, '工资（元）').textContent()).toBe('****');
  await button(page, '查看完整信息').click();
  await expect.poll(() => fact(page, '工资（元）').textContent()).toBe('12000.00');

  await fillContactAndContract(page);

  await showTab(page, '操作记录');
  // To edit is to look once, and nothing is looked at again unasked.
  const { records: deeds } = await hr.call(getEmployee, { employeeId });
  expect(deeds.map(({ record, remark }) => [record, remark].join(' ').trim()).reverse()).toEqual([
    'ADDED',
    'REVEALED PERSONAL',
    'IMAGE_ADDED EDUCATION',
    'IMAGE_VIEWED EDUCATION',
    'CHANGED WORK',
    'REVEALED SALARY',
    'CHANGED SALARY',
    'REVEALED SALARY',
    'REVEALED CONTACT',
    'CHANGED CONTACT',
    'CHANGED CONTRACT',
  ]);
  await said(page, '查看了完整的薪资与社保');
  await said(page, '查看了学历证书');
  await screenshot(page, 'employee-records');

  await button(page, '办理离职').click();
  await dialog.getByText('该员工仍是企业成员').waitFor();
  await dialog.getByLabel('离职原因').fill('个人原因');
  await screenshot(page, 'employee-depart');
  await dialog.getByRole('button', { name: '办理离职' }).click();
  await said(page, `已办理“${guest.name}”的离职`);
  await button(page, '撤销离职').waitFor();
  expect((await hr.call(getEmployee, { employeeId })).state).toBe('DEPARTED');

  await button(page, '返回花名册').click();
  await said(page, '花名册还没有员工');
  await showTab(page, '离职');
  const row = page.getByRole('row').filter({ hasText: guest.name });
  await row.getByText('仍是企业成员').waitFor();
  await screenshot(page, 'roster-departed');
  expect(problems).toEqual([]);
});

it('[3.2a] [3.2b] [6.8a] a phone shows the roster as cards and the same tabs; a member without the role is led away', async () => {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['EMPLOYEE']);
  const admin = await signedIn(boss, ent);
  const { employeeId } = await admin.call(addEmployee, {
    personal: {
      realName: '阿依古丽·买买提',
      mobile: clerk.mobile,
      idType: 'RESIDENT_ID',
      idNumber: newResidentId(),
    },
    work: { entryDate: '2024-03-01', jobContent: '区域销售' },
  });
  const { page } = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(page, admin, '/company/employee');
  await said(page, '阿依古丽·买买提');
  await screenshot(page, 'roster-phone');
  expect(await flaws(page)).toEqual([]);
  await button(page, '详情').click();
  await page.getByRole('heading', { level: 1, name: '阿依古丽·买买提' }).waitFor();
  await expect.poll(() => fact(page, '登录账号').textContent()).toBe(clerk.loginName);
  await expect.poll(() => fact(page, '角色').textContent()).toBe('员工');
  await screenshot(page, 'employee-phone');
  // All tabs can be seen: none lies beyond the edge.
  expect(await page.getByRole('tablist').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await showTab(page, '薪资与社保');
  await button(page, '编辑').click();
  await page.getByLabel('工资卡号').waitFor();
  await screenshot(page, 'employee-edit-phone');
  expect(await flaws(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const other = await newUser(browser);
  await openAs(other.page, await signedIn(clerk, ent), '/home');
  await other.page.goto(`/company/employee?employeeId=${employeeId}`);
  await said(other.page, '您没有访问此页面的权限，请联系管理员');
  expect(await other.page.getByText('阿依古丽').count()).toBe(0);
});
