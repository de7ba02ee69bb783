import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { RETRY_WAITS } from '#core/webhook/events.ts';
import { webhook, webhookDelivery } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { deliverEffect, queueOf } from './effects.ts';
import { postEvent } from './post-event.ts';

/** Events of one queue that are sent in one go, and how long a webhook that gave no answer is left alone, ms. */
const AT_ONCE = 5;
const PAUSE_MS = 30_000;

/**
 * Sends what waits for a webhook about one task, in order: the next one only after the one before was taken or given up.
 * The outbox lets one runner at a time work on a queue.
 */
export async function deliver(
  before: Context,
  { webhookId, taskId }: z.output<(typeof deliverEffect)['payload']>,
): Promise<void> {
  for (let sent = 0; ; sent++) {
    const context = atPresent(before);
    const { db, now } = context;
    const later = (at: number) =>
      commit(
        context,
        [],
        [enqueue(context, queueOf(webhookId, taskId), deliverEffect, { webhookId, taskId }, at)],
      );
    const [row] = await db
      .select({ to: webhook, head: webhookDelivery })
      .from(webhook)
      .innerJoin(webhookDelivery, eq(webhookDelivery.webhookId, webhook.id))
      .where(
        and(
          eq(webhook.id, webhookId),
          eq(webhook.state, 'ACTIVE'),
          eq(webhookDelivery.taskId, taskId),
          eq(webhookDelivery.state, 'PENDING'),
        ),
      )
      .orderBy(asc(webhookDelivery.seq))
      .limit(1);
    if (!row) return;
    const { to, head } = row;
    const ready = Math.max(head.nextAt, to.pausedUntil);
    if (ready > now) return later(ready);
    if (sent === AT_ONCE) return later(now);
    const { status, answer } = await postEvent(context, to, head.id, head.body);
    const attempts = head.attempts + 1;
    const taken = status >= 200 && status <= 299;
    const wait = RETRY_WAITS[attempts - 1];
    const dead = status === 410 || wait === undefined;
    const at = Date.now();
    const nextAt = taken || dead ? at : at + wait;
    await commit(
      context,
      [],
      [
        db
          .update(webhookDelivery)
          .set({
            state: taken ? 'DELIVERED' : dead ? 'DEAD' : 'PENDING',
            attempts,
            status,
            answer,
            lastAt: at,
            nextAt,
          })
          .where(eq(webhookDelivery.id, head.id)),
        // Gone: by the specification the receiver wants no more.
        ...(status === 410
          ? [
              db
                .update(webhook)
                .set({ state: 'GONE' as const })
                .where(eq(webhook.id, webhookId)),
            ]
          : []),
        // A receiver that hangs must not hold up the effects of others.
        ...(status === 0
          ? [
              db
                .update(webhook)
                .set({ pausedUntil: at + PAUSE_MS })
                .where(eq(webhook.id, webhookId)),
            ]
          : []),
      ],
    );
  }
}
