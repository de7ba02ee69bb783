import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { once } from '#tests/fixtures/approvals.ts';
import { ADMIN_A, COMPANY_A, companyA, newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { maskedMobile } from '#tests/fixtures/new-number.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { openAs } from '../open-as.ts';
import { press, said } from '../page.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const PHONE = { width: 390, height: 844 };
const CODE = 'blue-heron-7';

it('a sender chooses on a phone what a signer proves; the code stays out of the draft', async () => {
  const person = await newPerson();
  const { page, context, problems } = await newUser(browser, PHONE);
  const taskName = `验证${newKey().slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${newKey()}`, COMPANY_A.id);
  await page.setInputFiles('input[type=file]', await contractFile());
  await said(page, '已上传');
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await press(page, '下一步');
  const card = (n: number) => page.getByRole('article', { name: `签署方 ${n}`, exact: true });
  await press(page, '添加个人签署方');
  await card(2).getByRole('button', { name: '移除签署方 2' }).click();
  await card(2).getByRole('textbox', { name: '姓名' }).fill(person.name);
  await card(2).getByRole('textbox', { name: '手机号' }).fill(person.mobile);
  await card(2).getByText('签署前的验证').click();
  const add = async (name: string) => {
    await card(2)
      .getByRole('button', { name: /添加验证方式/ })
      .click();
    await page.getByRole('option', { name }).click();
  };
  await add('短信验证码');
  await add('访问码');
  await press(card(2), '把“访问码”前移一位');
  const rows = card(2).getByRole('list', { name: '按顺序要求的验证' }).getByRole('listitem');
  expect(await rows.allTextContents()).toEqual(['访问码', '短信验证码']);
  await press(page, '下一步');
  await press(page, '上一步');
  await card(2).getByText('请填写访问码，并用其他方式告诉签署人').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'signer-proofs-wizard-390');
  await card(2).getByRole('textbox', { name: '告诉签署人的访问码' }).fill(CODE);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'signer-proofs-wizard-1440-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  // The draft keeps the order, and not the code.
  await page.reload();
  await card(2).getByText('访问码 → 短信验证码').click();
  const code = card(2).getByRole('textbox', { name: '告诉签署人的访问码' });
  expect(await code.inputValue()).toBe('');
  await code.fill(CODE);
  await press(page, '签署位置');
  await press(page, '自动放置');
  await page.locator('[data-placement]').nth(1).waitFor();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/startWithMe**');
  const a = await companyA();
  const { records } = await a.call(listTasks, { box: 'startWithMe', keyword: taskName });
  const { signerList } = await a.call(getTask, { planId: records[0]!.planId });
  expect(signerList.map(({ proofs }) => proofs)).toEqual([[], ['ACCESS_CODE', 'SMS']]);
  await page.goto(`/contract/summary/${records[0]!.planId}`);
  await said(page, '签署前验证：访问码 → 短信验证码');
  await screenshot(page, 'signer-proofs-summary-1440');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('a signer on a phone is asked for one proof after the other, and signs', async () => {
  const person = await newPerson({ signPassword: DEMO.signPassword });
  const a = await companyA();
  const wanted = {
    ...personSigner({ realName: person.name, mobile: person.mobile }),
    proofs: ['ACCESS_CODE' as const, 'SMS' as const, 'PASSWORD' as const],
    accessCode: CODE,
  };
  const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [wanted]), once());
  const { page, context, problems } = await newUser(browser, PHONE);
  const client = await openAs(page, await signedIn(person), `/fileSign/fileSign?planId=${taskId}`);
  await press(page, /^全部放上/);
  const board = page.getByRole('dialog', { name: '手写签名' });
  await writeOn(board.locator('canvas[data-ready="true"]'));
  await press(board, '使用这个签名');
  await press(page, /^使用.*签署$/);
  const dialog = page.getByRole('dialog', { name: '请按发起方的要求逐项验证' });
  await dialog.getByRole('textbox', { name: '访问码' }).fill('red-heron-1');
  await press(dialog, '验证');
  await said(page, '访问码不正确');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'signer-proofs-390');
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'signer-proofs-390-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('textbox', { name: '访问码' }).fill(CODE);
  await press(dialog, '验证');
  await dialog.getByText(`验证码发送到 ${maskedMobile(person.mobile)}`).waitFor();
  await press(dialog, '获取验证码');
  const code = await codeSentTo(client, person.mobile, '签署验证码');
  await dialog.getByRole('textbox', { name: '短信验证码' }).fill(code);
  await press(dialog, '验证');
  // Given in this session, they stand for a quarter of an hour, whatever happens to the page.
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('签署密码').fill(DEMO.signPassword);
  await screenshot(page, 'signer-proofs-1440');
  await press(dialog, '验证');
  const last = page.getByRole('dialog', { name: '确认签署' });
  await last.getByText('验证已完成，请确认签署').waitFor();
  await page.setViewportSize(PHONE);
  await screenshot(page, 'signer-proofs-done-390');
  await press(last, '确认签署');
  await expect.poll(async () => (await a.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
