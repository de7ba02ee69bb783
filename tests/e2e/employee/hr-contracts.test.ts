import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { addEmployee, departEmployee, getEmployee } from '#core/employee/calls.ts';
import { dayAfter } from '#core/employee/warnings.ts';
import { getCompanyInfo } from '#core/realname/enterprise-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { enterpriseSigner, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { hrTemplate } from '#tests/fixtures/hr-templates.ts';
import { addMember, companyWithAdmin, newPerson, type Person } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { writtenDown } from '#tests/fixtures/written-down.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const RENEW = { 'zh-CN': '续签合同', 'zh-TW': '續簽合約', 'en-US': 'Renew contract' };
const TODAY = chinaDay(Date.now());

/** An enterprise with somebody for personnel. */
async function office() {
  const company = await companyWithAdmin();
  const clerk = await newPerson();
  await addMember(company.ent, clerk, ['HR']);
  return { ...company, clerk, hr: await signedIn(clerk, company.ent) };
}

/** An employee whose contract of a year ends in ten days; resolves to the id and the ID number. */
async function employ(hr: ApiClient, { name, mobile }: Pick<Person, 'name' | 'mobile'>) {
  const idNumber = newResidentId();
  const contractEnd = dayAfter(TODAY, 10);
  const { employeeId } = await hr.call(addEmployee, {
    personal: { realName: name, mobile, idType: 'RESIDENT_ID', idNumber },
    work: { entryDate: '2024-03-01', jobContent: '会计' },
    contract: { contractStart: dayAfter(contractEnd, -200), contractEnd },
  });
  return { employeeId, idNumber };
}

it('[2.6] the roster’s warning begins a batch that renews contracts: filled, previewed, sent', async () => {
  const { admin, hr } = await office();
  await hrTemplate(admin);
  const people = [
    { name: '阿依古丽', mobile: '17822220001' },
    { name: '库尔班江', mobile: '17822220002' },
  ];
  const employed = [await employ(hr, people[0]!), await employ(hr, people[1]!)];
  const { page, context, problems } = await newUser(browser);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await openAs(page, hr, '/company/employee?warning=CONTRACT_ENDS');
  await page.getByRole('row').filter({ hasText: '库尔班江' }).waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '续签合同' }).first().click();

  await page.getByRole('heading', { name: '续签劳动合同' }).waitFor();
  const chosen = page.getByRole('list', { name: '已选员工' });
  expect(await chosen.getByRole('listitem').count()).toBe(2);
  await page.getByRole('radio', { name: /^劳动合同书/ }).check();
  await screenshot(page, 'hr-start');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '下一步（批量 2 份）' }).click();

  const cell = (row: number, column: string) =>
    page.getByRole('textbox', { name: new RegExp(`^第 ${row} 行，.*${column}`) });
  for (const row of [1, 2]) {
    const name = await cell(row, '姓名').inputValue();
    const at = people.findIndex((one) => one.name === name);
    await expect.poll(() => cell(row, '手机号').inputValue()).toBe(people[at]!.mobile);
    await expect.poll(() => cell(row, '身份证号码').inputValue()).toBe(employed[at]!.idNumber);
    await expect.poll(() => cell(row, '起始日期').inputValue()).toBe(dayAfter(TODAY, 11));
  }
  await screenshot(page, 'hr-rows');

  // each contract as it will be
  await page.getByRole('link', { name: '预览' }).click();
  await page.getByText('第 1 份，共 2 份').waitFor();
  const shown = page.getByText(/^(阿依古丽|库尔班江)$/);
  const first = await shown.textContent();
  await page.locator('[data-page] canvas, [data-page] svg').first().waitFor();
  await screenshot(page, 'hr-preview');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '下一份' }).click();
  await page.getByText('第 2 份，共 2 份').waitFor();
  expect(await shown.textContent()).not.toBe(first);
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/batch/*');
  await expect
    .poll(async () => (await hr.call(listTasks, { box: 'startWithMe', scenario: 'HR' })).total)
    .toBe(2);
  const { records } = await hr.call(getEmployee, { employeeId: employed[0]!.employeeId });
  expect(records.filter(({ record }) => record === 'REVEALED')).toHaveLength(1);
  const told = [...employed.map(({ idNumber }) => idNumber), ...people.map(({ mobile }) => mobile)];
  // sent, filled and previewed: neither log nor table tells an ID number; a draft's room keeps what its people filled in
  const traces = await writtenDown(employed.map(({ idNumber }) => idNumber));
  expect(traces.filter((line) => !line.startsWith('room '))).toEqual([]);
  expect(addresses.filter((url) => told.some((one) => url.includes(one)))).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('a leaver’s certificate is filled from their data on a phone, offered where it makes sense', async () => {
  const { admin, hr } = await office();
  await hrTemplate(admin, '离职证明书');
  const { employeeId, idNumber } = await employ(hr, { name: '阿依古丽', mobile: '17822220003' });
  const { page, context, problems } = await newUser(browser, { width: 390, height: 844 });
  await openAs(page, hr, `/company/employee?employeeId=${employeeId}`);
  await page.getByRole('button', { name: '续签合同' }).waitFor();
  expect(await page.getByRole('button', { name: '开具离职证明' }).count()).toBe(0);
  await hr.call(departEmployee, { employeeId, departDate: TODAY });
  await page.reload();
  await page.getByRole('button', { name: '开具离职证明' }).click();
  await page.getByRole('heading', { name: '开具离职证明' }).waitFor();
  await page.getByRole('radio', { name: /^离职证明书/ }).check();
  expect(await wider(page)).toBe(0);
  await screenshot(page, 'hr-leaving-390');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '下一步' }).click();
  const form = page.getByRole('region', { name: '填写“离职证明书”' });
  await expect.poll(() => form.getByRole('textbox', { name: /^乙方身份证号码/ }).inputValue()).toBe(idNumber);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('says that the enterprise’s data could not be loaded, fills nothing, and does on a retry', async () => {
  const { admin, hr } = await office();
  await hrTemplate(admin);
  const { employeeId } = await employ(hr, { name: '阿依古丽', mobile: '17822220004' });
  for (const [language, width, said, again, next] of [
    ['zh-CN', 1440, '企业资料没有加载出来，合同还没有填写', '重试', '下一步'],
    ['zh-TW', 390, '企業資料沒有載入，合約尚未填寫', '再試一次', '下一步'],
    ['en-US', 390, 'The enterprise’s data could not be loaded', 'Try again', 'Next'],
  ] as const) {
    const user = await newUser(browser, { language, width });
    const { page, context } = user;
    await speak(user, language);
    await page.route(`**/ecapi${getCompanyInfo.path}*`, (route) =>
      route.fulfill({ json: { code: 500000, message: '', data: null, requestId: 'req-1' } }),
    );
    await openAs(page, hr, `/company/employee?employeeId=${employeeId}`);
    await page.getByRole('button', { name: RENEW[language] }).click();
    await page.getByRole('radio', { name: /^劳动合同书/ }).check();
    await page.getByRole('button', { name: next }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText(said, { exact: false }).waitFor();
    expect(await page.getByRole('region', { name: /劳动合同书/ }).count()).toBe(0);
    expect(await wider(page)).toBe(0);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `hr-own-failed-${language}-${width}`);
    await page.unroute(`**/ecapi${getCompanyInfo.path}*`);
    await alert.getByRole('button', { name: again }).press('Enter');
    const form = page.getByRole('region', { name: /劳动合同书/ });
    await expect.poll(() => form.getByRole('textbox', { name: /^乙方\*?$/ }).inputValue()).toBe('阿依古丽');
    await context.close();
  }
});

it('without the roster a sender chooses a template alone, and is told if there is none', async () => {
  const { ent } = await office();
  const operator = await newPerson();
  await addMember(ent, operator, ['SIGN_OPERATOR']);
  const sender = await signedIn(operator, ent);
  for (const [language, width] of [
    ['zh-TW', 390],
    ['en-US', 1440],
  ] as const) {
    const user = await newUser(browser, { language, width });
    await speak(user, language);
    await openAs(user.page, sender, '/hrcontract/startHRContract');
    await user.page
      .getByText(language === 'zh-TW' ? '沒有可用的人事範本' : 'No template for employment contracts')
      .waitFor();
    await user.page
      .getByText(language === 'zh-TW' ? '花名冊由人事和管理員維護' : 'The roster is kept by HR')
      .waitFor();
    expect(await wider(user.page)).toBe(0);
    expect(await flaws(user.page)).toEqual([]);
    await screenshot(user.page, `hr-start-${language}-${width}`);
    await user.context.close();
  }
});

it('an employee finds the contracts of every employer in one place, also after leaving', async () => {
  const { boss, ent, hr } = await office();
  const person = await newPerson();
  const { employeeId } = await employ(hr, person);
  const { planId: taskId } = await hr.call(
    sendTask,
    await taskToSend(
      hr,
      [
        enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile }),
        personSigner({ realName: person.name, mobile: person.mobile }),
      ],
      { taskName: '聘用合同', scenario: 'HR' },
    ),
  );
  // not a contract with an employer
  await hr.call(
    sendTask,
    await taskToSend(hr, [personSigner({ realName: person.name, mobile: person.mobile })], {
      taskName: '借款合同',
    }),
  );
  await hr.call(departEmployee, { employeeId, departDate: TODAY });
  for (const width of [1440, 390]) {
    const { page, context, problems } = await newUser(browser, { width });
    await openAs(page, await signedIn(person), '/account/hrContract');
    await page.getByText('聘用合同').first().waitFor();
    expect(await page.getByText('借款合同').count()).toBe(0);
    expect(await wider(page)).toBe(0);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `hr-own-${width}`);
    await page.goto(`/hrContract/previewContract?planId=${taskId}`);
    await page.getByRole('heading', { name: '聘用合同' }).waitFor();
    await page.locator('[data-page] canvas, [data-page] svg').first().waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  }
});
