import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { expect, it } from 'vitest';
import { cloudSealChallenge } from '#db/schema/index.ts';
import { seals } from '#edge/seal/index.ts';

it('a job of the domain removes codes of the cloud seal once they have expired, and no others', async () => {
  const db = drizzle(createClient({ url: ':memory:' }));
  const migration = await readFile('db/migrations/0000_baseline.sql', 'utf8');
  for (const statement of migration.split('--> statement-breakpoint'))
    if (statement.includes('cloud_seal_challenge')) await db.run(sql.raw(statement));
  await db.insert(cloudSealChallenge).values(
    [999, 1_000, 1_001].map((expiresAt) => ({
      challenge: `c${expiresAt}`,
      accountId: 'a',
      entId: 'e',
      expiresAt,
    })),
  );
  for (const { load } of seals.jobs ?? []) await (await load())({ db, now: 1_000 } as never);
  const kept = await db.select({ challenge: cloudSealChallenge.challenge }).from(cloudSealChallenge);
  expect(kept.map(({ challenge }) => challenge).sort()).toEqual(['c1000', 'c1001']);
});
