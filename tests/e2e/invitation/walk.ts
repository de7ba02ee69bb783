import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { listMyEnterprises, requestToken, sendAuthCode } from '#core/identity/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { companyA, newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentText } from '#tests/fixtures/messages.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { passCaptcha } from '#tests/fixtures/registration.ts';
import { product } from '#tests/product.ts';
import { newUser } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { carry } from '../open-as.ts';
import { said } from '../page.ts';
import { problemsLeft } from '../problems.ts';

/** The way from the link of a message to the signed contract, on a phone. */

export const PHONE = { width: 390, height: 844 };
export const nobody = () => new ApiClient(product().baseUrl);

/** A contract sent to somebody, by number or address, and the path of the link in the message to them. */
export async function sentTo(contact: string, realName: string, entName = '') {
  const sender = await companyA();
  const reached = contact.includes('@') ? { mobile: '', email: contact } : { mobile: contact };
  const signer = entName
    ? {
        signatoryId: newKey(),
        signatoryType: 'ENTERPRISE' as const,
        entName,
        userName: realName,
        mobile: '',
        signOrder: 1,
      }
    : personSigner({ realName, mobile: '' });
  const plan = await taskToSend(sender, [{ ...signer, ...reached }]);
  const { planId: taskId } = await sender.call(sendTask, plan);
  const path = await sentText(nobody(), contact, /(\/i\/[0-9a-z]{26})$/m);
  return { sender, planId: taskId, path, taskName: plan.taskName };
}

/** Counts how often a person touches the phone, and how many pages they see. */
export function counted(page: Page) {
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
export type Touch = ReturnType<typeof counted>['touch'];

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Has a code sent, which the focus then waits for, and types it. */
async function typeCode(page: Page, touch: Touch, contact: string, kind: `${string}验证码`): Promise<void> {
  await touch(button(page, '获取验证码').last());
  const code = await codeSentTo(nobody(), contact, kind);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('one-time-code');
  await page.keyboard.type(code);
}

/** The code is sent on by itself. */
export const enter = (page: Page, touch: Touch, contact: string) =>
  typeCode(page, touch, contact, '链接打开合同，验证码');

/** The notice about signing was read on this device before: it costs two touches more, once. */
export const readNotice = (page: Page) =>
  page.evaluate(() => {
    const { userId } = JSON.parse(sessionStorage.getItem('sass_token') ?? '{}') as { userId?: string };
    localStorage.setItem('sass_signNotice', JSON.stringify([userId]));
  });

/** The real name, whose name is in the form already; at the provider two touches, on a page of its own. */
export async function proveName(page: Page, touch: Touch): Promise<void> {
  await touch(page.getByRole('textbox', { name: '证件号码' }), (one) => one.fill(newResidentId()));
  await touch(button(page, '下一步：扫码认证'));
  const phone = await page.context().newPage();
  await touch(page.getByRole('link', { name: '在本机打开' }), async (one) =>
    phone.goto((await one.getAttribute('href')) ?? ''),
  );
  await touch(phone.getByRole('button', { name: '识别通过' }));
}

/** From the placed seals or signatures to the contract that is signed. */
export async function confirm(page: Page, touch: Touch, contact: string): Promise<void> {
  await touch(button(page, /^使用.*签署$/));
  await typeCode(page, touch, contact, '签署验证码');
  await touch(page.getByRole('dialog').getByRole('button', { name: '确认签署' }));
}

/** From the signing page of a person to the contract that is signed. */
export async function signOn(page: Page, touch: Touch, contact: string): Promise<void> {
  await touch(button(page, /^全部放上/));
  const board = page.getByRole('dialog', { name: '手写签名' });
  await touch(board.locator('canvas[data-ready="true"]'), writeOn);
  await touch(board.getByRole('button', { name: '使用这个签名' }));
  await confirm(page, touch, contact);
}

/** Finds the contract in the lists of whoever logs in anew by a code, on another phone. */
export async function findAnew(
  browser: Browser,
  contact: string,
  taskName: string,
  entName = '',
): Promise<void> {
  const visitor = nobody();
  const proof = await passCaptcha(visitor);
  await visitor.call(sendAuthCode, { authCodeType: 'LOGIN', mobile: contact, ...proof });
  const code = await codeSentTo(visitor, contact, '登录验证码');
  visitor.session = await visitor.call(requestToken, { grant_type: 'sms_code', mobile: contact, code });
  if (entName) {
    const { resList } = await visitor.call(listMyEnterprises, { current: 1, size: 10 });
    await visitor.switchTo(resList.find(({ name }) => name === entName)!.id);
  }
  const { page, context, problems } = await newUser(browser, PHONE);
  await carry(page, visitor.session);
  await page.goto('/contract/finished');
  await said(page, taskName);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
}
