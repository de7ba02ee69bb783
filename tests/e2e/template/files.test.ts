import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, rowOf, said } from '#tests/e2e/page.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function enterprise(ownerType: 'INSIDE' | 'OUTSIDE' = 'OUTSIDE') {
  const boss = await newPerson({ ownerType });
  const ent = await newCompany(boss, { ownerType });
  return { boss, ent, admin: await signedIn(boss, ent) };
}

it('[3.7] [5.1a] [6.3c] [8.16h] is begun and authorized to another enterprise, to change only', async () => {
  const [owner, other, inside] = [await enterprise(), await enterprise(), await enterprise('INSIDE')];
  const user = await newUser(browser);
  const { page } = user;
  await openAs(page, owner.admin, '/company/frontTemplateFile');
  // not of the business edition: there are templates, but no roles and fields
  await page.getByRole('link', { name: '模板文件' }).waitFor();
  expect(await page.getByRole('link', { name: '模板角色' }).count()).toBe(0);
  await said(page, '还没有模板');
  await screenshot(page, 'template-files-none');
  await page.getByRole('button', { name: '新建模板' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建模板' });
  await press(dialog, '保存');
  await dialog.getByText('请输入模板名称').waitFor();
  await dialog.getByLabel('模板名称').fill('销售合同');
  await dialog.getByRole('button', { name: /业务类型/ }).click();
  await page.getByRole('option', { name: '销售合同' }).click();
  await dialog.getByLabel('人事签署').check();
  expect(await flaws(page)).toEqual([]);
  await press(dialog, '保存');
  await said(page, '已新增“销售合同”');
  await closed(page);
  const row = rowOf(page, 'Word 模板');
  await row.getByText('草稿').waitFor();
  await row.getByText(owner.ent.name).waitFor();

  await row.getByRole('button', { name: '授权' }).click();
  const granting = page.getByRole('dialog', { name: '授权“销售合同”' });
  const add = async (name: string) => {
    await granting.getByLabel('企业名称').fill(name);
    await press(granting, '添加');
  };
  await add('没有这家公司有限公司');
  await granting.getByText('没有找到该企业').waitFor();
  await add(owner.ent.name);
  await granting.getByText('模板属于本企业').waitFor();
  await add(inside.ent.name);
  await granting.getByRole('button', { name: `移除 ${inside.ent.name}` }).waitFor();
  await press(granting, '保存');
  await said(page, `“${inside.ent.name}”与本企业的类型不一致，不能选择。`);
  await press(granting, `移除 ${inside.ent.name}`);
  await add(other.ent.name);
  await granting.getByRole('button', { name: `移除 ${other.ent.name}` }).waitFor();
  await add(other.ent.name);
  await granting.getByText('该企业已在列表中').waitFor();
  await granting.getByRole('button', { name: new RegExp(`${other.ent.name} 的权限`) }).click();
  await page.getByRole('option', { name: '可编辑' }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await screenshot(page, 'template-authorize');
  expect(await flaws(page)).toEqual([]);
  await press(granting, '保存');
  await said(page, '已更新“销售合同”的授权');
  await closed(page);
  await row.getByText('已授权 1 家').waitFor();
  await screenshot(page, 'template-files');
  expect(await flaws(page)).toEqual([]);

  // the other enterprise, on a phone in the dark
  const guest = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(guest.page, other.admin, '/company/frontTemplateFile');
  const card = guest.page.getByRole('listitem').filter({ has: guest.page.getByText(owner.ent.name) });
  await card.getByText('可编辑').waitFor();
  // the rest of a row opens with a tap
  await card.getByRole('button', { name: '展开详情' }).click();
  await card.getByText('Word 模板').waitFor();
  expect(await card.getByRole('button', { name: '授权' }).count()).toBe(0);
  expect(await card.getByRole('button', { name: '删除' }).count()).toBe(0);
  expect(await flaws(guest.page)).toEqual([]);
  await screenshot(guest.page, 'template-files-phone');
  await card.getByRole('button', { name: '编辑' }).click();
  const editing = guest.page.getByRole('dialog', { name: '编辑模板' });
  await editing.getByLabel('模板名称').fill('框架合同');
  await press(editing, '保存');
  await said(guest.page, '已修改“框架合同”');
  await guest.context.close();

  await press(page, '刷新');
  await rowOf(page, '框架合同').waitFor();
  await press(page, '变更记录');
  const records = page.getByRole('dialog', { name: '变更记录' });
  await records.getByText(`${other.boss.name} · 名称：销售合同 → 框架合同`).waitFor();
  await records.getByText(`${owner.boss.name} · 授权：${other.ent.name}（可编辑）`).waitFor();
  await records.getByText('类型：Word 模板 · 业务类型：销售合同 · 应用场景：人事签署').waitFor();
  await records.getByRole('button', { name: '关闭' }).click();
  await closed(page);

  await rowOf(page, '框架合同').getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await press(page.getByRole('alertdialog'), '删除');
  await said(page, '已删除“框架合同”');
  await said(page, '还没有模板');
  await user.context.close();
});
