import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveRole } from '#core/template/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, rowOf, said } from '#tests/e2e/page.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const namesIn = (page: Page) => page.locator('tbody tr td:first-child').allInnerTexts();

/** An enterprise of the business edition with its administrator signed in. */
async function edition() {
  const boss = await newPerson();
  const ent = await newCompany(boss, { isBiz: true });
  return { boss, ent, admin: await signedIn(boss, ent) };
}

it('[5.2a] [7.3d] [4.26c] [6.6a] roles of templates: add, search, sort, edit, delete, worded', async () => {
  const { boss, admin } = await edition();
  for (let n = 1; n <= 9; n++)
    await admin.call(saveRole, { roleType: 'PERSON', roleName: `见证人${n}`, note: '见证签署的人' });
  const user = await newUser(browser);
  const { page } = user;
  await openAs(page, admin, '/company/frontTemplateRole');
  await page.getByRole('link', { name: '模板角色' }).waitFor();
  await page.getByRole('link', { name: '模板字段' }).waitFor();
  await rowOf(page, '见证人9').waitFor();

  // nothing is sent while the form is wrong, and what is wrong stands beside its field
  await press(page, '新增角色');
  const dialog = page.getByRole('dialog', { name: '新增角色' });
  const name = dialog.getByLabel('签署角色');
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  await name.fill('   ');
  await press(dialog, '保存');
  await dialog.getByText('请输入签署角色').waitFor();
  await expect.poll(() => dialog.getByText('请填写此项').count()).toBe(2);
  expect(await flaws(page)).toEqual([]);
  // cancelled, the dialog forgets
  await name.fill('忘掉我');
  await press(dialog, '取消');
  await closed(page);
  await press(page, '新增角色');
  await expect.poll(() => name.inputValue()).toBe('');
  await name.fill('甲方');
  await dialog.getByRole('button', { name: /角色类型/ }).click();
  await page.getByRole('option', { name: '企业' }).click();
  await dialog.getByLabel('备注').fill('采购合同中付款的一方');
  await press(dialog, '保存');
  await dialog.getByText('已有名为“甲方”的记录，请更换名称。').waitFor();
  // an answer without status 200 is no success: nothing is said to be done, and the dialog stays
  expect(await page.getByText('已新增“甲方”').count()).toBe(0);
  expect(await dialog.count()).toBe(1);
  await name.fill('采购方');
  await screenshot(page, 'template-role-add');
  await press(dialog, '保存');
  await said(page, '已新增“采购方”');
  await closed(page);
  await rowOf(page, '采购方').getByText('企业').waitFor();
  await rowOf(page, '采购方').getByText(boss.name).waitFor();

  // ten of fifteen rows; the system's own stand on page 2 and have no actions
  await press(page, '第 2 页');
  await rowOf(page, '乙方').waitFor();
  await rowOf(page, '甲方').getByText('系统预置').waitFor();
  expect(await rowOf(page, '甲方').getByRole('button').count()).toBe(0);
  await screenshot(page, 'template-roles');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('columnheader', { name: '签署角色' }).getByRole('button').click();
  await rowOf(page, '见证人1').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?ascs=role_name');
  await expect.poll(async () => (await namesIn(page)).slice(0, 2)).toEqual(['见证人1', '见证人2']);
  await press(page, '第 2 页');
  await rowOf(page, '乙方').waitFor();
  await page.getByLabel('每页条数').selectOption('25');
  await rowOf(page, '见证人1').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('current')).toBeNull();
  await expect.poll(async () => (await namesIn(page)).length).toBe(15);

  // search and reset
  await page.getByLabel('签署角色').fill('采 购');
  await page.keyboard.press('Enter');
  await expect.poll(() => namesIn(page)).toEqual(['采购方']);
  await page.getByLabel('签署角色').fill('没有这个');
  await press(page, '查询');
  await said(page, '没有符合条件的结果');
  await press(page, '重置');
  await rowOf(page, '采购方').waitFor();

  // by keyboard: edit, and the change is told with what it was before
  await rowOf(page, '采购方').getByRole('button', { name: '编辑' }).focus();
  await page.keyboard.press('Enter');
  const editing = page.getByRole('dialog', { name: '编辑角色' });
  await expect.poll(() => editing.getByLabel('签署角色').inputValue()).toBe('采购方');
  await editing.getByLabel('签署角色').fill('购买方');
  await page.keyboard.press('Enter');
  await said(page, '已修改“购买方”');
  await closed(page);
  await rowOf(page, '购买方').waitFor();

  await rowOf(page, '购买方').getByRole('button', { name: '删除' }).click();
  const sure = page.getByRole('alertdialog');
  await sure.getByText('购买方', { exact: true }).waitFor();
  // the way out has the focus
  await expect
    .poll(() => sure.getByRole('button', { name: '取消' }).evaluate((b) => b === document.activeElement))
    .toBe(true);
  await press(sure, '取消');
  await closed(page, 'alertdialog');
  await rowOf(page, '购买方').getByRole('button', { name: '删除' }).click();
  await press(sure, '删除');
  await said(page, '已删除“购买方”');
  await closed(page, 'alertdialog');
  await expect.poll(() => rowOf(page, '购买方').count()).toBe(0);

  await press(page, '变更记录');
  const records = page.getByRole('dialog', { name: '变更记录' });
  await records.getByText('删除 购买方').waitFor();
  await records.getByText(`${boss.name} · 名称：采购方 → 购买方`).waitFor();
  await records.getByText(`${boss.name} · 类型：企业 · 备注：采购合同中付款的一方`).waitFor();
  await screenshot(page, 'template-records');
  expect(await flaws(page)).toEqual([]);
  await user.context.close();
});

it('[4.26a] [4.26b] [5.3c] [6.6b] template fields: several added at once, of several types', async () => {
  const { admin } = await edition();
  const user = await newUser(browser, { colorScheme: 'dark' });
  const { page } = user;
  await openAs(page, admin, '/company/frontTemplateField');
  await rowOf(page, '合同编号').getByText('系统预置').waitFor();
  await press(page, '新增字段');
  const dialog = page.getByRole('dialog', { name: '新增字段' });
  const line = (n: number) => dialog.getByRole('listitem', { name: `第 ${n} 个字段` });
  const choose = async (n: number, ...types: string[]) => {
    await line(n)
      .getByRole('button', { name: /字段类型/ })
      .click();
    for (const type of types) await page.getByRole('option', { name: type }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  };
  await line(1).getByLabel('字段名称').fill('税率(%)');
  await press(dialog, '保存');
  await dialog.getByText('字段名称不支持特殊字符').waitFor();
  await expect.poll(() => dialog.getByText('请填写此项').count()).toBe(2);
  await line(1).getByLabel('字段名称').fill('税率');
  await choose(1, '数字', '文本');
  // what is typed is kept within 1 and 30
  await line(1).getByRole('spinbutton', { name: '字段长度' }).fill('31');
  await line(1).getByLabel('字段名称').click();
  await expect.poll(() => line(1).getByRole('spinbutton', { name: '字段长度' }).inputValue()).toBe('30');
  await press(dialog, '再加一个字段');
  // the next one is like the one before it, and has the focus
  await expect
    .poll(() =>
      line(2)
        .getByLabel('字段名称')
        .evaluate((i) => i === document.activeElement),
    )
    .toBe(true);
  await line(2).getByText('文本、数字').waitFor();
  await line(2).getByLabel('字段名称').fill('税率');
  await press(dialog, '保存');
  await line(2).getByText('与上面的字段重名').waitFor();
  await line(2).getByLabel('字段名称').fill('合同编号');
  await press(dialog, '保存');
  await line(2).getByText('已有名为“合同编号”的记录').waitFor();
  await screenshot(page, 'template-fields-add');
  expect(await flaws(page)).toEqual([]);
  await line(2).getByLabel('字段名称').fill('交货地点');
  await press(dialog, '保存');
  await said(page, '已新增 2 个字段');
  await closed(page);
  await rowOf(page, '交货地点').waitFor();
  expect((await namesIn(page)).slice(0, 2)).toEqual(['税率', '交货地点']);
  expect(await rowOf(page, '合同编号').getByRole('button').count()).toBe(0);

  await rowOf(page, '税率').getByRole('button', { name: '编辑' }).click();
  const editing = page.getByRole('dialog', { name: '编辑字段' });
  await editing.getByText('文本、数字').waitFor();
  await editing.getByRole('button', { name: /字段类型/ }).click();
  await page.getByRole('option', { name: '文本' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await press(editing, '保存');
  await said(page, '已修改“税率”');
  await closed(page);
  await rowOf(page, '税率').getByText('数字', { exact: true }).waitFor();

  // found by types, and by a part of the name
  await page
    .getByRole('search')
    .getByRole('button', { name: /字段类型/ })
    .click();
  await page.getByRole('option', { name: '数字' }).click();
  await page.keyboard.press('Escape');
  await press(page, '查询');
  await expect.poll(() => namesIn(page)).toEqual(['税率', '交货地点']);
  await page.getByRole('search').getByLabel('字段名称').fill('税');
  await press(page, '查询');
  await expect.poll(() => namesIn(page)).toEqual(['税率']);
  await rowOf(page, '税率').getByRole('button', { name: '删除' }).click();
  await press(page.getByRole('alertdialog'), '删除');
  await said(page, '已删除“税率”');
  await press(page, '重置');
  await rowOf(page, '交货地点').waitFor();
  await expect.poll(() => rowOf(page, '税率').count()).toBe(0);
  await screenshot(page, 'template-fields');
  await user.context.close();
});

it('[0.1d] [6.6c] on a phone in English: cards, a retried failure, no network, hidden buttons', async () => {
  const { admin } = await edition();
  const user = await newUser(browser, { width: 390, height: 844, language: 'en-US', offline: true });
  const { page, context } = user;
  // the list cannot be had at first
  const list = '**/ecapi/templaterole/page*';
  await context.addCookies([{ name: 'sass_lang', value: 'en-US', url: product().baseUrl }]);
  await page.addInitScript(() => localStorage.setItem('sass_lang', 'en-US'));
  await page.route(list, (route) => route.abort());
  await openAs(page, admin, '/company/frontTemplateRole');
  await page.getByRole('alert').getByText('The network request failed').waitFor();
  await page.unroute(list);
  await press(page.getByRole('alert'), 'Try again');
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await card('Party A').getByText('Enterprise', { exact: true }).waitFor();

  await press(page, 'Add role');
  const dialog = page.getByRole('dialog', { name: 'Add role' });
  await dialog.getByLabel('Signing role').fill('Guarantor');
  await dialog.getByRole('button', { name: /Type/ }).click();
  await page.getByRole('option', { name: 'Person' }).click();
  await dialog.getByLabel('Note').fill('Answers for the payment');
  // without a network nothing is lost, and it is said why nothing happens
  await context.setOffline(true);
  await press(dialog, 'Save');
  await said(page, /offline|network/i);
  expect(await dialog.getByLabel('Note').inputValue()).toBe('Answers for the payment');
  await context.setOffline(false);
  await screenshot(page, 'template-role-phone-add');
  await press(dialog, 'Save');
  await said(page, 'Added “Guarantor”');
  await closed(page);
  await card('Guarantor').getByText('Answers for the payment').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'template-roles-phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // who is not given a button does not find it
  await page.route('**/userMenus*', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(/front_templateRole_(add|delete)/g, 'taken_$1');
    await route.fulfill({ response: answer, body: text });
  });
  await page.reload();
  await card('Guarantor').getByRole('button', { name: 'Edit' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add role' }).count()).toBe(0);
  expect(await card('Guarantor').getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await context.close();
});
