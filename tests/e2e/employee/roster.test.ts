import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { addDepartment } from '#core/company/department-calls.ts';
import { addEmployee, getEmployee, listEmployees, uploadEmployeeImage } from '#core/employee/calls.ts';
import { dayAfter } from '#core/employee/warnings.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { said } from '#tests/e2e/page.ts';
import { maskedMobile } from '#tests/fixtures/new-number.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId, newSalary } from '#tests/fixtures/personal-values.ts';
import { blobOf, plainPng } from '#tests/fixtures/pictures.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** A photo of `width` by `height` pixels, as a camera's file. */
const photo = (page: Page, width: number, height: number) =>
  page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w!, h!);
      canvas.getContext('2d')!.fillRect(0, 0, w! / 2, h!);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height],
  );

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

it('[3.2b] HR puts somebody on the roster, looks after each tab, and enters that they left', async () => {
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
  await expect.poll(() => fact(page, '手机号码').textContent()).toBe(maskedMobile(guest.mobile));
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
  await dialog.getByLabel('工资（元）', { exact: true }).fill('8,675,120.25');
  await button(page, '保存').click();
  await dialog.getByText('请输入正确的银行卡号').waitFor();
  await dialog.getByLabel('工资卡号').fill('6222 0210 0111 6245 702');
  await dialog.getByLabel('开户银行').fill('工商银行');
  await button(page, '保存').click();
  await expect.poll(() => fact(page, '工资卡号').textContent()).toMatch(/^\*{15}5702$/);
  await expect.poll(() => fact(page, '工资（元）').textContent()).toBe('****');
  await button(page, '查看完整信息').click();
  await expect.poll(() => fact(page, '工资（元）').textContent()).toBe('8675120.25');

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
  // HR is not told whether the member is the person on the roster: that shows itself when the employment has ended.
  expect(await dialog.getByRole('checkbox', { name: /同时移除企业成员身份/ }).isChecked()).toBe(true);
  await dialog.getByText('其实名身份与花名册一致', { exact: false }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await dialog.getByLabel('离职原因').fill('个人原因');
  await screenshot(page, 'employee-depart');
  await dialog.getByRole('button', { name: '办理离职' }).click();
  await said(page, `已办理“${guest.name}”的离职。企业成员身份仍保留，已通知管理员移除`);
  await button(page, '撤销离职').waitFor();
  expect((await hr.call(getEmployee, { employeeId })).state).toBe('DEPARTED');

  await button(page, '返回花名册').click();
  await said(page, '花名册还没有员工');
  await showTab(page, '离职');
  const row = page.getByRole('row').filter({ hasText: guest.name });
  await row.getByText('仍是企业成员').waitFor();
  await screenshot(page, 'roster-departed');
  expect(await problemsLeft(problems)).toEqual([]);
});

it('[3.2a] [3.2b] [6.8a] a phone shows roster cards and tabs; without the role one is led away', async () => {
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

it('other papers are added by keyboard, warned of, changed and removed, in three languages', async () => {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  const hr = await signedIn(clerk, ent);
  const { employeeId } = await hr.call(addEmployee, {
    personal: {
      realName: 'Gul Nar',
      mobile: clerk.mobile,
      idType: 'RESIDENT_ID',
      idNumber: newResidentId(),
    },
    work: { entryDate: '2024-03-01' },
  });
  const past = { name: 'Work permit', expiry: dayAfter(chinaDay(Date.now()), -1) };
  await hr.call(uploadEmployeeImage, { employeeId, kind: 'PAPER', ...past, file: blobOf(plainPng()) });
  const soon = dayAfter(chinaDay(Date.now()), 20);

  const { page, context, problems } = await newUser(browser);
  await openAs(page, hr, `/company/employee?employeeId=${employeeId}`);
  const papers = page.getByRole('region', { name: '其他证件' });
  const dialog = page.getByRole('dialog');
  await papers.getByText('其他证件已过期').waitFor();
  await button(papers, '添加证件').focus();
  await page.keyboard.press('Enter');
  await button(dialog, '添加').waitFor();
  await button(dialog, '添加').focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('请填写证件名称，最多 20 个字').waitFor();
  await dialog.getByLabel('证件名称').fill(past.name);
  await typeDay(page, 'expiry', soon.replaceAll('-', ''));
  await button(dialog, '添加').click();
  await dialog.getByText('已有同名证件').waitFor();
  await dialog.getByLabel('证件名称').fill('Health certificate');
  await button(dialog, '添加').click();
  await dialog.getByText('请选择图片').first().waitFor();
  const choose = (name: string, bytes: string | number[]) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes as string) });
  await choose('paper.pdf', '%PDF-1.7');
  await dialog.getByText('材料不能上传 PDF', { exact: false }).waitFor();
  await choose('paper.png', '<script>1</script>');
  await dialog.getByText('只支持 png、jpg、jpeg 格式的图片', { exact: false }).waitFor();
  // As a camera of 40 megapixels makes it.
  await choose('photo.jpg', await photo(page, 8000, 5000));
  await dialog.getByText('已选择 photo.jpg').waitFor();
  expect(await dialog.getByLabel('证件名称').inputValue()).toBe('Health certificate');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'employee-paper-add');
  await button(dialog, '添加').click();
  await said(page, '已添加“Health certificate”');
  const line = papers.getByRole('listitem').filter({ hasText: 'Health certificate' });
  await line.getByText(`有效期至 ${soon}`).waitFor();
  await line.getByText('其他证件 30 天内到期').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'employee-papers');
  await button(line, 'Health certificate：查看').click();
  await dialog.getByRole('img', { name: 'Health certificate' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { images } = await hr.call(getEmployee, { employeeId });
  expect(images.map(({ name, expiry, width }) => [name, expiry, width])).toEqual([
    [past.name, past.expiry, expect.any(Number)],
    ['Health certificate', soon, 2_400],
  ]);

  // Found by their warning on the roster; the wider date of a renewed one ends it.
  await page.goto('/company/employee?warning=PAPER_ENDED');
  await page.getByRole('row').filter({ hasText: 'Gul Nar' }).getByText('其他证件已过期').waitFor();
  await screenshot(page, 'roster-papers');
  await page.goto(`/company/employee?employeeId=${employeeId}`);
  await button(papers, 'Work permit：修改').click();
  await typeDay(page, 'expiry', '20991231');
  await button(dialog, '保存').click();
  await said(page, '已保存“Work permit”');
  await papers.getByText('有效期至 2099-12-31').waitFor();
  await expect.poll(() => page.getByText('其他证件已过期').count()).toBe(0);
  await button(papers, 'Work permit：删除').click();
  await button(page.getByRole('alertdialog'), '删除').click();
  await expect.poll(() => papers.getByRole('listitem').count()).toBe(1);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  for (const [language, name, width, colorScheme] of [
    ['zh-CN', '其他证件', 390, 'dark'],
    ['zh-TW', '其他證件', 390, 'light'],
    ['en-US', 'Other papers', 390, 'dark'],
    ['en-US', 'Other papers', 1440, 'light'],
  ] as const) {
    const user = await newUser(browser, { language, width, colorScheme });
    await speak(user, language);
    await openAs(user.page, hr, `/company/employee?employeeId=${employeeId}`);
    const region = user.page.getByRole('region', { name });
    await region.getByText(soon, { exact: false }).waitFor();
    if (language === 'en-US') expect(await region.textContent()).not.toMatch(/\p{Script=Han}/u);
    expect(await user.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await flaws(user.page)).toEqual([]);
    await screenshot(user.page, `employee-papers-${language}-${width}`);
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  }
});

it('the administrator takes HR’s right to salaries, by keyboard; HR reads a sentence instead', async () => {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  const admin = await signedIn(boss, ent);
  const { employeeId } = await admin.call(addEmployee, {
    personal: {
      realName: '古丽娜尔',
      mobile: '17300000001',
      idType: 'RESIDENT_ID',
      idNumber: newResidentId(),
    },
    work: { entryDate: '2024-03-01' },
    salary: { salary: newSalary() },
  });
  const { page } = await newUser(browser);
  await openAs(page, admin, '/company/person');
  const row = page.getByRole('row').filter({ hasText: clerk.name });
  await row.getByRole('button', { name: '修改权限' }).click();
  const right = page.getByRole('dialog').getByLabel('可以查看和修改薪资与社保');
  await right.focus();
  expect(await right.isChecked()).toBe(true);
  await page.keyboard.press('Space');
  expect(await right.isChecked()).toBe(false);
  await screenshot(page, 'person-salary-right');
  expect(await flaws(page)).toEqual([]);
  await button(page.getByRole('dialog'), '保存').click();
  await row.getByText('人事（不含薪资）').waitFor();

  const hr = await signedIn(clerk, ent);
  for (const [language, tab, sentence, exporting, personal] of [
    ['zh-CN', '薪资与社保', '您没有查看和修改薪资与社保的权限', '导出', '个人信息'],
    ['zh-TW', '薪資與社保', '您沒有檢視和修改薪資與社保的權限', '匯出', '個人資訊'],
    [
      'en-US',
      'Salary and social insurance',
      'You may not see or change salary and social insurance',
      'Export',
      'Personal',
    ],
  ] as const) {
    const user = await newUser(browser, { width: 390, height: 844 });
    await speak(user, language);
    await openAs(user.page, hr, `/company/employee?employeeId=${employeeId}&section=SALARY`);
    await user.page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await said(user.page, sentence);
    await screenshot(user.page, `salary-withheld-${language}`);
    await user.page.goto('/company/employee');
    await button(user.page, exporting).click();
    const dialog = user.page.getByRole('dialog');
    await dialog.getByText(sentence).waitFor();
    await dialog.getByLabel(personal).waitFor();
    expect(await dialog.getByLabel(tab).count()).toBe(0);
    await screenshot(user.page, `salary-withheld-export-${language}`);
    expect(await flaws(user.page)).toEqual([]);
  }
});
