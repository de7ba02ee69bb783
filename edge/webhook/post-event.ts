import { addressProblem } from '#core/webhook/address.ts';
import { signedHeaders } from '#core/webhook/signature.ts';
import type { webhook } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

export type WebhookRow = typeof webhook.$inferSelect;

const WAIT_MS = 10_000;
/** Bytes of a response that are read and shown. */
const ANSWER_BYTES = 500;

/** The answer to an event: its status, or 0 with the reason where none came. */
export interface EventAnswer {
  status: number;
  answer: string;
}

/** Whether webhooks may lead to private networks: in mode `local` where the settings say so. */
export const mayBePrivate = ({ env }: Context): boolean =>
  env.SIGNET_MODE === 'local' && env.WEBHOOKS_TO_PRIVATE === 'yes';

/** Sends an event, signed by the secret in force and the one before it. Redirects are not followed. Never throws. */
export async function postEvent(
  context: Context,
  row: WebhookRow,
  id: string,
  body: string,
): Promise<EventAnswer> {
  const at = Date.now();
  if (addressProblem(row.address, mayBePrivate(context))) return { status: 0, answer: 'address refused' };
  const former = (row.formerUntil ?? 0) > at ? [row.formerWrapped] : [];
  const secrets = await Promise.all(
    [row.wrapped, ...former].map(async (wrapped) =>
      new TextDecoder().decode(await context.keys.unwrap(wrapped, `webhook:${row.id}`)),
    ),
  );
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Signet-Webhooks',
    ...(await signedHeaders(secrets, { id, at, body })),
  };
  try {
    const network = context.env.WEBHOOKS ?? globalThis;
    const response = await network.fetch(row.address, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const { status } = response;
    return { status, answer: await beginningOf(response.body) };
  } catch (error) {
    return {
      status: 0,
      answer: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'no answer',
    };
  }
}

/** The first bytes of a response as one line of text; the rest is not read. */
async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let length = 0; length < ANSWER_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      text += decoder.decode(value.subarray(0, ANSWER_BYTES), { stream: true });
    }
  } catch {
    // Only the status matters; keep what arrived of an interrupted body.
  }
  void reader.cancel().catch(() => undefined);
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200);
}
