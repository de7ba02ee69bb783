import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideReview, getReview } from '#core/platform/calls.ts';
import { listEntAuth, submitEntReview } from '#core/realname/enterprise-calls.ts';
import { getTask } from '#core/task/calls.ts';
import { PLATFORM } from '#tests/fixtures/contracts.ts';
import {
  auditPhotos,
  newBankAccount,
  newCreditCode,
  newEntName,
  openDraft,
  realPerson,
  wholeDraft,
} from '#tests/fixtures/enterprise-drafts.ts';
import { sentMessages, sentText } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { said } from '../page.ts';
import { problemsLeft } from '../problems.ts';
import { chooseArea, picture, type } from '../realname/fill-enterprise.ts';
import { openNew, openSession } from '../realname/open-as-new.ts';
import {
  button,
  confirm,
  counted,
  enter,
  findAnew,
  nobody,
  PHONE,
  proveName,
  readNotice,
  sentTo,
  type Touch,
  wider,
} from './walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Fields and pictures are touched once each. */
const fill = (page: Page, touch: Touch) => async (name: string, text: string) =>
  touch(page.getByRole('textbox', { name: new RegExp(`^${name}`) }), () => type(page, name, text));
const photo = (page: Page, touch: Touch) => async (kind: string, name: string) => {
  await touch(page.locator(`[data-photo="${kind}"]`), () => picture(page, kind));
  await page.getByRole('img', { name }).waitFor();
};

/** The enterprise's own verification: its data, its legal representative, its bank account. */
async function proveEnterprise(page: Page, touch: Touch, entName: string): Promise<void> {
  const [write, upload, bankAccount] = [fill(page, touch), photo(page, touch), newBankAccount()];
  // The name to which the contract was sent is there.
  await expect.poll(() => page.getByRole('textbox', { name: /^企业名称/ }).inputValue()).toBe(entName);
  await write('统一社会信用代码', newCreditCode());
  await write('联系电话', '010-88886666');
  await write('邮政编码', '100020');
  await chooseArea(page, ['北京市', '北京市', '朝阳区'], touch);
  await write('详细地址', '建国路 88 号');
  await upload('LICENCE', '营业执照');
  await touch(button(page, '下一步'));
  await write('法定代表人姓名', '郑法人');
  await write('证件号码', newResidentId());
  await touch(page.getByText('长期有效'));
  await upload('LEGAL_FRONT', '法定代表人证件正面');
  await upload('LEGAL_BACK', '法定代表人证件反面');
  await touch(button(page, '下一步'));
  await write('开户银行', '中国工商银行北京分行');
  await write('对公账号', bankAccount);
  await touch(button(page, '提交并打款'));
  await page.getByRole('heading', { name: '核对打款金额' }).waitFor();
  await write('到账金额', await sentText(nobody(), bankAccount, /收到 (0\.\d\d) 元/));
  await touch(button(page, '确认金额'));
}

it('leads the operator of an unregistered enterprise to signed: 4 pages, 37 touches', async () => {
  const [mobile, entName] = [newMobile(), newEntName()];
  const { sender, planId: taskId, path, taskName } = await sentTo(mobile, '陈经办', entName);
  const { page, context, problems } = await newUser(browser, PHONE);
  const { touch, touches, pages } = counted(page);
  await page.goto(path);
  await enter(page, touch, mobile);
  await touch(button(page, '同意并继续'));
  await said(page, /尚未在平台认证/);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'invitation-enterprise-390');
  await touch(button(page, '去认证企业'));
  await page.waitForURL(`**/auth/person?*planId=${taskId}*`);
  await said(page, /再认证企业，之后自动回到合同/);
  await proveName(page, touch);
  await page.waitForURL('**/auth/company?*');
  await said(page, new RegExp(`“${taskName}”须由“${entName}”签署`));
  expect(await flaws(page)).toEqual([]);
  expect(await wider(page)).toBe(0);
  await screenshot(page, 'invitation-enterprise-form-390');
  await proveEnterprise(page, touch, entName);
  await said(page, `“${entName}”认证通过`);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'invitation-enterprise-passed-390');
  await touch(button(page, '去签署合同'));
  await page.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  await readNotice(page);
  await button(page, '制作印章').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'sign-no-seal-390');
  await touch(button(page, '制作印章'));
  const dialog = page.getByRole('dialog', { name: '制作印章' });
  await dialog.getByRole('img', { name: '印章预览' }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'sign-first-seal-390');
  await touch(dialog.getByRole('button', { name: '制作并启用' }));
  await touch(button(page, /^全部放上/));
  await confirm(page, touch, mobile);
  await expect.poll(async () => (await sender.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
  expect(touches()).toBe(37);
  // By way of the enterprise's page, which asks for the operator's own name first.
  expect([...pages]).toEqual([path, '/auth/company', '/auth/person', '/fileSign/fileSign']);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
  await findAnew(browser, mobile, taskName, entName);
});

it('leads whoever comes back during the review of their enterprise to it, and to the contract', async () => {
  const [person, entName] = [await realPerson(), newEntName()];
  const { planId: taskId, path, taskName } = await sentTo(person.mobile, '周办理', entName);
  const draft = { ...(await wholeDraft(person, { entName })), photos: await auditPhotos(person) };
  const applicationId = await openDraft(person, draft);
  await person.client.call(submitEntReview, { applicationId });
  const { page, context, problems } = await openNew(browser, person, path, { language: 'en-US' });
  await page.getByRole('button', { name: 'Read the contract' }).click();
  await page.waitForURL(`**/contract/preview?planId=${taskId}`);
  await page.getByRole('link', { name: 'Verify the enterprise' }).click();
  await page.waitForURL('**/auth/company?*');
  await said(page, 'Handed in, under review');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'realname-ent-review-waiting-1440-en');
  // No second application was begun.
  expect(await person.client.call(listEntAuth, {})).toMatchObject([{ applicationId }]);

  const reviewer = await signedIn(PLATFORM);
  const { version } = await reviewer.call(getReview, { applicationId });
  await reviewer.call(decideReview, { applicationId, version, pass: true });
  // The page asks again by itself.
  const toSign = page.getByRole('button', { name: 'Sign the contract' });
  await toSign.waitFor();
  await screenshot(page, 'realname-ent-passed-1440-en');
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'realname-ent-passed-1440-en-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await toSign.click();
  await page.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  await page.getByRole('button', { name: 'Make a seal' }).waitFor();
  await screenshot(page, 'sign-no-seal-1440-en');
  await page.getByRole('button', { name: 'Make a seal' }).click();
  await page.getByRole('img', { name: 'Preview of the seal' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'sign-first-seal-1440-en-dark');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  // Whoever has closed the page meanwhile is written to, with the link that leads to the contract now.
  const messages = await sentMessages(person.client, person.mobile);
  expect(messages.filter(({ text }) => text.includes(taskName) && text.endsWith(path))).toHaveLength(2);
  const again = await openSession(browser, await signedIn(person), path, PHONE);
  await again.page.waitForURL(`**/fileSign/fileSign?planId=${taskId}`);
  await again.context.close();
});
