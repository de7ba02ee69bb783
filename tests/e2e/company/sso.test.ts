import { once } from 'node:events';
import { createServer } from 'node:http';
import { SignJWT } from 'jose';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveCustomer } from '#core/sso/calls.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newCompany, newPerson } from '../../fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('[2.12] [7.18] [4.20] [8.9a] a customer’s link signs in, and logging out leads back', async () => {
  const server = createServer((_request, response) => response.end('the portal')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const portal = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/portal`;
  const person = await newPerson();
  const ent = await newCompany(person);
  const platform = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
  const path = `c${crypto.randomUUID().slice(0, 10)}`;
  const { customerId, key } = await platform.call(saveCustomer, {
    name: '办公系统',
    path,
    entId: ent.id,
    algorithm: 'HS256',
    returnAddresses: [portal],
    proof: await keyProofOf(platform),
  });
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({
    aud: 'signet',
    sub: person.mobile,
    page: 'finished',
    returnUrl: portal,
    iat: now,
    exp: now + 120,
    jti: crypto.randomUUID(),
  })
    .setProtectedHeader({ alg: 'HS256', kid: customerId })
    .sign(Buffer.from(key, 'base64url'));
  const { page, context } = await newUser(browser);
  try {
    await page.goto(`/${path}/singleSignOn?page=finished&authState=AUTH`);
    await page.getByText('缺少参数 token').waitFor();
    // The network is gone for a moment; the link is no longer in the address, and still good.
    const exchange = `**/cus/assemble/${path}/sso/singleSignOn*`;
    await page.route(exchange, (route) => route.abort('internetdisconnected'));
    await page.goto(`/${path}/singleSignOn?page=finished&authState=AUTH&token=${token}`);
    const again = page.getByRole('button', { name: '重试' });
    await again.waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await flaws(page)).toEqual([]);
    await page.unroute(exchange);
    await again.click();
    await page.waitForURL('**/contract/finished');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('sass_ssoCallback')))
      .toBe(JSON.stringify(portal));
    // It stands for the enterprise alone: nobody else is offered, and no page asks for what is the person's own.
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (/json/.test(response.headers()['content-type'] ?? '') && response.url().includes('/ecapi/'))
        if ((await response.text().catch(() => '')).includes('403164')) refused.push(response.url());
    });
    await page.goto('/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /切换身份/ }).click();
    const offered = page.locator('button').filter({ has: page.locator('small') });
    await expect.poll(() => offered.allInnerTexts()).toHaveLength(1);
    expect((await offered.allInnerTexts())[0]).toContain(ent.name);
    // What it may not buy it is not offered.
    await page.goto('/company/recharge');
    await page.getByRole('tab', { name: '变动明细' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['份数来源', '变动明细']);
    expect(await page.getByRole('button', { name: '购买份数' }).count()).toBe(0);
    expect(refused).toEqual([]);
    await page.goto('/home');
    await page.getByRole('button', { name: /切换身份/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.waitForURL(portal);
    await page.goto(`/${path}/singleSignOn?page=finished&authState=AUTH&token=${token}`);
    await page.getByText('单点登录链接已使用过').waitFor();
  } finally {
    await context.close();
    server.close();
  }
});
