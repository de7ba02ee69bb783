import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addNewcomers, reviewNewcomer } from '#core/employee/newcomer-calls.ts';
import { carry, openAs } from '#tests/e2e/open-as.ts';
import { claimed, handedIn, itemIdsOf, linkSentTo, onboarding, whoIs } from '#tests/fixtures/newcomers.ts';
import { newPerson, type Person } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const PHONE = { width: 390, height: 844 };
const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const speak = (page: Page, language: string) =>
  page.context().addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
/** A photo of `width` by `height` pixels, as a camera's file. */
const photo = (page: Page, width: number, height: number) =>
  page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w!, h!);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#369';
      context.fillRect(0, 0, w! / 2, h!);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height],
  );

/** HR adds somebody in the dialog; a second row with the same number is named and taken out again. */
async function addOnScreen(page: Page, person: Person): Promise<void> {
  await page.getByText('没有待收集的新员工').waitFor();
  await page.getByRole('button', { name: '添加新员工' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('姓名').fill(person.name);
  await dialog.getByLabel('手机号码').fill(person.mobile);
  await dialog.getByLabel('证件号码').fill(newResidentId());
  await dialog.getByRole('button', { name: '再添加一人' }).click();
  const second = dialog.getByRole('region', { name: '新员工 2' });
  await second.getByLabel('姓名').fill('林清');
  await second.getByLabel('手机号码').fill(person.mobile);
  await second.getByLabel('证件号码').fill(newResidentId());
  await dialog.getByRole('button', { name: '添加并发送链接' }).click();
  // The wrong row is named; what was typed stays.
  await dialog.getByText('与本次添加的其他人手机号相同').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'newcomers-add');
  await dialog.getByRole('button', { name: '移除新员工 2' }).click();
  await dialog.getByRole('button', { name: '添加并发送链接' }).click();
  await page.getByText('已添加 1 人，链接将以短信发送').waitFor();
  await page.getByRole('tab', { name: /待收集/ }).waitFor();
  await screenshot(page, 'newcomers-list');
}

it('newcomer and HR side by side: added with a sentence at each wrong row, the form filled in on a phone without a network', async () => {
  const of = await onboarding();
  const person = await newPerson();
  const office = await newUser(browser);
  await openAs(office.page, of.hr, '/company/entry?state=TO_COLLECT');
  const { page } = office;
  await addOnScreen(page, person);

  // The newcomer opens the link on a phone, and the secret leaves the address.
  const token = await linkSentTo(of.hr, person.mobile);
  const phone = await newUser(browser, PHONE);
  const form = phone.page;
  await form.goto(`/entry#${token}`);
  await form.getByText(`“${of.ent.name}”邀请`).waitFor();
  expect(new URL(form.url()).hash).toBe('');
  expect(await wider(form)).toBe(0);
  expect(await flaws(form)).toEqual([]);
  await screenshot(form, 'entry-link-phone');
  await form.getByRole('link', { name: '登录并填写' }).click();
  await form.waitForURL(/\/login\?redirect=%2Faccount%2Fentry/);
  await carry(form, (await signedIn(person)).session!);
  await form.goto('/account/entry');
  await form.getByLabel('籍贯').fill('浙江杭州');
  await form.getByText('已同步', { exact: false }).first().waitFor();

  // Without a network it goes on, and nothing is lost when it comes back.
  await phone.page.context().setOffline(true);
  await form.getByText('没有网络，填写的内容已保存在此设备', { exact: false }).waitFor();
  await form.getByLabel('紧急电话').fill('139 1234 5678');
  const chooser = form.locator('input[type=file]');
  const picture = await photo(form, 900, 600);
  const file = (name: string, bytes: number[] | string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(bytes as string),
  });
  await chooser.setInputFiles(file('paper.pdf', '%PDF-1.7'));
  await form.getByText('材料不能上传 PDF', { exact: false }).waitFor();
  await chooser.setInputFiles(file('paper.png', '<script>1</script>'));
  await form.getByText('只支持 png、jpg、jpeg 格式的图片', { exact: false }).waitFor();
  await chooser.setInputFiles(file('paper.jpg', picture));
  const paper = form.getByRole('dialog');
  await paper.getByRole('button', { name: '向右旋转' }).click();
  await paper.getByLabel('裁剪左边').focus();
  await form.keyboard.press('PageUp');
  expect(await flaws(form)).toEqual([]);
  await screenshot(form, 'entry-paper-phone');
  await paper.getByRole('button', { name: '使用此图片' }).click();
  await form.getByText('已保存在此设备，联网后自动上传').waitFor();
  expect(await form.getByRole('button', { name: '提交' }).isDisabled()).toBe(true);
  await screenshot(form, 'entry-offline-phone');
}, 180_000);

it('many are pasted from a spreadsheet; an unknown department is named, a wrong number stands at its row, and all are added at once', async () => {
  const of = await onboarding();
  const people = [await newPerson(), await newPerson(), await newPerson()];
  const { page, context, problems } = await newUser(browser);
  await openAs(page, of.hr, '/company/entry?state=TO_COLLECT');
  await page.getByRole('button', { name: '添加新员工' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '粘贴名单' }).click();
  const cells = dialog.getByRole('textbox', { name: '单元格' });
  const take = dialog.getByRole('button', { name: '填入' });
  await cells.fill('姓名\t年龄\n林清\t30');
  await take.click();
  await dialog.getByRole('alert').filter({ hasText: '年龄' }).waitFor();
  const lines = people.map(({ name, mobile }) => [name, mobile, newResidentId(), '火星部'].join('\t'));
  await cells.fill(lines.join('\n').replace(people[1]!.mobile, '138'));
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'newcomers-paste');
  await take.click();
  await page.getByText('没有找到部门：火星部').waitFor();
  const second = dialog.getByRole('region', { name: '新员工 2' });
  expect(await second.getByLabel('姓名').inputValue()).toBe(people[1]!.name);
  await dialog.getByRole('button', { name: '添加并发送链接' }).click();
  await expect.poll(() => second.getByLabel('手机号码').getAttribute('aria-invalid')).toBe('true');
  await second.getByLabel('手机号码').fill(people[1]!.mobile);
  await dialog.getByRole('button', { name: '添加并发送链接' }).click();
  await page.getByText('已添加 3 人，链接将以短信发送').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('a link of somebody else says whose it is; its own language and width of each page', async () => {
  const of = await onboarding();
  const [person, other] = [await newPerson(), await newPerson()];
  await of.hr.call(addNewcomers, { people: [whoIs(person)], fieldIds: of.fieldIds });
  const token = await linkSentTo(of.hr, person.mobile);
  const { page } = await newUser(browser);
  await carry(page, (await signedIn(other)).session!);
  await page.goto(`/entry#${token}`);
  await page.getByRole('link', { name: '登录并填写' }).click();
  await page.getByText(`该链接是发给 ${person.mobile.slice(0, 3)}****`, { exact: false }).waitFor();
  await page.getByRole('button', { name: '换账号登录' }).waitFor();
  await screenshot(page, 'entry-other');
  const wrong = await newUser(browser);
  await wrong.page.goto(`/entry#${'0'.repeat(64)}`);
  await wrong.page.getByText('链接无效', { exact: false }).waitFor();

  const third = await handedIn(of, await newPerson());
  const ids = itemIdsOf(third.detail);
  await of.hr.call(reviewNewcomer, {
    newcomerId: third.newcomerId,
    version: third.detail.version,
    itemIds: [ids.籍贯!],
    verdict: 'TO_CORRECT',
    reason: '请写到县',
  });
  const filling = await claimed(of, await newPerson());
  for (const [language, width] of [
    ['zh-TW', 390],
    ['en-US', 390],
    ['en-US', 1440],
  ] as const) {
    const user = await newUser(browser, { language, width });
    await speak(user.page, language);
    await openAs(user.page, of.hr, `/company/entry?newcomerId=${third.newcomerId}`);
    await user.page.getByText('请写到县').waitFor();
    expect(await wider(user.page)).toBe(0);
    expect(await flaws(user.page)).toEqual([]);
    await screenshot(user.page, `newcomer-${language}-${width}`);
    await user.page.goto('/company/entry');
    await user.page.getByRole('heading', { level: 1 }).waitFor();
    await user.page.getByRole('tab').first().waitFor();
    expect(await wider(user.page)).toBe(0);
    await screenshot(user.page, `newcomers-${language}-${width}`);
    const own = await newUser(browser, { language, width });
    await speak(own.page, language);
    await openAs(own.page, filling.self, '/account/entry');
    await own.page.getByLabel('籍贯').waitFor();
    expect(await wider(own.page)).toBe(0);
    expect(await flaws(own.page)).toEqual([]);
    await screenshot(own.page, `entry-${language}-${width}`);
  }
}, 180_000);
