import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSystemOption } from '#core/config/calls.ts';
import { answerCloudChallenge, listCloudChallenges } from '#core/seal/cloud-calls.ts';
import { setting } from '#db/schema/index.ts';
import { database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Switches the service on or off; other options stay. A change is felt within some seconds. */
async function gbState(state: 'ENABLE' | 'DISABLE'): Promise<void> {
  const [row] = await database().select().from(setting).where(eq(setting.name, 'system-option'));
  const value = JSON.stringify({ ...(row ? (JSON.parse(row.value) as object) : {}), gbState: state });
  await database()
    .insert(setting)
    .values({ name: 'system-option', value, updatedAt: Date.now() })
    .onConflictDoUpdate({ target: setting.name, set: { value } });
}

it('[2.25a] [4.22a] [4.22b] [4.22c] [8.1d] [8.17a] [8.17b] [8.17c] opens the dialog of the cloud seal where one stamps, and closes it with the scan', async () => {
  const person = await newPerson({ ownerType: 'INSIDE', signPassword: '135790' });
  const company = await newCompany(person, { ownerType: 'INSIDE' });
  const client = await signedIn(person, company);
  const { page, context } = await newUser(browser);
  await page.goto('/login');
  await page.evaluate((token) => sessionStorage.setItem('sass_token', token), JSON.stringify(client.session));
  const dialog = page.getByRole('dialog', { name: '云印章授权' });
  const enter = async () => {
    await page.goto('/quickSignManage/fileQuickSign');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };
  await gbState('ENABLE');
  try {
    // what was set is felt everywhere once nobody trusts what they read before
    const inForce = async () => (await client.call(getSystemOption, { systemType: 'ACTION' })).gbState;
    await expect.poll(inForce).toBe('ENABLE');
    await enter();
    await dialog.waitFor();
    await dialog.getByText('请用云印章 App 扫描二维码').waitFor();
    const code = dialog.getByRole('img', { name: '云印章授权二维码' });
    const drawn = () => code.locator('path').getAttribute('d');
    await code.waitFor();
    const first = await drawn();
    const challenges = async () =>
      (await client.call(listCloudChallenges, {})).filter(
        (c) => c.person === person.name && c.state === 'WAITING',
      );
    // A refusal brings a fresh code, and says so.
    const [asked] = await challenges();
    await client.call(answerCloudChallenge, { challenge: asked!.challenge, allow: false });
    await dialog.getByText('未完成授权，已更换二维码').waitFor();
    await expect.poll(drawn).not.toBe(first);
    const [fresh] = await challenges();
    await client.call(answerCloudChallenge, { challenge: fresh!.challenge, allow: true });
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('云印章授权成功，请重新操作').waitFor();
    // With the leave in hand nothing opens any more.
    await enter();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => dialog.isVisible()).toBe(false);

    // Without a code there is nothing to scan: the dialog goes away.
    const other = await newPerson({ ownerType: 'INSIDE' });
    const second = await signedIn(other, await newCompany(other, { ownerType: 'INSIDE' }));
    await page.evaluate(
      (token) => sessionStorage.setItem('sass_token', token),
      JSON.stringify(second.session),
    );
    let failed = 0;
    await page.route('**/assemble/cloudSeal/user/qr', (route) => {
      failed++;
      return route.abort();
    });
    await enter();
    await expect.poll(() => failed).toBeGreaterThan(0);
    await dialog.waitFor({ state: 'hidden' });
    // Nor is there a dialog where nobody can say whether a scan is needed.
    await page.unroute('**/assemble/cloudSeal/user/qr');
    const [called, unanswered]: [string[], string[]] = [[], []];
    page.on('request', (request) => called.push(new URL(request.url()).pathname));
    page.on('requestfailed', (request) => unanswered.push(new URL(request.url()).pathname));
    await page.route('**/assemble/cloudSeal/user/querytoken', (route) => route.abort());
    await enter();
    await expect.poll(() => unanswered.some((path) => path.endsWith('/querytoken'))).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(await dialog.isVisible()).toBe(false);
    expect(called.filter((path) => path.endsWith('/qr'))).toEqual([]);
  } finally {
    await gbState('DISABLE');
    await context.close();
  }
});
