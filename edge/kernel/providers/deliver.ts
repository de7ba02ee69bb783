import { AppError } from '#core/errors.ts';
import type { DeliveryReason } from '#core/notice/delivery.ts';
import { simulatedMessage } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForSuccess, bearer } from './ask-provider.ts';
import {
  beginDelivery,
  type MessageParty,
  noteRefused,
  noteTaken,
  recordReceipt,
} from './record-delivery.ts';

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
  /** The party of a contract that it is about. */
  party?: MessageParty | undefined;
  /** When its cause happened, epoch ms; now by default. */
  askedAt?: number | undefined;
}

/** Sends a message through the provider. Throws if it was not accepted; the error contains no personal data. */
export type Gateway = (message: Outgoing) => Promise<void>;

/**
 * Delivers through the gateway, or the simulator of /sim if none is configured, and records the state. Throws if it was
 * not accepted, so that the caller can report it or retry.
 */
export async function deliver(context: Context, message: Outgoing, gateway: Gateway | null): Promise<void> {
  if (!gateway && context.env.SIGNET_MODE === 'pro') throw new AppError('UNAVAILABLE');
  const { id, channel, masked, template, address, party } = message;
  const attempt = await beginDelivery(context, {
    id,
    channel,
    target: masked,
    template,
    simulated: gateway === null,
    askedAt: message.askedAt ?? context.now,
    party,
  });
  if (attempt === null) return;
  try {
    await (gateway ?? simulator(context))(message);
  } catch (error) {
    await noteRefused(context, id, error instanceof Error ? error.message : 'failed', attempt);
    throw error;
  }
  await noteTaken(context, id, party);
  const receipt = gateway ? null : simulatedReceipt(address);
  if (receipt) await recordReceipt(context, { id, channel, error: '', ...receipt });
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

/**
 * What the simulated gateway reports at once: numbers that begin with 199404 do not exist. Of those that begin with 199408 it
 * reports nothing, until somebody presses a button of /sim.
 */
function simulatedReceipt(address: string): { state: 'DELIVERED' | 'FAILED'; reason: DeliveryReason } | null {
  if (address.startsWith('199408')) return null;
  return address.startsWith('199404')
    ? { state: 'FAILED', reason: 'NUMBER_INVALID' }
    : { state: 'DELIVERED', reason: 'OTHER' };
}

/** POSTs JSON to a gateway with its key; throws unless the status is 2xx, naming only the status. */
export async function postToGateway(
  url: string,
  key: string | undefined,
  id: string,
  json: object,
): Promise<void> {
  const failure = (reason: string) => new Error(reason);
  // Gateways that support this header deduplicate repeated requests.
  const headers = { 'Idempotency-Key': id };
  const gateway = { name: 'gateway', url, authorization: bearer(key), failure };
  await askForSuccess(gateway, { headers, json, most: 0 });
}
