import { readdir, readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { toBase64 } from '#core/bytes.ts';
import { usedNonce } from '#db/schema/index.ts';
import { makeChallenge, spendChallenge } from '#edge/identity/challenges.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';
import type { Env } from '#edge/kernel/env.ts';

const secret = () => toBase64(crypto.getRandomValues(new Uint8Array(32)));
let context: Context;

beforeEach(async () => {
  const env = { KEY_ENCRYPTION_KEY: secret(), DATA_KEY: secret() } as unknown as Env;
  context = {
    db: drizzle(createClient({ url: ':memory:' })),
    keys: await openKeyring(env),
    now: Date.now(),
  } as unknown as Context;
  const files = (await readdir('db/migrations')).filter((name) => name.endsWith('.sql')).toSorted();
  for (const file of files) {
    const text = await readFile(`db/migrations/${file}`, 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await context.db.run(sql.raw(statement));
  }
});

const later = (ms: number): Context => ({ ...context, now: context.now + ms });
const spend = (challenge: string, at = context) => spendChallenge(at, 'passkey-login', challenge);

it('a challenge is good once, also for two at the same time', async () => {
  const challenge = await makeChallenge(context, 'passkey-login');
  expect((await Promise.all([spend(challenge), spend(challenge)])).toSorted()).toEqual([false, true]);
  expect(await spend(challenge)).toBe(false);
});

it('a challenge is good as it was given alone, and for what it was given for, for five minutes', async () => {
  const challenge = await makeChallenge(context, 'passkey-login');
  const [time, random, mac] = challenge.split('.') as [string, string, string];
  const hostile = [
    ...[`${challenge}.`, `${challenge}.x`, `${challenge}.${challenge}`, `.${challenge}`, ` ${challenge}`],
    ...[
      `${time}.${random}`,
      `${time}.${random}.`,
      `${time}..${mac}`,
      `${time.toUpperCase()}.${random}.${mac}`,
    ],
    ...[`${time}.${random}.${mac.toUpperCase()}x`, `zz${time}.${random}.${mac}`, '', '..', 'NaN.NaN.NaN'],
  ];
  for (const given of hostile) expect(await spend(given), JSON.stringify(given)).toBe(false);
  const ofKey = await makeChallenge(context, 'ukey-challenge');
  expect(await spend(ofKey)).toBe(false);
  const ofOther = await makeChallenge(context, 'passkey-add:somebody:session');
  expect(await spendChallenge(context, 'passkey-add:somebody:other', ofOther)).toBe(false);
  expect(await spend(challenge, later(5 * 60_000 + 1))).toBe(false);
  // One of another time, as a clock that stands wrong would give.
  expect(await spend(await makeChallenge(later(60_000), 'passkey-login'))).toBe(false);
  expect(await context.db.select().from(usedNonce)).toEqual([]);
  expect(await spend(challenge, later(5 * 60_000))).toBe(true);
});
