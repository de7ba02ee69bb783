import { inArray, lt } from 'drizzle-orm';
import { paymentNotice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * Longer than any provider repeats itself (Alipay for 25 hours): a notification that comes again afterwards is refused for
 * its age, so what was stored of it tells nothing any more.
 */
const KEEP_MS = 7 * 86_400_000;
/** Rows in one run of the job; the next minute goes on with the rest. */
const AT_ONCE = 500;

/** A minute's job: forgets which notifications of long ago were taken. What they told stands with what was paid. */
export async function dropOldNotices({ db, now }: Context): Promise<void> {
  const old = db
    .select({ key: paymentNotice.key })
    .from(paymentNotice)
    .where(lt(paymentNotice.takenAt, now - KEEP_MS))
    .limit(AT_ONCE);
  await db.delete(paymentNotice).where(inArray(paymentNotice.key, old));
}
