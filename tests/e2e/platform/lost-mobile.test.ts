import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '#db/schema/index.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { database, keyring, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';

import { loggedIn, signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs } from '../open-as.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('the platform binds another mobile for a lost one, by papers and a code; on a phone, too', async () => {
  const person = await newPerson();
  const idNumber = newResidentId();
  await database()
    .update(account)
    .set({ idNumberSealed: await (await keyring()).sealField(idNumber, `idNumber:${person.id}`) })
    .where(eq(account.id, person.id));
  const reviewer = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
  const desk = await newUser(browser);
  await openAs(desk.page, reviewer, '/platform/review');
  await desk.page.getByRole('button', { name: '更换某人的手机号' }).click();
  const dialog = desk.page.getByRole('dialog', { name: '更换某人的手机号' });
  const submit = dialog.getByRole('button', { name: '更换手机号' });
  await submit.click();
  await dialog.getByText('请填写').first().waitFor();
  const next = newMobile();
  await dialog.getByLabel('原手机号').fill(person.mobile);
  await dialog.getByLabel('证件姓名').fill(person.name);
  await dialog.getByLabel('证件号码').fill(newResidentId());
  await dialog.getByLabel('新手机号', { exact: true }).fill(next);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await desk.page.getByText('验证码已发送到新手机号').waitFor();
  await dialog
    .getByLabel('新手机号收到的验证码')
    .fill(await codeSentTo(reviewer, next, '绑定此手机号，验证码'));
  await dialog.getByLabel('原因').fill('手机丢失，视频核对身份证原件');
  await submit.click();
  await dialog.getByText('姓名或证件号码与该用户的实名信息不一致').first().waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'platform-lost-mobile');
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await desk.page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await screenshot(desk.page, 'platform-lost-mobile-390-dark');
  expect(await flaws(desk.page)).toEqual([]);
  await dialog.getByLabel('证件号码').fill(idNumber);
  // By the keyboard alone from here on.
  await dialog.getByLabel('证件号码').press('Enter');
  await desk.page.getByText('已更换手机号').waitFor();
  await loggedIn(next);
});
