import { expect, it } from 'vitest';
import { keepDevice, readDevice } from '#edge/identity/devices.ts';
import type { Context } from '#edge/kernel/context.ts';

const context = () => ({ cookies: [], keys: { indexOf: async () => 'ab'.repeat(32) } }) as unknown as Context;

it('the device cookie is this host’s over TLS, hidden from scripts, read by that name only', async () => {
  const answered = context();
  const request = (cookie = '', address = 'https://signet.example.com/ecapi/x') =>
    new Request(address, { headers: cookie ? { cookie } : {} });
  const id = await keepDevice(answered, request());
  const [cookie = ''] = answered.cookies;
  expect(cookie).toMatch(
    /^__Host-signet_device=[\w-]{22}\.[0-9a-f]{32}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
  );
  const pair = cookie.split(';')[0] ?? '';
  expect(await readDevice(answered, request(pair))).toBe(id);
  expect(await readDevice(answered, request(`signet_device=${pair.split('=')[1]}`))).toBe('');
});
