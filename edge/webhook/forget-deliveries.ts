import { and, lt, ne } from 'drizzle-orm';
import { webhookDelivery } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

const KEPT_MS = 90 * 86_400_000;

/** A job's work: forgets what was sent, or given up, long ago. */
export async function forgetDeliveries({ db, now }: Context): Promise<void> {
  await db
    .delete(webhookDelivery)
    .where(and(lt(webhookDelivery.createdAt, now - KEPT_MS), ne(webhookDelivery.state, 'PENDING')));
}
