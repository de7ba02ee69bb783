import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideSimulatedCheck, queryPersonInfo } from '#core/realname/calls.ts';
import { startFaceAuth } from '#core/realname/submit-calls.ts';
import { unverifiedPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { flaws } from '../axe.ts';
import { openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { openNew } from './open-as-new.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function fill(page: Page, name: string, number: string) {
  await page.getByRole('textbox', { name: '真实姓名' }).fill(name);
  await page.getByRole('textbox', { name: '证件号码' }).fill(number);
}

describe('the real name of a person on the screen', () => {
  it('[2.11] [4.16e] [4.16f] [4.17a] leads from home over the phone to signature and enterprise', async () => {
    const person = await unverifiedPerson();
    const { page, context, problems } = await openNew(browser, person, '/home');
    const made: string[] = [];
    page.on('request', (request) => made.push(new URL(request.url()).pathname));
    await page.getByRole('dialog', { name: '完成实名认证' }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-home-first');
    await page.getByRole('button', { name: '去认证' }).click();
    await page.waitForURL('**/auth/person?currentComp=AuthInit');
    // Full-screen: without the shell that home has.
    await page.getByRole('button', { name: '下一步：扫码认证' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('button', { name: '下一步：扫码认证' }).click();
    await page.getByText('请输入真实姓名').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('realName');
    await fill(page, '买买提•吐尔逊', '110105194912310021');
    await page.getByRole('button', { name: '下一步：扫码认证' }).click();
    await page.getByText('证件号码与所选证件类型不符').waitFor();
    await page.getByRole('textbox', { name: '证件号码' }).fill(newResidentId());
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-person-form');
    await page.getByRole('button', { name: '下一步：扫码认证' }).click();
    await page.getByRole('img', { name: '人脸识别二维码' }).waitFor();
    const address = new URL(page.url());
    expect(address.searchParams.get('currentComp')).toBe('AuthH5');
    expect(address.searchParams.get('transId')).toMatch(/^[0-9a-z]{8,}$/);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-face');

    const phone = await context.newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto((await page.getByRole('link', { name: '在本机打开' }).getAttribute('href')) ?? '');
    await phone.getByRole('button', { name: '识别通过' }).waitFor();
    await screenshot(phone, 'realname-sim-face');
    await phone.getByRole('button', { name: '识别通过' }).click();
    await phone.waitForURL('**/faceAuthResult?**');
    await phone.getByRole('heading', { name: '人脸识别通过' }).waitFor();
    await screenshot(phone, 'realname-face-result');
    expect(await flaws(phone)).toEqual([]);

    await page.getByRole('dialog', { name: /签名/ }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    // Confirmed, the person read anew, and for an OUTSIDE person once more.
    const after = () => made.slice(made.findIndex((path) => path.endsWith('/confirmFaceAuth')));
    for (const path of ['/person/info', '/getLoggedUserInfo', '/person/extendInfo'])
      await expect.poll(() => after().some((one) => one.endsWith(path)), { message: path }).toBe(true);
    await screenshot(page, 'realname-home-signature');
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await page.getByRole('dialog', { name: '继续认证企业？' }).waitFor();
    await screenshot(page, 'realname-home-next');
    await page.getByRole('button', { name: '去认证企业' }).click();
    await page.waitForURL('**/account/myBusiness?active=2');
    const info = await person.client.call(queryPersonInfo, { id: person.id });
    expect(info).toMatchObject({ authStatus: 'AUTH', realName: '******逊' });
    expect(await problemsLeft(problems)).toEqual([]);

    await page.goto('/single/auth/person?currentComp=AuthInit');
    await page.getByText('******逊').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('button', { name: '查看完整信息' }).click();
    await page.getByText('买买提·吐尔逊').waitFor();
    await screenshot(page, 'realname-person-verified');
    await context.close();
  });

  it.each([
    ['OUTSIDE', 1],
    ['INSIDE', 0],
  ] as const)(
    '[4.17a] [4.17b] after a face one confirmation, one new reading; %s: %i further refreshes',
    async (ownerType, further) => {
      const person = await unverifiedPerson({ ownerType });
      const { transId } = await person.client.call(startFaceAuth, {
        userId: person.id,
        businessType: 'AUTH',
        ownerType: 'PERSON',
        person: { realName: '陈新人', idType: 'RESIDENT_ID', idNumber: newResidentId() },
      });
      await person.client.call(decideSimulatedCheck, { ref: transId, state: 'SUCCESS' });
      const { page, context } = await openNew(browser, person, '/login');
      // What the further refresh answers is what the session holds afterwards.
      await page.route('**/person/extendInfo*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        await route.fulfill({ response, json: { ...json, data: { ...json.data, perPhone: '13000000000' } } });
      });
      const answered: string[] = [];
      page.on('requestfinished', (request) => answered.push(new URL(request.url()).pathname));
      await page.goto(`/home?transId=${transId}&result=SUCCESS`);
      // What is said comes after everything that was asked for.
      await page.getByText('实名认证已完成').waitFor();
      const times = (end: string, from = 0) => answered.slice(from).filter((one) => one.endsWith(end)).length;
      await expect.poll(() => times('/confirmFaceAuth')).toBe(1);
      const confirmed = answered.findIndex((one) => one.endsWith('/confirmFaceAuth'));
      await expect.poll(() => times('/getLoggedUserInfo', confirmed)).toBe(1);
      await expect.poll(() => times('/person/extendInfo')).toBe(further);
      await expect.poll(() => new URL(page.url()).search).toBe('');
      expect(times('/person/extendInfo')).toBe(further);
      const at = (end: string, from = 0) => answered.findIndex((one, i) => i >= from && one.endsWith(end));
      if (further) expect(at('/person/extendInfo')).toBeGreaterThan(at('/getLoggedUserInfo', confirmed));
      await expect
        .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('sass_userExtendInfo')!)))
        .toMatchObject({
          personalAuthStatus: 'AUTH',
          userOwnerType: ownerType,
          perPhone: further ? '13000000000' : expect.stringMatching(/^\d{3}\*{4}\d{4}$/),
        });
      await context.close();
    },
  );

  it('[8.8a] [8.20d] says that a face failed; one that cannot be confirmed leaves the page', async () => {
    const person = await unverifiedPerson();
    const { page, context } = await openNew(browser, person, '/auth/person?currentComp=AuthInit', {
      colorScheme: 'dark',
    });
    await fill(page, '李失败', newResidentId());
    await page.getByRole('button', { name: '下一步：扫码认证' }).click();
    const link = await page.getByRole('link', { name: '在本机打开' }).getAttribute('href');
    const phone = await context.newPage();
    await phone.goto(link ?? '');
    await phone.getByRole('button', { name: '识别未通过' }).click();
    await phone.getByRole('heading', { name: '人脸识别未通过' }).waitFor();
    await page.getByText('人脸识别未通过，请重新认证。').waitFor();
    await screenshot(page, 'realname-face-failed-dark');
    await page.getByRole('button', { name: '重新认证' }).click();
    await page.getByRole('textbox', { name: '真实姓名' }).waitFor();

    await page.goto('/home?transId=nothing0000&result=SUCCESS');
    await page.getByRole('dialog', { name: '完成实名认证' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goto('/home?transId=nothing0000&result=500');
    await page.getByText('人脸识别未通过，请重新认证。').waitFor();
    await context.close();
  });

  it('[5.10c] [4.16c] on a phone: pictures are judged before sending, then pending or withdrawn', async () => {
    const person = await unverifiedPerson();
    const { page, context, problems } = await openNew(browser, person, '/auth/person?currentComp=AuthInit', {
      width: 390,
      height: 844,
    });
    await fill(page, '王审核', newResidentId());
    await page.getByText('人工审核', { exact: true }).click();
    await page.getByRole('button', { name: '提交审核' }).click();
    await expect.poll(() => page.getByText('请上传图片').count()).toBe(3);
    const choose = (kind: string, name: string, buffer: Buffer) =>
      page.locator(`[data-photo="${kind}"]`).setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('AUDIT_FRONT', 'id.png', Buffer.from('<script>alert(1)</script>'));
    await page.getByText('只支持 png、jpg、jpeg 格式的图片').waitFor();
    for (const kind of ['AUDIT_FRONT', 'AUDIT_BACK', 'AUDIT_HELD'])
      await choose(kind, `${kind}.png`, Buffer.from(plainPng(640, 400)));
    await expect.poll(() => page.locator('img[alt^="证件"], img[alt^="手持"]').count()).toBe(3);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-review-390');
    await page.getByRole('button', { name: '提交审核' }).click();
    await page.getByRole('heading', { name: '资料已提交，正在审核' }).waitFor();
    await screenshot(page, 'realname-ongoing-390');
    await page.goto('/home');
    const dialog = page.getByRole('dialog', { name: '实名认证进行中' });
    await dialog.waitFor();
    await screenshot(page, 'realname-home-ongoing-390');
    await dialog.getByRole('button', { name: '撤回申请' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回申请' }).click();
    await page.getByText('申请已撤回').waitFor();
    expect((await person.client.call(queryPersonInfo, { id: person.id })).authStatus).toBe('UNAUTH');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});
