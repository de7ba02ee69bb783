import { and, lt, ne } from 'drizzle-orm';
import { DAY_MS } from '#core/time.ts';
import { webhookDelivery } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

const RETENTION_MS = 90 * DAY_MS;

/** Job: deletes deliveries that ended long ago. */
export async function forgetDeliveries({ db, now }: Context): Promise<void> {
  await db
    .delete(webhookDelivery)
    .where(and(lt(webhookDelivery.createdAt, now - RETENTION_MS), ne(webhookDelivery.state, 'PENDING')));
}
