import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPlatformOptions } from '#core/config/calls.ts';
import { listKeyProofs } from '#core/identity/ukey-calls.ts';
import { createSeal } from '#core/seal/calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { type HardwareAuthority, hardwareAuthority } from '#tests/fixtures/attested-keys.ts';
import { PLATFORM } from '#tests/fixtures/contracts.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { softwareKey } from '#tests/fixtures/software-key.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
let maker: HardwareAuthority;
beforeAll(async () => {
  browser = await openBrowser();
  maker = hardwareAuthority('Maker of Keys');
});
afterAll(async () => {
  await browser?.close();
  maker.end();
});

const file = (name: string, base64: string) => ({
  name,
  mimeType: 'application/x-x509-ca-cert',
  buffer: Buffer.from(base64, 'base64'),
});

describe('what binding a key asks for', () => {
  it('is chosen by the platform: proofs, attested keys, and the makers who attest them', async () => {
    const platform = await signedIn(PLATFORM);
    const { page, problems } = await newUser(browser);
    await openAs(page, platform, '/platform/options?tab=keys');
    const form = page.getByRole('form', { name: '密钥绑定' });
    await form.getByText('还没有机构证书').waitFor();
    expect(await flaws(page)).toEqual([]);
    await form.getByRole('switch', { name: '只接受经硬件机构认证的密钥' }).check();
    await form.getByText('请先添加至少一个可信硬件机构').first().waitFor();
    const [statement] = maker.attest(softwareKey().request);
    const add = form.locator('input[type=file]');
    await add.setInputFiles(file('leaf.der', statement));
    await page.getByText('不是有效的机构证书').waitFor();
    await add.setInputFiles(file('root.der', maker.root));
    await form.getByText('Maker of Keys').waitFor();
    await form.getByRole('checkbox', { name: '签署密码' }).uncheck();
    await form.getByRole('checkbox', { name: '短信验证码' }).uncheck();
    await form.getByText('请至少选择一种确认方式').waitFor();
    await screenshot(page, 'key-policy-1440');
    expect(await flaws(page)).toEqual([]);
    // Saved with what changes nothing for others: both proofs, and every key.
    await form.getByRole('checkbox', { name: '签署密码' }).check();
    await form.getByRole('checkbox', { name: '短信验证码' }).check();
    await form.getByRole('switch', { name: '只接受经硬件机构认证的密钥' }).uncheck();
    await form.getByRole('button', { name: '保存' }).click();
    await page.getByText('设置已保存').waitFor();
    const { keys } = await platform.call(getPlatformOptions, {});
    expect(keys.value).toEqual({
      proofs: ['PASSWORD', 'SMS'],
      attestedOnly: false,
      authorities: [{ name: 'Maker of Keys', certificate: maker.root }],
    });
    await page.getByRole('tab', { name: '修改记录' }).click();
    await page.getByRole('cell', { name: '密钥绑定' }).first().waitFor();

    const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
    await openAs(phone.page, platform, '/platform/options?tab=keys');
    await phone.page.getByText('Maker of Keys').waitFor();
    expect(await flaws(phone.page)).toEqual([]);
    await screenshot(phone.page, 'key-policy-390-dark');
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.page.getByRole('button', { name: '移除 Maker of Keys' }).click();
    await phone.page.getByRole('button', { name: '保存' }).click();
    await phone.page.getByText('设置已保存').waitFor();
    expect(await problemsLeft(problems, phone.problems)).toEqual([]);
    await phone.context.close();
    await page.context().close();
  });

  it('is told where a key is bound: the proofs that are taken, and that a device must attest it', async () => {
    const { admin } = await companyWithAdmin();
    await admin.call(createSeal, {
      stampName: '合同专用章甲',
      stampCategory: 'GENERAL',
      picture: { kind: 'DESIGN', design: presetDesign('CONTRACT_40', { name: '某某有限公司', seed: 'k' }) },
    });
    const { page, context } = await newUser(browser);
    const answer = (data: object) => ({ json: { code: 200, message: '', data } });
    await page.route(`**/ecapi${listKeyProofs.path}*`, (route) =>
      route.fulfill(answer({ methods: ['SMS'], attestedOnly: true })),
    );
    await openAs(page, admin, '/company/seal');
    const row = page.getByRole('row').filter({ hasText: '合同专用章甲' });
    await row.waitFor();
    const inline = row.getByRole('button', { name: '详情' });
    if (await inline.count()) await inline.click();
    else {
      await row.getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: '详情' }).click();
    }
    await page.getByLabel('UKey 序列号').fill('UK-2026-0001');
    await page.getByRole('button', { name: '添加', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '添加' });
    await dialog.getByText('平台只接受经可信硬件机构认证的 UKey').waitFor();
    await dialog.getByLabel('短信验证码').waitFor();
    expect(await dialog.getByLabel('签署密码').count()).toBe(0);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'key-policy-dialog');
    await context.close();
  });
});
