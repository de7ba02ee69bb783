import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toHex, utf8 } from '#core/bytes.ts';
import { eventOf } from '#core/webhook/events.ts';
import { participant, task, webhook, webhookDelivery } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { trailedEffect } from '#edge/signing/effects.ts';
import { deliverEffect, queueOf } from './effects.ts';

/**
 * Queues what happened to a task for the webhooks of the enterprise that sent it; other parties are told nothing, as a
 * task that awaits approval is no business of theirs. An event names task, state and the line of the trail, and nobody.
 */
export async function tellWebhooks(
  context: Context,
  { taskId, lines }: z.output<(typeof trailedEffect)['payload']>,
  effectId: string,
): Promise<void> {
  const { db, now } = context;
  const rows = await db
    .select({ task, webhook })
    .from(participant)
    .innerJoin(task, eq(task.id, participant.taskId))
    .innerJoin(
      webhook,
      and(sql`${participant.ownerKey} = 'E:' || ${webhook.enterpriseId}`, eq(webhook.state, 'ACTIVE')),
    )
    .where(and(eq(participant.taskId, taskId), eq(participant.part, 'INITIATOR')));
  const queued = rows.flatMap(({ webhook: to, task: about }) =>
    lines.flatMap(({ seq, at, event: line, hash }) => {
      const event = eventOf(line);
      if (!event || !to.events.includes(event)) return [];
      const { endReason, state, number } = about;
      const data = { planId: taskId, number, status: endReason ?? state, seq, hash };
      return [
        {
          to: to.id,
          event,
          seq,
          body: JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data }),
        },
      ];
    }),
  );
  if (queued.length === 0) return;
  const deliveries = await Promise.all(
    queued.map(async ({ to, event, seq, body }) => ({
      id: await idOf(effectId, to, seq),
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
  const digest = await crypto.subtle.digest('SHA-256', utf8(`${effectId}:${webhookId}:${seq}`));
  return toHex(new Uint8Array(digest)).slice(0, 32);
}
