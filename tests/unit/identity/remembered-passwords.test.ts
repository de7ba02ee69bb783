import { expect, it } from 'vitest';
import { verifyInSession } from '#edge/identity/remembered-passwords.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { hashPassword } from '#edge/kernel/crypto/passwords.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
type Who = { session?: string; account?: string; at?: number };

/** Whether the password fits, and whether it was hashed to know that, which takes 32 MB and tens of milliseconds of CPU. */
async function verify(
  password: string,
  hash: string,
  { session = 's', account = 'one', at = NOW }: Who = {},
) {
  const context = { actor: { sessionId: session, accountId: account }, now: at } as SignedInContext;
  const before = process.cpuUsage();
  const right = await verifyInSession(context, password, hash);
  const { user, system } = process.cpuUsage(before);
  return { right, hashed: user + system > 10_000 };
}

it('hashes a right password once in five minutes of its session', async () => {
  const hash = await hashPassword('246813');
  expect(await verify('246813', hash)).toEqual({ right: true, hashed: true });
  for (const at of [NOW, NOW + MINUTE, NOW + 5 * MINUTE - 1])
    expect(await verify('246813', hash, { at })).toEqual({ right: true, hashed: false });
  expect(await verify('246813', hash, { at: NOW + 5 * MINUTE })).toEqual({ right: true, hashed: true });
});

it('recognises it in no other session, for no other account, and not once it was changed', async () => {
  const hash = await hashPassword('135792');
  const changed = await hashPassword('975318');
  expect(await verify('135792', hash)).toMatchObject({ right: true });
  expect(await verify('135792', hash, { session: 'other' })).toEqual({ right: true, hashed: true });
  expect(await verify('135792', hash, { account: 'two' })).toEqual({ right: true, hashed: true });
  expect(await verify('135792', changed)).toEqual({ right: false, hashed: true });
  // A key of a program has no session.
  for (let i = 0; i < 2; i++)
    expect(await verify('135792', hash, { session: '' })).toEqual({ right: true, hashed: true });
});

it('hashes every wrong password, and then still recognises the right one', async () => {
  const hash = await hashPassword('864209');
  expect(await verify('864209', hash)).toMatchObject({ right: true });
  for (const wrong of ['864208', '', '8642099'])
    expect(await verify(wrong, hash)).toEqual({ right: false, hashed: true });
  expect(await verify('864209', hash)).toEqual({ right: true, hashed: false });
});
