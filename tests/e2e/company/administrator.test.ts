import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import { addMember, memberRow, newCompany, newPerson } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { proveAgain } from '../prove-again.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** An enterprise with its administrator and a member, each with a browser of their own. */
async function company() {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['SIGN_OPERATOR']);
  return { boss, clerk, ent };
}

describe('my enterprises', () => {
  it('a member applies for administrator, withdraws, applies again, and the administrator agrees', async () => {
    const { boss, clerk, ent } = await company();
    const mine = await newUser(browser);
    const { page, problems } = mine;
    await openAs(page, await signedIn(clerk), '/account/myBusiness');
    const row = page.getByRole('row').filter({ hasText: ent.name });
    const apply = async () => {
      await row.getByRole('button', { name: '成为管理员' }).click();
      const dialog = page.getByRole('dialog', { name: '申请成为管理员' });
      await dialog.getByText('由现任管理员审批').waitFor();
      return dialog;
    };
    const first = await apply();
    await page.keyboard.press('Escape');
    await first.waitFor({ state: 'detached' });
    const opener = row.getByRole('button', { name: '成为管理员' });
    await expect.poll(() => opener.evaluate((e) => e === document.activeElement)).toBe(true);
    const empty = await apply();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'administrator-apply');
    await empty.getByRole('button', { name: '提交申请' }).click();
    await expect.poll(() => empty.getByLabel('申请理由').getAttribute('aria-invalid')).toBe('true');
    await empty.getByLabel('申请理由').fill('原管理员已离职');
    await empty.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('申请已提交，请等待审批').waitFor();
    // Waiting, it can only be taken back.
    await row.getByRole('button', { name: '取消管理员申请' }).click();
    await row.getByRole('button', { name: '成为管理员' }).waitFor();
    expect((await memberRow(ent, clerk))?.roles).toEqual(['SIGN_OPERATOR']);
    const again = await apply();
    await again.getByLabel('申请理由').fill('再次申请');
    await again.getByRole('button', { name: '提交申请' }).click();
    await row.getByRole('button', { name: '取消管理员申请' }).waitFor();

    const admin = await newUser(browser);
    const office = await signedIn(boss, ent);
    await keyProofOf(office);
    await openAs(admin.page, office, '/company/audit');
    await admin.page.getByRole('tab', { name: '管理员申请' }).click();
    const asked = admin.page.getByRole('row').filter({ hasText: '再次申请' });
    await asked.getByText(clerk.name).waitFor();
    await asked.getByRole('button', { name: '同意' }).click();
    const sure = admin.page.getByRole('dialog');
    await sure.getByText(clerk.name).waitFor();
    await proveAgain(sure);
    await screenshot(admin.page, 'administrator-agree');
    await sure.getByRole('button', { name: '同意' }).click();
    await expect
      .poll(async () => (await memberRow(ent, clerk))?.roles)
      .toEqual(['ENT_ADMIN', 'SIGN_OPERATOR']);
    expect((await memberRow(ent, boss))?.roles).toEqual(['EMPLOYEE']);

    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await row.getByText('企业管理员').waitFor();
    await row.getByRole('button', { name: '转让管理员' }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await mine.context.close();
    await admin.context.close();
  });

  it('the administrator transfers the role by keyboard to a chosen member, after a second look', async () => {
    const { boss, clerk, ent } = await company();
    const user = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
    const { page, problems } = user;
    const leading = await signedIn(boss);
    await keyProofOf(leading);
    await openAs(page, leading, '/account/myBusiness');
    const row = page.getByRole('listitem').filter({ hasText: ent.name });
    await row.getByRole('button', { name: '展开详情' }).focus();
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: '转让管理员' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '转让管理员' });
    const go = dialog.getByRole('button', { name: '转让管理员' });
    await dialog.getByRole('button', { name: /转让给/ }).focus();
    expect(await go.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: new RegExp(clerk.name) }).focus();
    await page.keyboard.press('Enter');
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'administrator-transfer-390-dark');
    await go.focus();
    await page.keyboard.press('Enter');
    const sure = page.getByRole('dialog', { name: '转让管理员' });
    await sure.getByText(`转让后您将退出“${ent.name}”`).waitFor();
    await sure.getByText(new RegExp(clerk.name)).waitFor();
    await screenshot(page, 'administrator-transfer-sure-390-dark');
    expect((await memberRow(ent, clerk))?.roles).toEqual(['SIGN_OPERATOR']);
    await sure.getByLabel('签署密码', { exact: true }).last().focus();
    await page.keyboard.type(DEMO.signPassword);
    await sure.getByRole('button', { name: '转让并退出' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`管理员已转让，您已退出“${ent.name}”`).waitFor();
    await expect.poll(() => row.count()).toBe(0);
    expect((await memberRow(ent, clerk))?.roles).toEqual(['ENT_ADMIN', 'SIGN_OPERATOR']);
    expect((await memberRow(ent, boss))?.leftAt).not.toBeNull();
    expect(await problemsLeft(problems)).toEqual([]);
    await user.context.close();
  });
});
