import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEmployees } from '#core/employee/calls.ts';
import {
  addNewcomers,
  fillNewcomer,
  getNewcomer,
  listNewcomers,
  revealNewcomer,
  reviewNewcomer,
} from '#core/employee/newcomer-calls.ts';
import { CANCELLED_DAYS } from '#core/employee/states.ts';
import { carry, openAs } from '#tests/e2e/open-as.ts';
import {
  CARD,
  claimed,
  handedIn,
  itemIdsOf,
  linkSentTo,
  onboarding,
  whoIs,
} from '#tests/fixtures/onboarding.ts';
import { newPerson, type Person } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
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

/** From now on the page is answered what a file is only once the returned function is called, and at once after that. */
async function holdReading(page: Page): Promise<() => void> {
  const { promise: read, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/ecapi${getNewcomer.path.replace(':newcomerId', '*')}`, async (route) => {
    await read;
    await route.continue();
  });
  return answer;
}

/** HR adds somebody in the dialog; a second row with the same number is named and taken out again. */
async function addOnScreen(page: Page, person: Person): Promise<void> {
  await page.getByText('没有待收集的新员工').waitFor();
  await page.getByRole('button', { name: '添加新员工' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('姓名').fill(person.name);
  await dialog.getByLabel('手机号码').fill(person.mobile);
  await dialog.getByLabel('证件号码').fill(newResidentId());
  await dialog.getByRole('button', { name: '再添加一人' }).press('Enter');
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

/** What another device of the newcomer shows of the draft. */
async function valuesOn(browser: Browser, person: Person): Promise<(string | null)[]> {
  const { page, context } = await newUser(browser);
  await openAs(page, await signedIn(person), '/account/entry');
  const typed = [page.getByLabel('籍贯'), page.getByLabel('紧急电话')];
  await typed[0]!.waitFor();
  await page.getByRole('img', { name: '学历照片' }).waitFor();
  const values = await Promise.all(typed.map((field) => field.inputValue()));
  const paper = await page.getByRole('region', { name: '学历照片' }).getByRole('status').textContent();
  await context.close();
  return [...values, paper];
}

/** HR looks at what was handed in, and by keyboard approves each field but one, and sends that one back with its reason. */
async function reviewOnScreen(page: Page, person: Person): Promise<void> {
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await page.getByRole('tab', { name: /待审核/ }).click();
  const row = page.getByRole('row').filter({ hasText: person.name });
  await row.getByText('已等待 0 天').waitFor();
  await row.getByText('4 / 6 项').waitFor();
  await row.getByText('详情', { exact: true }).click();
  await button('查看学历照片').click();
  const picture = page.getByRole('dialog').getByRole('img', { name: '学历照片' });
  await picture.waitFor();
  // Its left half was blue: turned to the right, the upper one is, and a strip of its side is cut off.
  const { shape, colours } = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const at = (part: number) => [...context.getImageData(width / 2, height * part, 1, 1).data.slice(0, 3)];
    return { shape: height / width, colours: [at(0.25), at(0.75)] };
  });
  expect(shape).toBeGreaterThan(1.65);
  expect(shape).toBeLessThan(1.75);
  for (const [i, part] of [0x33, 0x66, 0x99].entries())
    expect(Math.abs(colours[0]![i]! - part)).toBeLessThan(12);
  // JPEG has no transparency: what was not painted is black.
  expect(Math.max(...colours[1]!)).toBeLessThan(12);
  await screenshot(page, 'newcomer-paper');
  await page.keyboard.press('Escape');
  await button('要求修改紧急电话').press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '需修改' }).press('Enter');
  await dialog.getByText('请写明原因').waitFor();
  await dialog.getByLabel('原因').fill('请填写家人的号码');
  await dialog.getByRole('button', { name: '需修改' }).press('Enter');
  await page.getByText('已标记“紧急电话”需修改').waitFor();
  for (const name of ['籍贯', '工资卡', '学历照片']) {
    await button(`通过${name}`).press('Enter');
    await button(`通过${name}`).waitFor({ state: 'detached' });
  }
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'newcomer-reviewed');
  await button('退回修改').press('Enter');
  const ask = page.getByRole('alertdialog');
  await ask.getByText('新员工会收到短信，只能修改：紧急电话').waitFor();
  await ask.getByRole('button', { name: '退回修改' }).press('Enter');
  await page.getByText('已退回，短信将发送给新员工').waitFor();
}

/** HR approves the correction, fills in what the newcomer is not shown, and completes the file. */
async function completeOnScreen(page: Page, person: Person): Promise<void> {
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await page.reload();
  await button('完成入职').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('以下内容还未通过或未填写：紧急电话、约定工资').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await button('通过紧急电话').press('Enter');
  await button('通过紧急电话').waitFor({ state: 'detached' });
  await button('填写人事项').press('Enter');
  await dialog.getByLabel('约定工资').fill('8,675,150.25');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button('完成入职').click();
  await dialog.getByText('将写入花名册，并邀请新员工申请加入企业。').waitFor();
  await screenshot(page, 'newcomer-complete');
  await dialog.getByRole('button', { name: '完成入职' }).press('Enter');
  await page.getByText(`“${person.name}”已写入花名册`).waitFor();
  await page.getByText('已写入花名册，并已邀请新员工申请加入企业。').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'newcomer-completed');
}

it('a newcomer by phone, offline at times, and HR by keyboard go from added to completed', async () => {
  const of = await onboarding();
  const person = await newPerson();
  const office = await newUser(browser);
  await openAs(office.page, of.hr, '/company/entry?state=TO_COLLECT');
  const { page } = office;
  await addOnScreen(page, person);

  // The newcomer opens the link on a phone, and the secret leaves the address.
  const token = await linkSentTo(of.hr, person.mobile);
  const phone = await newUser(browser, { ...PHONE, offline: true });
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
  // As a camera of 40 megapixels makes it.
  const picture = await photo(form, 8000, 5000);
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

  // Back online it is all uploaded: another device of the same person shows what was typed and chosen meanwhile.
  await phone.context.setOffline(false);
  await form.getByText('已上传', { exact: true }).waitFor();
  await expect.poll(() => valuesOn(browser, person)).toEqual(['浙江杭州', '139 1234 5678', '已上传']);
  await form.getByRole('button', { name: '提交' }).click();
  await form.getByText('还有 1 项需要填写或更正').waitFor();
  await expect.poll(() => form.getByLabel('工资卡').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('工资卡').fill(CARD);
  await form.getByRole('button', { name: '提交' }).click();
  await form.getByText('已提交，企业审核后会以短信通知您').waitFor();
  await screenshot(form, 'entry-handed-in-phone');

  await reviewOnScreen(page, person);
  await form.reload();
  await form.getByText('有 1 项需要修改，其余内容不用再填').waitFor();
  await form.getByText('紧急电话：请填写家人的号码').waitFor();
  // Only what is wrong, or was left out, can be changed.
  for (const [label, fields] of [
    ['籍贯', 0],
    ['工资卡', 0],
    ['紧急电话', 1],
    ['爱好', 1],
  ] as const)
    expect(await form.getByLabel(label).count(), label).toBe(fields);
  expect(await form.locator('input[type=file]').count()).toBe(0);
  expect(await flaws(form)).toEqual([]);
  await screenshot(form, 'entry-returned-phone');
  await form.getByLabel('紧急电话').fill('13912345679');
  await form.getByRole('button', { name: '提交' }).click();
  await form.getByText('已提交，企业审核后会以短信通知您').waitFor();

  await completeOnScreen(page, person);
  await form.reload();
  await form.getByRole('button', { name: '申请加入企业' }).click();
  await form.getByText('已提交加入申请，等待企业管理员审核').waitFor();
  await screenshot(form, 'entry-completed-phone');
  const { records } = await of.hr.call(listEmployees, { name: person.mobile });
  expect(records.map(({ realName }) => realName)).toEqual([person.name]);
  expect(office.problems).toEqual([]);
  await phone.context.close();
  await office.context.close();
}, 180_000);

/** HR reminds a newcomer of the list, once an hour, cancels the onboarding and puts the file away. */
async function endOnScreen(page: Page, { name }: Person, width: number): Promise<void> {
  const main = page.getByRole('main');
  // on a phone a row is an item of a list
  const named = main.getByRole('row').or(main.getByRole('listitem')).filter({ hasText: name });
  await named.getByText('详情', { exact: true }).click();
  const act = async (label: string) => {
    await main.getByRole('button', { name: label, exact: true }).press('Enter');
  };
  await act('提醒');
  await page
    .getByText(/^已提醒 /)
    .first()
    .waitFor();
  await act('提醒');
  await page.getByText('操作过于频繁', { exact: false }).first().waitFor();
  expect(await wider(page)).toBe(0);
  await screenshot(page, `newcomer-reminded-${width}`);
  await act('终止入职');
  const ask = page.getByRole('alertdialog');
  await ask.getByText(`已提交的内容保留 ${CANCELLED_DAYS} 天后清除`, { exact: false }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, `newcomer-cancel-${width}`);
  await ask.getByRole('button', { name: '终止入职' }).press('Enter');
  await page.getByText(`已终止“${name}”的入职`).first().waitFor();
  await act('归档');
  await main.getByRole('button', { name: '取消归档', exact: true }).waitFor();
  expect(await wider(page)).toBe(0);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, `newcomer-cancelled-${width}`);
}

it('many are pasted, wrong ones marked at their rows; one is reminded, cancelled and archived', async () => {
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

  // One is reminded, once an hour, and cancelled, here and by HR on a phone; the file that has ended is put away.
  await endOnScreen(page, people[0]!, 1440);
  expect(problems).toEqual([]);
  await context.close();
  const phone = await newUser(browser, PHONE);
  await openAs(phone.page, of.hr, '/company/entry?state=TO_COLLECT');
  await endOnScreen(phone.page, people[1]!, 390);
  expect(phone.problems).toEqual([]);
  await phone.context.close();
  const { records } = await of.hr.call(listNewcomers, { state: 'ARCHIVED' });
  expect(records.map(({ realName }) => realName).sort()).toEqual([people[0]!.name, people[1]!.name].sort());
});

it('is completed at once after a change whose answer the page has not read anew yet', async () => {
  const of = await onboarding();
  const person = await newPerson();
  const { newcomerId, detail } = await handedIn(of, person);
  const ids = itemIdsOf(detail);
  const itemIds = ['籍贯', '紧急电话', '工资卡', '学历照片'].map((name) => ids[name]!);
  await of.hr.call(reviewNewcomer, { newcomerId, version: detail.version, itemIds, verdict: 'APPROVED' });
  const { page, context, problems } = await newUser(browser);
  await openAs(page, of.hr, `/company/entry?newcomerId=${newcomerId}`);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await button('填写人事项').click();
  await dialog.getByLabel('约定工资').fill('8,675,150.25');
  const answer = await holdReading(page);
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button('完成入职').click();
  const complete = dialog.getByRole('button', { name: '完成入职' });
  await complete.click();
  await expect.poll(() => complete.getAttribute('aria-busy')).toBe('true');
  answer();
  await page.getByText(`“${person.name}”已写入花名册`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await context.close();
});

it('goes on after a step before the page reads anew, keeps what is typed, overwrites nobody', async () => {
  const of = await onboarding();
  const { newcomerId, detail } = await handedIn(of, await newPerson());
  const ids = itemIdsOf(detail);
  const { page, context, problems } = await newUser(browser);
  await openAs(page, of.hr, `/company/entry?newcomerId=${newcomerId}`);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: '保存' });
  const answer = await holdReading(page);
  const version = async () => (await of.hr.call(getNewcomer, { newcomerId })).version;

  // The page still has the file as it was before the approval when the dialog is opened.
  await button('通过籍贯').click();
  await expect.poll(version).toBeGreaterThan(detail.version);
  await button('要求修改紧急电话').click();
  await dialog.getByLabel('原因').fill('请填写家人的号码');
  answer();
  // By its tag: below an open dialog, no role is offered.
  await page.locator('main').getByText('已通过').first().waitFor({ state: 'attached' });
  expect(await dialog.getByLabel('原因').inputValue()).toBe('请填写家人的号码');
  await dialog.getByRole('button', { name: '需修改' }).click();
  await page.getByText('已标记“紧急电话”需修改').waitFor();
  await dialog.waitFor({ state: 'detached' });

  // A colleague approves something else while HR fills in what only HR sees.
  await button('填写人事项').click();
  await dialog.getByLabel('约定工资').fill('8,675,150.25');
  const itemIds = [ids.工资卡!];
  await of.hr.call(reviewNewcomer, { newcomerId, version: await version(), itemIds, verdict: 'APPROVED' });
  await save.click();
  await dialog.waitFor({ state: 'detached' });

  // A colleague fills in the same field: theirs is not written over, and what was typed stays.
  await button('填写人事项').click();
  await dialog.getByLabel('约定工资').fill('8,675,150.26');
  const values = { [ids.约定工资!]: '8675150.27' };
  await of.hr.call(fillNewcomer, { newcomerId, version: await version(), values });
  await save.click();
  await page.getByText('该新员工的资料状态已变更', { exact: false }).first().waitFor();
  expect((await dialog.getByLabel('约定工资').inputValue()).replaceAll(',', '')).toBe('8675150.26');
  const revealed = await of.hr.call(revealNewcomer, { newcomerId, category: 'SALARY' });
  expect(revealed.values[ids.约定工资!]).toBe('8675150.27');
  expect(problems).toEqual([]);
  await context.close();
});

/** A file in review, on HR's screen, whose page reads nothing anew until `answer` is called. */
async function reviewHeld() {
  const of = await onboarding();
  const { newcomerId, detail } = await handedIn(of, await newPerson());
  const user = await newUser(browser);
  const { page } = user;
  await openAs(page, of.hr, `/company/entry?newcomerId=${newcomerId}`);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await button('通过籍贯').waitFor();
  const answer = await holdReading(page);
  const isChanged = async () => (await of.hr.call(getNewcomer, { newcomerId })).version > detail.version;
  return { ...user, button, answer, isChanged };
}

it('the focus stays where HR has put it when the page reads the file anew', async () => {
  const { page, context, problems, button, answer, isChanged } = await reviewHeld();
  await button('通过籍贯').press('Enter');
  await expect.poll(isChanged).toBe(true);
  await button('要求修改工资卡').focus();
  answer();
  await button('通过籍贯').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('原因').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('HR approves field after field by keyboard without waiting for the last: no key is lost', async () => {
  const { page, context, problems, button, answer, isChanged } = await reviewHeld();
  await button('通过籍贯').press('Enter');
  await expect.poll(isChanged).toBe(true);
  // A second press of the same button does nothing, one of the next is kept until it is its turn.
  await page.keyboard.press('Enter');
  await button('通过工资卡').press('Enter');
  await expect.poll(() => button('通过工资卡').getAttribute('aria-busy')).toBe('true');
  await button('通过学历照片').focus();
  answer();
  for (const name of ['籍贯', '工资卡']) await button(`通过${name}`).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await button('通过学历照片').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
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
