import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addPresetFields,
  listOnboardingFields,
  removeOnboardingField,
} from '#core/employee/onboarding-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function company() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  return { clerk, hr: await signedIn(clerk, ent) };
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const namesIn = (page: Page, name: string) => panel(page, name).locator('li strong').allTextContents();
const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it('by keyboard: presets are a start, one is added with rules, changed, moved and removed', async () => {
  const { clerk, hr } = await company();
  const { page, problems } = await newUser(browser);
  await openAs(page, hr, '/company/entryField');
  await page.getByText('还没有入职字段').waitFor();
  expect(await flaws(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  const press = async (name: string, within = page.getByRole('main')) => {
    await within.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('添加预设字段');
  await page.getByText('已添加 23 个预设字段').waitFor();
  await expect
    .poll(() => namesIn(page, '工作信息'))
    .toEqual(['入职日期', '工作内容', '工作地点', '转正日期', '首次参加工作日期']);
  // All are there: they are not offered again.
  await page.getByRole('button', { name: '添加预设字段' }).waitFor({ state: 'detached' });

  // Each rule with its sentence; what was typed stays.
  await press('新增字段');
  const name = dialog.getByLabel('字段名称');
  await expect.poll(() => name.evaluate((e) => e === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('请输入 1 至 20 个字').waitFor();
  await name.fill('政治面貌');
  await dialog.getByRole('button', { name: /类型/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: '单选' }).waitFor();
  await page.keyboard.type('单选');
  await page.getByRole('option', { name: '单选' }).press('Enter');
  await dialog.getByText('从选项中选择一个。').waitFor();
  await dialog.getByLabel('选项').fill('群众');
  await press('保存', dialog);
  await dialog.getByText('请输入 2 至 30 个选项，每行一个').waitFor();
  await dialog.getByLabel('选项').fill('群众\n群众');
  await press('保存', dialog);
  await dialog.getByText('选项不能重复').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'onboarding-field-dialog');
  await dialog.getByLabel('选项').fill('群众\n共青团员\n中共党员');
  await press('保存', dialog);
  await page.getByText('已新增“政治面貌”').waitFor();
  await expect.poll(() => namesIn(page, '个人信息')).toEqual(['邮箱', '现居住地址', '政治面貌']);

  // The handle moves by the arrow keys and keeps the focus; the end says nothing and does nothing.
  const handle = page.getByRole('button', { name: /^移动“政治面貌”/ });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => namesIn(page, '个人信息')).toEqual(['邮箱', '政治面貌', '现居住地址']);
  await page.getByText('“政治面貌”已移到第 2 位，共 3 项').waitFor({ state: 'attached' });
  expect(await handle.evaluate((e) => e === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => namesIn(page, '个人信息')).toEqual(['邮箱', '现居住地址', '政治面貌']);
  expect(await handle.evaluate((e) => e === document.activeElement)).toBe(true);

  // Dragged with the mouse to the top.
  const first = panel(page, '个人信息').locator('li').first();
  await panel(page, '个人信息')
    .locator('li')
    .nth(2)
    .dragTo(first, { targetPosition: { x: 200, y: 4 } });
  await expect.poll(() => namesIn(page, '个人信息')).toEqual(['政治面貌', '邮箱', '现居住地址']);

  // What the roster takes over keeps its category and type.
  const actions = async (of: string, act: string) => {
    await page.getByRole('button', { name: `“${of}”的操作` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: act }).press('Enter');
  };
  await actions('工作内容', '编辑');
  await dialog.getByText('预设字段的分类和类型不能修改').waitFor();
  expect(await dialog.getByRole('button', { name: /分类/ }).isDisabled()).toBe(true);
  await dialog.getByLabel('字段名称').fill('岗位');
  await dialog.getByLabel('长度').fill('30');
  await press('保存', dialog);
  await page.getByText('“岗位”已保存').waitFor();
  await actions('岗位', '下移');
  await expect.poll(async () => (await namesIn(page, '工作信息'))[2]).toBe('岗位');
  await actions('转正日期', '删除');
  await page.getByRole('alertdialog').getByText('已在填写的仍会保留').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).press('Enter');
  await page.getByText('已删除“转正日期”').waitFor();
  await expect
    .poll(() => namesIn(page, '工作信息'))
    .toEqual(['入职日期', '工作地点', '岗位', '首次参加工作日期']);
  await screenshot(page, 'onboarding-fields-1440');
  expect(await flaws(page)).toEqual([]);

  await press('变更记录');
  await dialog.getByText('删除 转正日期').waitFor();
  await dialog.getByText(`${clerk.name} · 字段名称：工作内容 → 岗位 · 长度：64 → 30`).waitFor();
  await screenshot(page, 'onboarding-records');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await page.context().close();
});

it('on a dark phone, in each language: nothing overflows, and the menu of a row moves it', async () => {
  const { hr } = await company();
  await hr.call(addPresetFields, {});
  for (const [language, title] of [
    ['zh-CN', '入职字段'],
    ['zh-TW', '到職欄位'],
    ['en-US', 'Onboarding fields'],
  ] as const) {
    const { page, problems } = await newUser(browser, {
      width: 390,
      height: 844,
      colorScheme: 'dark',
      language,
    });
    await page.context().addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
    await openAs(page, hr, '/company/entryField');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.locator('li strong').first().waitFor();
    expect(await wider(page)).toBeLessThanOrEqual(0);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `onboarding-fields-390-${language}`);
    expect(await problemsLeft(problems)).toEqual([]);
    if (language === 'zh-CN') {
      await page.getByRole('button', { name: '“邮箱”的操作' }).click();
      await page.getByRole('menuitem', { name: '下移' }).click();
      await expect.poll(() => namesIn(page, '个人信息')).toEqual(['现居住地址', '邮箱']);
      await page.getByRole('main').getByRole('button', { name: '新增字段' }).click();
      await page.getByRole('dialog').getByLabel('字段名称').waitFor();
      expect(await wider(page)).toBeLessThanOrEqual(0);
      await screenshot(page, 'onboarding-field-dialog-390');
    }
    await page.context().close();
  }
});

it('without an answer it says so and asks again; a field removed meanwhile is said to be gone', async () => {
  const { hr } = await company();
  await hr.call(addPresetFields, {});
  const { page } = await newUser(browser);
  let broken = true;
  await page.route('**/entryField/list*', (route) => (broken ? route.abort() : route.continue()));
  await openAs(page, hr, '/company/entryField');
  const again = page.getByRole('main').getByRole('button', { name: '重试' });
  await again.waitFor();
  broken = false;
  await again.click();
  await page.getByRole('button', { name: '“邮箱”的操作' }).click();
  const { fields } = await hr.call(listOnboardingFields, {});
  const mail = fields.find(({ name }) => name === '邮箱')!;
  await hr.call(removeOnboardingField, { fieldId: mail.fieldId });
  await page.getByRole('menuitem', { name: '下移' }).click();
  await page.getByText('该字段已被删除，请刷新后查看。').waitFor();
  await expect.poll(() => namesIn(page, '个人信息')).toEqual(['现居住地址']);
  await page.context().close();
});
