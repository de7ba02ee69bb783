import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDepartment, headDepartment, placePersons } from '#core/company/department-calls.ts';
import { getDirectory } from '#core/company/directory-calls.ts';
import { maskMobile } from '#core/identity/mask.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('shows colleagues by department, numbers by rule, finds by pinyin, starts a contract', async () => {
  const { ent, admin } = await companyWithAdmin();
  const [head, clerk, lawyer] = [
    await newPerson({ name: '周思远' }),
    await newPerson({ name: '吴若水' }),
    await newPerson({ name: '郑明德' }),
  ];
  await addMember(ent, head, ['EMPLOYEE']);
  await addMember(ent, clerk, ['SIGN_OPERATOR']);
  await addMember(ent, lawyer, ['EMPLOYEE']);
  const sales = await admin.call(addDepartment, { parentId: '', name: '销售部' });
  const law = await admin.call(addDepartment, { parentId: '', name: '法务部' });
  await admin.call(placePersons, { userIds: [head.id, clerk.id], departmentId: sales.departmentId });
  await admin.call(placePersons, { userIds: [lawyer.id], departmentId: law.departmentId });
  await admin.call(headDepartment, { departmentId: sales.departmentId, userId: head.id });

  const { page, problems } = await newUser(browser);
  await openAs(page, await signedIn(clerk, ent), '/company/contact');
  const found = page.getByRole('listbox', { name: '同事' }).getByRole('option');
  await expect.poll(() => found.count()).toBe(4);
  await found.filter({ hasText: head.mobile }).filter({ hasText: '负责人' }).waitFor();
  await found.filter({ hasText: maskMobile(lawyer.mobile) }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'directory-1440');
  const search = page.getByRole('textbox', { name: '按姓名、拼音或手机号查找同事' });
  await search.fill('zmd');
  await expect.poll(() => found.count()).toBe(1);
  await search.fill('');
  await page.getByRole('row', { name: '法务部' }).click();
  await expect.poll(() => found.count()).toBe(1);
  await found.first().click();
  const dialog = page.getByRole('dialog', { name: lawyer.name });
  await dialog.getByText('号码只对本部门').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // one click at the end of the row
  await found.first().locator('[data-act]').click();
  const signer = page.getByRole('article', { name: '签署方' }).filter({ hasText: '个人' });
  await expect.poll(() => signer.getByRole('textbox', { name: '姓名' }).inputValue()).toBe(lawyer.name);
  await screenshot(page, 'directory-started');

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(phone.page, await signedIn(lawyer, ent), '/company/contact');
  const seen = phone.page.getByRole('listbox', { name: '同事' }).getByRole('option');
  await expect.poll(() => seen.count()).toBe(4);
  // who starts no contracts chooses nobody, and sees whom they may see
  expect(await phone.page.locator('[data-act], [data-box]').count()).toBe(0);
  await seen.filter({ hasText: maskMobile(clerk.mobile) }).waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'directory-phone-dark');
  expect(await problemsLeft(problems, phone.problems)).toEqual([]);
});

it('5,000 colleagues open at once, drawn only in view, found by name, pinyin and number', async () => {
  const { admin } = await companyWithAdmin();
  const { page, problems } = await newUser(browser);
  const GIVEN = [...'安宁静远明德思齐嘉禾清和景行怀瑾若水云帆星河'];
  await page.route(`**${getDirectory.path}?*`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [one] = json.data.people;
    json.data.people = Array.from({ length: 5_000 }, (_, i) => ({
      ...one,
      userId: `colleague${String(i).padStart(11, '0')}`,
      name: i === 4_321 ? '诸葛孔明' : `测${GIVEN[i % 22]}${GIVEN[(i * 7) % 22]}`,
      mobile: `1761234${String(i).padStart(4, '0')}`,
    }));
    await route.fulfill({ response, json });
  });
  await openAs(page, admin, '/company/contact');
  const found = page.getByRole('listbox', { name: '同事' }).getByRole('option');
  const finds = async () => {
    await found.first().waitFor();
    expect(await found.count()).toBeLessThan(100);
    expect(await found.first().getAttribute('aria-setsize')).toBe('5000');
    const search = page.getByRole('textbox', { name: '按姓名、拼音或手机号查找同事' });
    for (const typed of ['孔明', 'zhugekongming', 'zgkm', '17612344321']) {
      await search.fill(typed);
      await expect.poll(() => found.count(), { message: typed }).toBe(1);
      expect(await found.first().textContent()).toContain('诸葛孔明');
      await search.fill('');
      await expect.poll(() => found.count()).toBeGreaterThan(5);
    }
  };
  await finds();
  // The same where somebody is chosen: copies of an approval, for one.
  await page.goto('/company/approvalFlow?edit=new');
  await page.getByRole('button', { name: '抄送：选择同事' }).click();
  await page.getByRole('dialog', { name: '抄送' }).waitFor();
  await finds();
  expect(await problemsLeft(problems)).toEqual([]);
  await page.context().close();
});
