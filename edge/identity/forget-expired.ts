import { lt } from 'drizzle-orm';
import { captcha, rateCount, usedNonce } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { LONGEST_WINDOW_MS } from '#edge/kernel/count-attempts.ts';

/** Pictures are kept for a while after they expire, so that a late answer is told the reason. */
const CAPTCHA_RETENTION_MS = 3_600_000;

/** Job: removes expired nonces, pictures and attempt counters. */
export async function forgetExpired({ db, now }: Context): Promise<void> {
  await db.batch([
    db.delete(usedNonce).where(lt(usedNonce.expiresAt, now)),
    db.delete(captcha).where(lt(captcha.expiresAt, now - CAPTCHA_RETENTION_MS)),
    db.delete(rateCount).where(lt(rateCount.windowStart, now - LONGEST_WINDOW_MS)),
  ]);
}
