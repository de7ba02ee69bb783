import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask, revokeTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { newId } from '#tests/fixtures/product-database.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { carry } from '../open-as.ts';
import { said } from '../page.ts';
import { problemsLeft } from '../problems.ts';
import {
  button,
  counted,
  enter,
  findAnew,
  PHONE,
  proveName,
  readNotice,
  sentTo,
  signOn,
  wider,
} from './walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('leads a person with an account from the link to signed: 2 pages, 7 touches', async () => {
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
  await findAnew(browser, person.mobile, taskName);
});

it('leads a newcomer by code, agreements and real name to signed: 3 pages, 12 touches', async () => {
  const mobile = newMobile();
  const { sender, planId: taskId, path, taskName } = await sentTo(mobile, '陈受邀');
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
  await proveName(page, touch);
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
  await findAnew(browser, mobile, taskName);
});

it('leads somebody by mail, without a number, from the link to signed: 3 pages, 12 touches', async () => {
  const mail = `chen-${newId()}@example.com`;
  const { sender, planId: taskId, path, taskName } = await sentTo(mail, '陈邮达');
  const { page, context, problems } = await newUser(browser, PHONE);
  const { touch, touches, pages } = counted(page);
  await page.goto(path);
  await said(page, 'c***@example.com');
  expect(await flaws(page)).toEqual([]);
  expect(await wider(page)).toBe(0);
  await screenshot(page, 'invitation-mail-390');
  await enter(page, touch, mail);
  await touch(button(page, '同意并继续'));
  await page.waitForURL(`**/auth/person?currentComp=AuthInit&planId=${taskId}`);
  await proveName(page, touch);
  await page.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  await readNotice(page);
  await signOn(page, touch, mail);
  await expect.poll(async () => (await sender.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  expect(touches()).toBe(12);
  expect([...pages]).toEqual([path, '/auth/person', '/fileSign/fileSign']);
  // Their account has no number, says so, and can have one.
  await page.goto('/account/accountInfo');
  await said(page, '未绑定。签署验证码发到邮箱');
  await page.getByRole('button', { name: '绑定', exact: true }).click();
  await page.getByRole('dialog', { name: '绑定手机号' }).waitFor();
  await said(page, '当前邮箱 c***@example.com 的验证码');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'account-without-number-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
  await findAnew(browser, mail, taskName);
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
