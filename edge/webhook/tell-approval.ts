import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { APPROVAL_EVENT } from '#core/webhook/events.ts';
import { webhook, webhookDelivery } from '#db/schema/index.ts';
import type { externalEndedEffect } from '#edge/approval/effects.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { deliverEffect, queueOf } from './effects.ts';
import { idOf } from './tell-webhooks.ts';

/**
 * Queues the end of an external approval for the webhooks of its enterprise. Approvals have their own queues, as tasks
 * do. An event names the approval and its state; who decided and with which words is read with a key.
 */
export async function tellOfApproval(
  context: Context,
  ended: z.output<(typeof externalEndedEffect)['payload']>,
  effectId: string,
): Promise<void> {
  const { db, now } = context;
  const { enterpriseId, approvalId, businessId, state, digest, version, at } = ended;
  const hooks = await db
    .select({ id: webhook.id })
    .from(webhook)
    .where(
      and(
        eq(webhook.enterpriseId, enterpriseId),
        eq(webhook.state, 'ACTIVE'),
        sql`exists (select 1 from json_each(${webhook.events}) where value = ${APPROVAL_EVENT})`,
      ),
    );
  if (hooks.length === 0) return;
  const data = { approvalId, businessId, status: state, digest };
  const body = JSON.stringify({ type: APPROVAL_EVENT, timestamp: new Date(at).toISOString(), data });
  const deliveries = await Promise.all(
    hooks.map(async ({ id: webhookId }) => ({
      id: await idOf(effectId, webhookId, version),
      webhookId,
      taskId: approvalId,
      seq: version,
      event: APPROVAL_EVENT,
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
      ...hooks.map(({ id: webhookId }) =>
        enqueue(context, queueOf(webhookId, approvalId), deliverEffect, { webhookId, taskId: approvalId }),
      ),
    ],
  );
}
