import { inArray, lt } from 'drizzle-orm';
import { DAY_MS } from '#core/time.ts';
import { paymentNotice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * Longer than any provider repeats a notification (Alipay: 25 hours). A later repetition is refused for its age, so its
 * record is no longer needed for deduplication.
 */
const KEEP_MS = 7 * DAY_MS;
/** Maximum number of rows in one run; the next run continues. */
const AT_ONCE = 500;

/** Runs every minute: deletes deduplication records of old notifications. The payments booked from them stay. */
export async function dropOldNotices({ db, now }: Context): Promise<void> {
  const old = db
    .select({ key: paymentNotice.key })
    .from(paymentNotice)
    .where(lt(paymentNotice.takenAt, now - KEEP_MS))
    .limit(AT_ONCE);
  await db.delete(paymentNotice).where(inArray(paymentNotice.key, old));
}
