import { and, eq, inArray, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { delivery, simulatedMessage } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForSuccess, bearer } from './ask-provider.ts';

/** A message to deliver; `id` is its idempotency key. */
export interface Outgoing {
  id: string;
  channel: 'sms' | 'mail';
  /** Complete address, passed to the gateway only. */
  address: string;
  /** Masked address for storage. */
  masked: string;
  template: string;
  text: string;
}

/** Sends a message through the provider. Throws if it was not accepted; the error contains no personal data. */
export type Gateway = (message: Outgoing) => Promise<void>;

/**
 * Delivers through the gateway, or the simulator of /sim if none is configured, and records the state. Throws if it was
 * not accepted, so that the caller can report it or retry.
 */
export async function deliver(context: Context, message: Outgoing, gateway: Gateway | null): Promise<void> {
  const { db, now } = context;
  if (!gateway && context.env.SIGNET_MODE === 'pro') throw new AppError('UNAVAILABLE');
  const [attempt] = await db
    .insert(delivery)
    .values({
      id: message.id,
      channel: message.channel,
      target: message.masked,
      template: message.template,
      state: 'SENDING',
      simulated: gateway === null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: delivery.id,
      set: { attempts: sql`${delivery.attempts} + 1`, updatedAt: now },
    })
    .returning({ state: delivery.state });
  if (attempt?.state === 'SENT' || attempt?.state === 'DELIVERED') return;
  try {
    await (gateway ?? simulator(context))(message);
  } catch (error) {
    await setState(context, message.id, 'FAILED', error instanceof Error ? error.message : 'failed');
    throw error;
  }
  await setState(context, message.id, gateway ? 'SENT' : 'DELIVERED');
}

/** Records a delivery report of the gateway; unknown ids and outdated reports are ignored. */
export async function setState(
  { db, now }: Context,
  id: string,
  state: 'SENT' | 'DELIVERED' | 'FAILED',
  error = '',
): Promise<void> {
  await db
    .update(delivery)
    .set({ state, error: error.slice(0, 200), updatedAt: now })
    .where(and(eq(delivery.id, id), inArray(delivery.state, ['SENDING', 'SENT', 'FAILED'])));
}

/** Phones and mailboxes of /sim. A mobile that ends in 0000 and a mailbox named `bounce` reject every message. */
const simulator =
  ({ db, now }: Context): Gateway =>
  async ({ id, channel, address, text }) => {
    if (/0000$|^bounce@/.test(address)) throw new Error('the simulated address takes nothing');
    await db
      .insert(simulatedMessage)
      .values({ id, channel, target: address, text, createdAt: now })
      .onConflictDoNothing();
  };

/** POSTs JSON to a gateway with its key; throws unless the status is 2xx, naming only the status. */
export async function postToGateway(
  url: string,
  key: string | undefined,
  id: string,
  json: object,
): Promise<void> {
  const failure = (words: string) => new Error(words);
  // Gateways that support this header deduplicate repeated requests.
  const headers = { 'Idempotency-Key': id };
  const gateway = { name: 'gateway', url, authorization: bearer(key), failure };
  await askForSuccess(gateway, { headers, json, most: 0 });
}
