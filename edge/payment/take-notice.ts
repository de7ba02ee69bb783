import { isAppError } from '#core/errors.ts';
import { paymentNotice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress, fromAddressSoFar } from '#edge/kernel/count-from-address.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import { discardRest } from '#edge/kernel/http/discard-rest.ts';
import { readBounded } from '#edge/kernel/http/read-bounded.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { paymentNoticed } from './effects.ts';
import type { PaymentNotice, PaymentProvider } from './provider.ts';
import { NOTICE_PATH, openPayment } from './providers.ts';

/** Limit of a notification's body in bytes; those of WeChat Pay and Alipay have 2 or 3 KiB. */
const MOST_BYTES = 64 * 1024;
/** Limit of rejected notifications per address and minute. Valid ones are not limited: providers use few addresses. */
const NOT_TAKEN_PER_MINUTE = 60;

/**
 * Handles `POST /pay/notify/{provider}`. Stores the notification, with the effect that delivers it to the domain of the
 * trade, before responding. A repeated or replayed notification has no effect and is acknowledged, as is a valid one
 * that reports no payment or refund.
 */
export async function servePaymentNotices(request: Request, context: Context): Promise<Response> {
  const name = new URL(request.url).pathname.slice(`${NOTICE_PATH}/`.length);
  const provider = opened(context, name);
  if (!provider || request.method !== 'POST') return refused(request, provider ? 405 : 404);
  if ((await fromAddressSoFar(context, 'payment-notice', 60_000)) >= NOT_TAKEN_PER_MINUTE)
    return refused(request, 429);
  const bytes = await readBounded(request, MOST_BYTES);
  if (!bytes) return refused(request, 413);
  const body = new TextDecoder().decode(bytes);
  try {
    await take(context, provider, await provider.read({ headers: request.headers, body }));
    return provider.reply(true);
  } catch (error) {
    // Log the reason but never the notification: it names the payer.
    if (isAppError(error) && error.params.why === 'nothing') return provider.reply(true);
    const why = isAppError(error) ? `${error.name} ${error.params.why ?? ''}` : describeError(error);
    noteFault(`payment notification of ${provider.name} not taken`, why);
    await countFromAddress(context, 'payment-notice', 60_000).catch(() => 0);
    return provider.reply(false);
  }
}

async function take(context: Context, { name }: PaymentProvider, notice: PaymentNotice): Promise<void> {
  const { db, now } = context;
  const { tradeNo } = notice;
  try {
    await commit(
      context,
      [],
      [
        db.insert(paymentNotice).values({ key: keyOf(name, notice), provider: name, tradeNo, takenAt: now }),
        enqueue(context, `trade:${tradeNo}`, paymentNoticed, { provider: name, notice }),
      ],
    );
  } catch (error) {
    if (!isUniqueError(error)) throw error;
  }
}

/** Deduplication key: covers all facts of a notification, so one with other facts is a different one. */
const keyOf = (name: string, notice: PaymentNotice): string =>
  notice.kind === 'payment'
    ? [name, 'payment', notice.tradeNo, notice.providerNo, notice.paidFen].join(':')
    : [name, 'refund', notice.tradeNo, notice.refundNo, notice.refundedFen, notice.state].join(':');

function opened(context: Context, name: string): PaymentProvider | null {
  try {
    return openPayment(context, name);
  } catch {
    return null;
  }
}

async function refused(request: Request, status: number): Promise<Response> {
  await discardRest(request);
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
}
