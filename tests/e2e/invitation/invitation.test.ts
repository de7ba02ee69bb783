import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { companyA, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentText } from '#tests/fixtures/messages.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { carry } from '../open-as.ts';
import { said } from '../page.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const PHONE = { width: 390, height: 844 };
const nobody = () => new ApiClient(product().baseUrl);

/** A contract sent to somebody, and the path of the link in the message to them. */
async function sentTo(mobile: string, realName: string) {
  const sender = await companyA();
  const plan = await taskToSend(sender, [personSigner({ realName, mobile })]);
  const { planId: taskId } = await sender.call(sendTask, plan);
  const path = await sentText(nobody(), mobile, /(\/i\/[0-9a-z]{26})$/);
  return { sender, planId: taskId, path, taskName: plan.taskName };
}

/** Counts how often a person touches the phone, and how many pages they see. */
function counted(page: Page) {
  const pages = new Set<string>();
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (pathname !== '/home') pages.add(pathname);
  });
  let touches = 0;
  const touch = async (what: Locator, act: (what: Locator) => Promise<unknown> = (one) => one.click()) => {
    await act(what);
    touches++;
  };
  return { touch, pages, touches: () => touches };
}
type Touch = ReturnType<typeof counted>['touch'];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Has a code sent, which the focus then waits for, and types it. */
async function typeCode(page: Page, touch: Touch, mobile: string, kind: `${string}验证码`): Promise<void> {
  await touch(button(page, '获取验证码').last());
  const code = await codeSentTo(nobody(), mobile, kind);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('one-time-code');
  await page.keyboard.type(code);
}

/** The code is sent on by itself. */
const enter = (page: Page, touch: Touch, mobile: string) =>
  typeCode(page, touch, mobile, '链接打开合同，验证码');

/** The notice about signing was read on this device before: it costs two touches more, once. */
const readNotice = (page: Page) =>
  page.evaluate(() => {
    const { userId } = JSON.parse(sessionStorage.getItem('sass_token') ?? '{}') as { userId?: string };
    localStorage.setItem('sass_signNotice', JSON.stringify([userId]));
  });

/** From the signing page to the contract that is signed. */
async function signOn(page: Page, touch: Touch, mobile: string): Promise<void> {
  await touch(button(page, /^全部放上/));
  const board = page.getByRole('dialog', { name: '手写签名' });
  await touch(board.locator('canvas[data-ready="true"]'), writeOn);
  await touch(board.getByRole('button', { name: '使用这个签名' }));
  await touch(button(page, /^使用.*签署$/));
  await typeCode(page, touch, mobile, '签署验证码');
  await touch(page.getByRole('dialog').getByRole('button', { name: '确认签署' }));
}

it('leads a person with an account from the link to the signed contract: 2 pages, 7 touches', async () => {
  const person = await newPerson();
  const { sender, planId: taskId, path, taskName } = await sentTo(person.mobile, person.name);
  const { page, context, problems } = await newUser(browser, PHONE);
  const { touch, touches, pages } = counted(page);
  const answer = await page.goto(path);
  expect(answer!.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  });
  await said(page, taskName);
  await said(page, maskedMobile(person.mobile));
  expect(await flaws(page)).toEqual([]);
  expect(await wider(page)).toBe(0);
  await screenshot(page, 'invitation-390');
  await enter(page, touch, person.mobile);
  await page.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  await readNotice(page);
  await signOn(page, touch, person.mobile);
  await expect.poll(async () => (await sender.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  expect(touches()).toBe(7);
  expect([...pages]).toEqual([path, '/fileSign/fileSign']);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('leads a newcomer by code, agreements and real name to signed: 3 pages, 12 touches', async () => {
  const mobile = newMobile();
  const { sender, planId: taskId, path } = await sentTo(mobile, '陈受邀');
  const { page, context, problems } = await newUser(browser, { ...PHONE, colorScheme: 'dark' });
  const { touch, touches, pages } = counted(page);
  await page.goto(path);
  await enter(page, touch, mobile);
  await said(page, /无需设置密码/);
  await said(page, '点击“同意并继续”，即表示您已阅读并同意');
  expect(await page.getByRole('link', { name: /^《/ }).count()).toBe(4);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'invitation-newcomer-390-dark');
  await touch(button(page, '同意并继续'));
  await page.waitForURL(`**/auth/person?currentComp=AuthInit&planId=${taskId}`);
  await said(page, /认证后自动回到合同/);
  // The name to which the contract was sent is there.
  expect(await page.getByRole('textbox', { name: '真实姓名' }).inputValue()).toBe('陈受邀');
  await touch(page.getByRole('textbox', { name: '证件号码' }), (one) => one.fill(newResidentId()));
  await touch(button(page, '下一步：扫码认证'));
  // At the provider: two touches, on a page of its own.
  const phone = await context.newPage();
  await touch(page.getByRole('link', { name: '在本机打开' }), async (one) =>
    phone.goto((await one.getAttribute('href')) ?? ''),
  );
  await touch(phone.getByRole('button', { name: '识别通过' }));
  await page.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  await readNotice(page);
  const again = await signedIn(mobile);
  const { records } = await again.call(listTasks, { box: 'pending', dataRange: 'ALL' });
  expect(records.map((one) => one.planId)).toEqual([taskId]);
  await signOn(page, touch, mobile);
  await expect.poll(async () => (await sender.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  expect(touches()).toBe(12);
  expect([...pages]).toEqual([path, '/auth/person', '/fileSign/fileSign']);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('says to somebody else whose link it is, and to everybody that its contract was withdrawn', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const { sender, planId: taskId, path } = await sentTo(person.mobile, person.name);
  const { page, context, problems } = await newUser(browser);
  await carry(page, (await signedIn(other)).session!);
  await page.goto(path);
  await said(page, /当前登录的是其他账号/);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'invitation-other-1440');
  await button(page, `改用 ${maskedMobile(person.mobile)} 登录`).click();
  await button(page, '获取验证码').waitFor();
  await sender.call(revokeTask, { planId: taskId, reason: '条款有误' });
  await page.reload();
  await said(page, '发起方已撤回此合同，不能再签署。');
  await screenshot(page, 'invitation-withdrawn-1440');
  await page.goto(`/i/${'0'.repeat(26)}`);
  await said(page, '链接无效');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
