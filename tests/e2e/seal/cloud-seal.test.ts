import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSystemOption } from '#core/config/calls.ts';
import { answerCloudChallenge, listCloudChallenges } from '#core/seal/cloud-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { carry } from '#tests/e2e/open-as.ts';
import { gbState } from '#tests/fixtures/cloud-seals.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Codes that somebody is to scan. */
const waitingOf = async (client: ApiClient, person: { name: string }) =>
  (await client.call(listCloudChallenges, {})).filter(
    (one) => one.person === person.name && one.state === 'WAITING',
  );

beforeAll(() => gbState('ENABLE'));
afterAll(() => gbState('DISABLE'));

/** A member of an inside enterprise, at no page yet, with the dialog that authorizes the cloud seal. */
async function inside() {
  const person = await newPerson({ ownerType: 'INSIDE', signPassword: '135790' });
  const client = await signedIn(person, await newCompany(person, { ownerType: 'INSIDE' }));
  // What was set is in force everywhere once nobody trusts what they read before.
  const inForce = async () => (await client.call(getSystemOption, { systemType: 'ACTION' })).gbState;
  await expect.poll(inForce).toBe('ENABLE');
  const { page, context } = await newUser(browser);
  await carry(page, client.session!);
  const enter = async () => {
    await page.goto('/quickSignManage/fileQuickSign');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };
  return { person, client, page, context, enter, dialog: page.getByRole('dialog', { name: '云印章授权' }) };
}

it('[2.25a] [4.22a] [8.1d] [8.17a] asks to scan a code where one stamps, and not a second time', async () => {
  const { person, client, page, context, enter, dialog } = await inside();
  await enter();
  await dialog.waitFor();
  await dialog.getByText('请用云印章 App 扫描二维码').waitFor();
  await dialog.getByRole('img', { name: '云印章授权二维码' }).waitFor();
  const [asked] = await waitingOf(client, person);
  await client.call(answerCloudChallenge, { challenge: asked!.challenge, allow: true });
  await dialog.waitFor({ state: 'hidden' });
  await enter();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => dialog.isVisible()).toBe(false);
  await context.close();
});

it('[4.22b] [4.22c] [8.17b] a refused scan brings another code, a confirmed one says so', async () => {
  const { person, client, page, context, enter, dialog } = await inside();
  await enter();
  const code = dialog.getByRole('img', { name: '云印章授权二维码' });
  const drawn = () => code.locator('path').getAttribute('d');
  await code.waitFor();
  const first = await drawn();
  const [asked] = await waitingOf(client, person);
  await client.call(answerCloudChallenge, { challenge: asked!.challenge, allow: false });
  await dialog.getByText('未完成授权，已更换二维码').waitFor();
  await expect.poll(drawn).not.toBe(first);
  const [fresh] = await waitingOf(client, person);
  await client.call(answerCloudChallenge, { challenge: fresh!.challenge, allow: true });
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('云印章授权成功，请重新操作').waitFor();
  await context.close();
});

it('[8.17c] the dialog closes without a code, and stays closed where the need is unknown', async () => {
  const { page, context, enter, dialog } = await inside();
  let failed = 0;
  await page.route('**/assemble/cloudSeal/user/qr', (route) => {
    failed++;
    return route.abort();
  });
  await enter();
  await expect.poll(() => failed).toBeGreaterThan(0);
  await dialog.waitFor({ state: 'hidden' });
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
  await context.close();
});
