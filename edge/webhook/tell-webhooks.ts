import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sha256Hex } from '#core/sha256.ts';
import { eventOf } from '#core/webhook/events.ts';
import { outbox, participant, task, webhook, webhookDelivery } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { trailedEffect } from '#edge/trail/effects.ts';
import { deliverEffect, queueOf } from './effects.ts';

/**
 * Queues what happened to a task for the webhooks of the enterprise that sent it; other parties are told nothing, as a
 * task that awaits approval is no business of theirs. An event names task, state and the line of the trail, and nobody.
 * Lines before them whose effect failed and is tried again later are queued with these, so that none overtakes another.
 */
export async function tellWebhooks(
  context: Context,
  { taskId, lines }: z.output<typeof trailedEffect.payload>,
  effectId: string,
): Promise<void> {
  const { db, now } = context;
  const own = (column: 'key' | 'rowid') =>
    sql`(select ${sql.identifier(column)} from ${outbox} where ${outbox.id} = ${effectId})`;
  const before = db
    .select({ id: outbox.id, payload: outbox.payload })
    .from(outbox)
    .where(
      and(
        eq(outbox.key, own('key')),
        eq(outbox.topic, trailedEffect.topic),
        sql`${outbox}.rowid < ${own('rowid')}`,
      ),
    );
  const about = db
    .select({ task, webhook })
    .from(participant)
    .innerJoin(task, eq(task.id, participant.taskId))
    .innerJoin(
      webhook,
      and(sql`${participant.ownerKey} = 'E:' || ${webhook.enterpriseId}`, eq(webhook.state, 'ACTIVE')),
    )
    .where(and(eq(participant.taskId, taskId), eq(participant.part, 'INITIATOR')));
  const [earlier, rows] = await db.batch([before, about]);
  const all = [
    ...earlier.flatMap(({ id, payload }) =>
      trailedEffect.payload.parse(payload).lines.map((line) => ({ ...line, effect: id })),
    ),
    ...lines.map((line) => ({ ...line, effect: effectId })),
  ];
  const queued = rows.flatMap(({ webhook: to, task: about }) =>
    all.flatMap(({ seq, at, event: line, hash, effect }) => {
      const event = eventOf(line);
      if (!event || !to.events.includes(event)) return [];
      const { endReason, state, number } = about;
      const data = { planId: taskId, number, status: endReason ?? state, seq, hash };
      return [
        {
          to: to.id,
          effect,
          event,
          seq,
          body: JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data }),
        },
      ];
    }),
  );
  if (queued.length === 0) return;
  const deliveries = await Promise.all(
    queued.map(async ({ to, effect, event, seq, body }) => ({
      id: await idOf(effect, to, seq),
      webhookId: to,
      taskId,
      seq,
      event,
      body,
      nextAt: now,
      createdAt: now,
    })),
  );
  await commit(
    context,
    [],
    [
      db.insert(webhookDelivery).values(deliveries).onConflictDoNothing(),
      ...[...new Set(queued.map(({ to }) => to))].map((webhookId) =>
        enqueue(context, queueOf(webhookId, taskId), deliverEffect, { webhookId, taskId }),
      ),
    ],
  );
}

/** The same id when the effect runs again, so that nothing is queued twice. */
export async function idOf(effectId: string, webhookId: string, seq: number): Promise<string> {
  return (await sha256Hex(`${effectId}:${webhookId}:${seq}`)).slice(0, 32);
}
