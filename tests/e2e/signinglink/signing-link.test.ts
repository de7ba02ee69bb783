import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSigningLinkEntries, readSigningLink } from '#core/signinglink/calls.ts';
import { getTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { sign } from '#tests/fixtures/contracts.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { answerOf } from '#tests/fixtures/registration.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { nobody, publishedBy, publishedLink, sendIn } from '#tests/fixtures/signing-links.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { openAs } from '../open-as.ts';
import { press, said } from '../page.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const PHONE = { width: 390, height: 844 };
const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Passes the security verification that a press opens, by keyboard; the answer is read in the database. */
async function passPuzzle(page: Page, opens: () => Promise<void>): Promise<void> {
  const coming = page.waitForResponse((response) => response.url().includes('captchaType=blockPuzzle'));
  await opens();
  const { data } = (await (await coming).json()) as { data: { repData: { token: string } } };
  const { x } = await answerOf<{ x: number }>(data.repData.token);
  const slider = page.getByRole('slider');
  await slider.focus();
  while (Number(await slider.inputValue()) < x - 26) await page.keyboard.press('PageUp');
  while (Number(await slider.inputValue()) < x) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '安全验证' }).waitFor({ state: 'detached' });
}

const focusOnCode = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('one-time-code');

/** Proves a number at the page of a link. */
async function prove(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(mobile);
  await passPuzzle(page, () => press(page, '获取验证码'));
  await focusOnCode(page);
  await page.keyboard.type(await codeSentTo(nobody(), mobile, '手机号，验证码'));
}

/** The notice about signing was read on this device before. */
const readNotice = (page: Page) =>
  page.evaluate(() => {
    const { userId } = JSON.parse(sessionStorage.getItem('sass_token') ?? '{}') as { userId?: string };
    localStorage.setItem('sass_signNotice', JSON.stringify([userId]));
  });

async function signOn(page: Page, mobile: string): Promise<void> {
  await press(page, /^全部放上/);
  const board = page.getByRole('dialog', { name: '手写签名' });
  await writeOn(board.locator('canvas[data-ready="true"]'));
  await press(board, '使用这个签名');
  await press(page, /^使用.*签署$/);
  await page.getByRole('button', { name: '获取验证码' }).last().click();
  await focusOnCode(page);
  await page.keyboard.type(await codeSentTo(nobody(), mobile, '签署验证码'));
  await press(page.getByRole('dialog'), '确认签署');
}

it('leads a newcomer on a phone from the link to the signed contract: 3 pages, 6 screens', async () => {
  const { admin, linkId, code } = await publishedLink();
  const mobile = newMobile();
  const { page, context, problems } = await newUser(browser, PHONE);
  const pages = new Set<string>();
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (pathname !== '/home') pages.add(pathname);
  });
  let screens = 0;
  const look = async (name: string) => {
    screens++;
    expect(await flaws(page)).toEqual([]);
    expect(await wider(page)).toBe(0);
    await screenshot(page, `signing-link-${screens}-${name}-390`);
  };
  const answer = await page.goto(`/s/${code}`);
  expect(answer!.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  });
  await said(page, '会员协议');
  // Nothing of what the publisher filled in, before the code.
  expect(await page.content()).not.toContain('HT-LINK');
  await look('number');
  await prove(page, mobile);
  await said(page, /无需设置密码/);
  await look('agreements');
  await press(page, '同意并继续');
  await page.getByLabel('姓名', { exact: true }).waitFor();
  await look('fill');
  await press(page, '查看合同并签署');
  await said(page, '请填写姓名');
  await page.getByLabel('姓名', { exact: true }).fill('陈来签');
  await page.getByLabel('金额', { exact: true }).fill('1280');
  await press(page, '查看合同并签署');
  await page.waitForURL('**/auth/person?currentComp=AuthInit&planId=*');
  expect(await page.getByRole('textbox', { name: '真实姓名' }).inputValue()).toBe('陈来签');
  screens++;
  await page.getByRole('textbox', { name: '证件号码' }).fill(newResidentId());
  await press(page, '下一步：扫码认证');
  const provider = await context.newPage();
  const there = await page.getByRole('link', { name: '在本机打开' }).getAttribute('href');
  await provider.goto(there ?? '');
  await press(provider, '识别通过');
  await page.waitForURL('**/fileSign/fileSign?planId=*');
  await readNotice(page);
  screens++;
  await signOn(page, mobile);
  const { records } = await admin.call(listSigningLinkEntries, { linkId });
  const { planId: taskId } = records[0]!;
  await expect
    .poll(async () => (await admin.call(getTask, { planId: taskId })).signerList.map((one) => one.status))
    .toContain('SIGNED');
  screens++;
  expect(screens).toBe(6);
  expect([...pages]).toEqual([`/s/${code}`, '/auth/person', '/fileSign/fileSign']);
  // Opened again, it leads to what was signed and takes nothing more.
  await page.goto(`/s/${code}`);
  await press(page, /换用其他手机号/);
  await page.getByLabel('手机号', { exact: true }).waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('says on a phone why a link takes nobody, and that what was sent in waits', async () => {
  const seller = await selling();
  const ended = await publishedBy(seller, { limit: 1 });
  await sendIn(await signedIn(await newPerson()), ended.code);
  const waiting = await publishedBy(seller, { approval: true });
  const person = await newPerson();
  const { page, context, problems } = await newUser(browser, { ...PHONE, colorScheme: 'dark' });
  await page.goto(`/s/${ended.code}`);
  await said(page, /名额已满/);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'signing-link-full-390-dark');
  await page.goto(`/s/${'0'.repeat(26)}`);
  await said(page, '链接无效或已更换');
  await page.goto(`/s/${waiting.code}`);
  await prove(page, person.mobile);
  await page.getByLabel('金额', { exact: true }).fill('99');
  await screenshot(page, 'signing-link-fill-390-dark');
  await press(page, '提交');
  await said(page, /等待 .* 确认/);
  await screenshot(page, 'signing-link-waits-390-dark');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('is published, shown, stopped and decided on by its sender, at 1440 and at 390', async () => {
  const seller = await selling();
  const { page, context, problems } = await newUser(browser, { width: 1440, height: 900 });
  await openAs(page, seller.admin, '/contract/signingLink');
  await said(page, '还没有签署链接');
  await screenshot(page, 'signing-links-empty-1440');
  await page.goto(`/contract/signingLink?template=${seller.id}`);
  const dialog = page.getByRole('dialog', { name: '发布签署链接' });
  await dialog.getByLabel('名称', { exact: true }).fill('门店会员协议');
  await dialog.getByLabel('经办人', { exact: true }).fill(seller.boss.name);
  await dialog.getByLabel('手机号', { exact: true }).fill(seller.boss.mobile);
  await dialog.getByLabel('合同编号', { exact: true }).fill('HT-SHOP');
  await dialog.getByLabel('允许的手机号', { exact: true }).fill('138 0013 8000\n12345');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'signing-link-publish-1440');
  await press(dialog, '发布');
  await said(page, '这些不是手机号：12345');
  await dialog.getByLabel('允许的手机号', { exact: true }).fill('');
  await dialog.getByText('逐份确认').click();
  await press(dialog, '发布');
  await page.waitForURL(/\/contract\/signingLink\/[0-9a-z]+$/);
  await said(page, '还没有人提交');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'signing-link-page-1440');
  const linkId = new URL(page.url()).pathname.split('/').at(-1)!;
  const { url } = await seller.admin.call(readSigningLink, { linkId });
  const person = await newPerson({ signPassword: DEMO.signPassword });
  const client = await signedIn(person);
  await sendIn(client, url.slice(-26));
  await page.getByRole('cell', { name: person.name }).waitFor();
  await press(page.getByRole('row').filter({ hasText: person.name }), '接受');
  await press(page.getByRole('alertdialog'), '接受');
  await said(page, `已为“${person.name}”发起合同`);

  const counter = await newUser(browser, { width: 1440, height: 900, colorScheme: 'dark' });
  await openAs(counter.page, seller.admin, `/contract/signingLink/${linkId}/counter`);
  await said(counter.page, '已签署 0 份');
  expect(await flaws(counter.page)).toEqual([]);
  await screenshot(counter.page, 'signing-link-counter-1440-dark');
  const { records } = await seller.admin.call(listSigningLinkEntries, { linkId });
  await sign(client, records[0]!.planId);
  await said(counter.page, /刚刚有人签署完成/);
  expect(await counter.page.content()).not.toContain(person.name);
  await counter.context.close();

  await press(page, '停用');
  await press(page.getByRole('alertdialog'), '停用');
  await said(page, '已停用');
  const phone = await newUser(browser, { ...PHONE, colorScheme: 'dark' });
  await openAs(phone.page, seller.admin, `/contract/signingLink/${linkId}`);
  await said(phone.page, '提交记录');
  expect(await flaws(phone.page)).toEqual([]);
  expect(await wider(phone.page)).toBe(0);
  await screenshot(phone.page, 'signing-link-page-390-dark');
  await phone.page.goto('/contract/signingLink');
  await said(phone.page, '门店会员协议');
  await screenshot(phone.page, 'signing-links-390-dark');
  expect(await problemsLeft(problems, phone.problems)).toEqual([]);
  await phone.context.close();
  await context.close();
});
