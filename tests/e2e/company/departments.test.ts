import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPersons } from '#core/company/calls.ts';
import { addDepartment, listDepartments, placePersons } from '#core/company/department-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const rows = (page: Page) => page.getByRole('treegrid', { name: '部门' }).getByRole('row');
const names = async (page: Page) =>
  (await rows(page).allTextContents()).map((text) => text.replace(/(收起|展开)/g, '').trim());

describe('departments on the screen', () => {
  it('by keyboard: added, nested, gone through as a tree, renamed, moved, headed, closed', async () => {
    const { ent, admin } = await companyWithAdmin();
    const clerk = await newPerson();
    await addMember(ent, clerk, ['HR']);
    const { page, problems } = await newUser(browser);
    await openAs(page, admin, '/company/department');
    await page.getByText('还没有部门').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'departments-empty');
    const press = async (name: string) => {
      await page.getByRole('main').getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const dialog = page.getByRole('dialog');
    const type = async (label: string, text: string) => {
      await dialog.getByLabel(label).fill(text);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await press('新建部门');
    // The name has the focus at once; without one nothing is sent.
    const name = dialog.getByLabel('部门名称');
    await expect.poll(() => name.evaluate((e) => e === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await type('部门名称', '销售部');
    await press('新建下级');
    await type('部门名称', '华东组');
    await press('新建部门');
    await type('部门名称', '法务部');
    await expect.poll(() => names(page)).toEqual(['销售部', '华东组', '法务部']);

    // The tree: left closes, right opens, down goes on, Enter chooses.
    await rows(page).first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => names(page)).toEqual(['销售部', '法务部']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => names(page)).toEqual(['销售部', '华东组', '法务部']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const chosen = page.getByRole('region', { name: '华东组' });
    await chosen.getByText('销售部 / 华东组').waitFor();
    await press('重命名');
    await type('部门名称', '华东一组');
    await page.getByRole('region', { name: '华东一组' }).waitFor();

    await press('设负责人');
    await dialog.getByRole('button', { name: /^负责人/ }).press('Enter');
    const picker = page.getByRole('dialog', { name: '负责人', exact: true });
    await picker.getByRole('textbox').fill(clerk.name.slice(0, 2));
    await picker.getByRole('option', { name: new RegExp(clerk.name) }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'departments-head');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: `负责人：${clerk.name}` }).waitFor();
    await dialog.getByRole('button', { name: '保存' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('“华东一组”的负责人已更新').waitFor();

    await press('移动');
    const above = dialog.getByRole('combobox', { name: /^上级部门/ });
    await above.fill('法务');
    await page.getByRole('option', { name: '法务部' }).waitFor();
    // Nothing can stand below itself: it is not offered.
    expect(await page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['法务部']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: '移动' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('已移动“华东一组”').waitFor();
    await expect
      .poll(async () =>
        (await admin.call(listDepartments, {})).map(({ path, headName }) => [path.join('/'), headName]),
      )
      .toEqual([
        ['销售部', ''],
        ['法务部', ''],
        ['法务部/华东一组', clerk.name],
      ]);
    await rows(page).filter({ hasText: '法务部' }).first().click();
    await press('上移');
    await expect.poll(async () => (await names(page))[0]).toContain('法务部');
    await screenshot(page, 'departments-1440');
    expect(await flaws(page)).toEqual([]);

    // Not empty, it says what is left; empty, it goes.
    await press('撤销部门');
    await page.getByRole('alertdialog').getByRole('button', { name: '撤销部门' }).click();
    await page.getByText('“法务部”下还有 1 个部门、0 人，请先移走后再撤销。').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await rows(page).filter({ hasText: '销售部' }).first().click();
    await press('撤销部门');
    await page.getByRole('alertdialog').getByRole('button', { name: '撤销部门' }).click();
    await page.getByText('已撤销“销售部”').waitFor();
    await page.getByLabel('查找部门').fill('一组');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByLabel('查找部门').fill('没有这个');
    await page.getByText('没有符合条件的部门').waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('the clicked one is shown before anything else can be pressed: no button is the former’s', async () => {
    const { admin } = await companyWithAdmin();
    for (const name of ['销售部', '法务部']) await admin.call(addDepartment, { parentId: '', name });
    const { page } = await newUser(browser);
    await openAs(page, admin, '/company/department');
    await page.getByRole('region', { name: '销售部' }).waitFor();
    const shown = await rows(page)
      .filter({ hasText: '法务部' })
      .evaluate(async (row: HTMLElement) => {
        row.click();
        await Promise.resolve();
        return [...document.querySelectorAll('main section[aria-label]')].map((one) => one.ariaLabel);
      });
    expect(shown).toContain('法务部');
    expect(shown).not.toContain('销售部');
    await page.waitForURL(/\?id=/);
    await page.context().close();
  });

  it('one is dragged into another, and one is merged with everybody in it', async () => {
    const { ent, admin } = await companyWithAdmin();
    const person = await newPerson();
    await addMember(ent, person, ['EMPLOYEE']);
    const ids: string[] = [];
    for (const name of ['销售部', '法务部', '华东组'])
      ids.push((await admin.call(addDepartment, { parentId: '', name })).departmentId);
    await admin.call(placePersons, { userIds: [person.id], departmentId: ids[1]! });
    const { page, problems } = await newUser(browser);
    await openAs(page, admin, '/company/department');
    const paths = async () => (await admin.call(listDepartments, {})).map(({ path }) => path.join('/'));
    await rows(page)
      .filter({ hasText: '华东组' })
      .dragTo(rows(page).filter({ hasText: '销售部' }));
    await expect.poll(paths).toEqual(['销售部', '销售部/华东组', '法务部']);
    // The rows change places: a drag that begins before would take another one.
    await expect.poll(() => names(page)).toEqual(['销售部', '华东组', '法务部1 人']);

    await rows(page)
      .filter({ hasText: '华东组' })
      .dragTo(rows(page).filter({ hasText: '销售部' }));
    await expect.poll(paths).toEqual(['销售部', '销售部/华东组', '法务部']);
    await rows(page).filter({ hasText: '法务部' }).click();
    await page.getByRole('region', { name: '法务部' }).getByRole('button', { name: '合并' }).click();
    const dialog = page.getByRole('dialog', { name: '合并“法务部”' });
    await dialog.getByRole('button', { name: '合并', exact: true }).click();
    await dialog.getByText('请选择合并到的部门').waitFor();
    await dialog.getByRole('combobox', { name: '合并到' }).fill('华东');
    await page.getByRole('option', { name: '销售部 / 华东组' }).click();
    await screenshot(page, 'departments-merge');
    expect(await flaws(page)).toEqual([]);
    await dialog.getByRole('button', { name: '合并', exact: true }).click();
    await page.getByText('已将“法务部”合并到“华东组”').waitFor();
    await expect.poll(paths).toEqual(['销售部', '销售部/华东组']);
    expect((await admin.call(listPersons, { departmentId: ids[2]! })).total).toBe(1);
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('members are put into one, several at once, and found by it; a dark phone has no overflow', async () => {
    const { ent, admin } = await companyWithAdmin();
    const people = [await newPerson(), await newPerson()];
    for (const person of people) await addMember(ent, person, ['EMPLOYEE']);
    const { departmentId } = await admin.call(addDepartment, { parentId: '', name: '销售部' });
    await admin.call(addDepartment, { parentId: departmentId, name: '华东组' });
    const { page, problems } = await newUser(browser);
    await openAs(page, admin, '/company/person');
    for (const { name } of people)
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
    await page.getByRole('main').getByRole('button', { name: '调整部门' }).first().click();
    const dialog = page.getByRole('dialog', { name: '调整 2 人的部门' });
    await dialog.getByRole('combobox', { name: '部门' }).fill('华东');
    await page.getByRole('option', { name: '销售部 / 华东组' }).click();
    await screenshot(page, 'departments-place');
    expect(await flaws(page)).toEqual([]);
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByText('部门已调整').waitFor();
    await page.getByRole('row').filter({ hasText: people[0]!.name }).getByText('销售部 / 华东组').waitFor();
    const { total } = await admin.call(listPersons, { departmentId });
    expect(total).toBe(2);

    const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
    await openAs(phone.page, admin, '/company/department');
    await phone.page.getByRole('region', { name: '销售部' }).waitFor();
    await rows(phone.page).filter({ hasText: '华东组' }).click();
    const chosen = phone.page.getByRole('region', { name: '华东组' });
    expect(await flaws(phone.page)).toEqual([]);
    await screenshot(phone.page, 'departments-390-dark');
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // From the number to the people.
    await chosen.getByRole('link', { name: '2' }).click();
    await phone.page.waitForURL(`**/company/person?departmentId=*`);
    await phone.page.getByRole('listitem').filter({ hasText: people[0]!.name }).waitFor();
    await expect
      .poll(() => phone.page.getByRole('main').getByRole('listitem').filter({ hasText: /测/ }).count())
      .toBe(2);
    expect(await problemsLeft(problems, phone.problems)).toEqual([]);
    await phone.context.close();
    await page.context().close();
  });
});
