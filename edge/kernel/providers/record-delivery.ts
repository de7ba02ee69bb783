import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DeliveryReason, DeliveryState } from '#core/notice/delivery.ts';
import { delivery, task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueueWhere } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { undeliveredEffect } from './undelivered-effect.ts';

/** The party of a contract that a message is about, while it has this number. */
export interface MessageParty {
  taskId: string;
  partyId: string;
  /** Keyed digest of the party's number. */
  mobileIndex: string;
}

/** A message that the gateway refuses this often is told to the sender of the contract; it is tried again all the same. */
const TELL_AFTER = 3;

type NewDelivery = Pick<
  typeof delivery.$inferInsert,
  'id' | 'channel' | 'target' | 'template' | 'simulated'
> & {
  askedAt: number;
  party?: MessageParty | undefined;
};

/**
 * Notes that a message is being handed to the gateway. Null if it must not be: it was taken before, or its receipt says that
 * it failed. Otherwise which attempt it is.
 */
export async function beginDelivery(
  { db, now }: Context,
  { party, ...message }: NewDelivery,
): Promise<number | null> {
  const [earlier] = await db
    .insert(delivery)
    .values({
      ...message,
      ...(party
        ? {
            taskId: party.taskId,
            partyId: party.partyId,
            recipientIndex: party.mobileIndex,
            senderKey: sql<string>`coalesce((select ${task.ownerKey} from ${task} where ${task.id} = ${party.taskId}), '')`,
          }
        : {}),
      state: 'SENDING',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: delivery.id,
      set: {
        attempts: sql`${delivery.attempts} + 1`,
        state: sql`case when ${delivery.reason} = 'GATEWAY' then 'SENDING' else ${delivery.state} end`,
        reason: sql`case when ${delivery.reason} = 'GATEWAY' then '' else ${delivery.reason} end`,
        updatedAt: now,
      },
    })
    .returning({ state: delivery.state, attempts: delivery.attempts });
  return earlier?.state === 'SENDING' ? earlier.attempts : null;
}

/** The gateway has taken it. A receipt may have been faster: then its state stays. */
export async function noteTaken({ db, now }: Context, id: string, party?: MessageParty): Promise<void> {
  const taken = db
    .update(delivery)
    .set({ state: 'SENT', sentAt: now, settledAt: null, error: '', updatedAt: now })
    .where(and(eq(delivery.id, id), eq(delivery.state, 'SENDING')));
  if (!party) await taken;
  else
    await db.batch([
      taken,
      // Earlier failures of the party wait for nobody any more.
      db
        .update(delivery)
        .set({ overtaken: true })
        .where(
          and(
            eq(delivery.taskId, party.taskId),
            sql`${delivery.taskId} <> ''`,
            eq(delivery.partyId, party.partyId),
            eq(delivery.state, 'FAILED'),
            sql`${delivery.id} <> ${id}`,
          ),
        ),
    ]);
}

/** The gateway did not take it; the sender of a contract is told once, if that goes on. */
export const noteRefused = (context: Context, id: string, error: string, attempt: number): Promise<void> =>
  fail(context, id, {
    from: ['SENDING'],
    reason: 'GATEWAY',
    error,
    isTold: attempt === TELL_AFTER,
  });

/**
 * What a receipt says became of a message. States only move forward: what was delivered stays so, whatever comes later, twice
 * or in another order; unknown ids, and those of another channel, are ignored.
 */
export async function recordReceipt(
  context: Context,
  receipt: {
    id: string;
    channel: 'sms' | 'mail';
    state: 'DELIVERED' | 'FAILED';
    reason: DeliveryReason;
    /** The gateway's own words; shown to nobody. */
    error: string;
  },
): Promise<void> {
  const { db, now } = context;
  const { id, channel, state, reason, error } = receipt;
  if (state === 'FAILED')
    return fail(context, id, {
      from: ['SENDING', 'SENT'],
      reason,
      error,
      isTold: true,
      of: eq(delivery.channel, channel),
    });
  await db
    .update(delivery)
    .set({
      state,
      reason: '',
      error: '',
      sentAt: sql`coalesce(${delivery.sentAt}, ${now})`,
      settledAt: now,
      updatedAt: now,
    })
    .where(
      and(
        eq(delivery.id, id),
        eq(delivery.channel, channel),
        inArray(delivery.state, ['SENDING', 'SENT', 'FAILED']),
      ),
    );
}

async function fail(
  context: Context,
  id: string,
  how: {
    from: DeliveryState[];
    reason: DeliveryReason;
    error: string;
    isTold: boolean;
    of?: SQL | undefined;
  },
): Promise<void> {
  const { db, now } = context;
  const { from, reason, error } = how;
  const fits = and(eq(delivery.id, id), inArray(delivery.state, from), how.of);
  const later = sql<boolean>`exists (select 1 from delivery as l where l.task_id = ${delivery.taskId} and l.task_id <> ''
    and l.party_id = ${delivery.partyId} and l.created_at > ${delivery.createdAt} and l.state in ('SENT', 'DELIVERED'))`;
  const failed = db
    .update(delivery)
    .set({
      state: 'FAILED',
      reason,
      error: error.slice(0, 200),
      overtaken: later,
      settledAt: now,
      updatedAt: now,
    })
    .where(fits);
  const [about] = how.isTold
    ? await db.select({ taskId: delivery.taskId }).from(delivery).where(eq(delivery.id, id))
    : [];
  // Nobody is told of codes and other messages that are about no contract.
  if (!about?.taskId) {
    await failed;
    return;
  }
  const isNews = sql`exists (select 1 from ${delivery} where ${and(fits, sql`not ${later}`)})`;
  await commit(
    context,
    [],
    [enqueueWhere(context, isNews, `delivery:${id}`, undeliveredEffect, { deliveryId: id }), failed],
  );
}
