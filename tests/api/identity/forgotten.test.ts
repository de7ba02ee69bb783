import { inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { captcha, rateCount, ssoUsedLink, usedNonce } from '#db/schema/index.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';

it('a job removes nonces, pictures, counts and used links that no longer decide, and no others', async () => {
  const db = database();
  const now = Date.now();
  const [over, open] = [crypto.randomUUID(), crypto.randomUUID()];
  const ids = [over, open];
  await db.insert(usedNonce).values([
    { nonce: over, expiresAt: now - 1 },
    { nonce: open, expiresAt: now + 300_000 },
  ]);
  const picture = { kind: 'image', answer: '{}', createdAt: now };
  await db.insert(captcha).values([
    { ...picture, id: over, expiresAt: now - 3_600_001 },
    { ...picture, id: open, expiresAt: now - 1 },
  ]);
  await db.insert(rateCount).values([
    { name: over, windowStart: now - 86_400_001, count: 1 },
    { name: open, windowStart: now - 86_000_000, count: 1 },
  ]);
  const link = { customerId: 'nobody', usedAt: now };
  await db.insert(ssoUsedLink).values([
    { ...link, linkId: over, expiresAt: now - 300_001 },
    { ...link, linkId: open, expiresAt: now - 1 },
  ]);
  await runJobs();
  const kept = await Promise.all([
    db.select({ id: usedNonce.nonce }).from(usedNonce).where(inArray(usedNonce.nonce, ids)),
    db.select({ id: captcha.id }).from(captcha).where(inArray(captcha.id, ids)),
    db.select({ id: rateCount.name }).from(rateCount).where(inArray(rateCount.name, ids)),
    db.select({ id: ssoUsedLink.linkId }).from(ssoUsedLink).where(inArray(ssoUsedLink.linkId, ids)),
  ]);
  expect(kept).toEqual(Array(4).fill([{ id: open }]));
});
