import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type * as calls from '#core/payment/sim-calls.ts';
import { simulatedMovement, simulatedTrade } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { simulatedNoticeDue } from './effects.ts';
import { isPaymentSimulated } from './providers.ts';
import { openSimulator, simulatedNotice } from './simulator.ts';
import { servePaymentNotices } from './take-notice.ts';

/** Throws NOT_FOUND if the simulator is not enabled. */
function check({ env }: Context): void {
  if (!isPaymentSimulated(env)) throw new AppError('NOT_FOUND');
}

async function tradeOf({ db }: Context, tradeNo: string) {
  const [trade] = await db.select().from(simulatedTrade).where(eq(simulatedTrade.tradeNo, tradeNo));
  if (!trade) throw new AppError('NOT_FOUND');
  return trade;
}

export async function listSimulatedTrades(
  { tradeNo }: ParsedInputOf<typeof calls.listSimulatedTrades>,
  context: Context,
): Promise<OutputOf<typeof calls.listSimulatedTrades>> {
  check(context);
  const { db, now } = context;
  const trades = await db
    .select()
    .from(simulatedTrade)
    .where(tradeNo ? eq(simulatedTrade.tradeNo, tradeNo) : undefined)
    .orderBy(desc(simulatedTrade.createdAt), desc(simulatedTrade.tradeNo))
    .limit(50);
  const numbers = trades.map((trade) => trade.tradeNo);
  const movements = numbers.length
    ? await db
        .select()
        .from(simulatedMovement)
        .where(inArray(simulatedMovement.tradeNo, numbers))
        .orderBy(asc(simulatedMovement.at), asc(simulatedMovement.providerNo))
    : [];
  return trades.map((trade) => {
    const own = movements.filter((movement) => movement.tradeNo === trade.tradeNo);
    const isPaid = own.some(({ kind }) => kind === 'PAYMENT');
    const ended = trade.closedAt !== null ? 'CLOSED' : trade.expiresAt <= now ? 'EXPIRED' : 'WAITING';
    const { notifyUrl: _url, closedAt: _at, ...shown } = trade;
    return {
      ...shown,
      state: isPaid ? 'PAID' : ended,
      movements: own.map(({ tradeNo: _of, ...movement }) => movement),
    };
  });
}

export async function paySimulatedTrade(
  { tradeNo, paidFen, notice, delaySeconds }: ParsedInputOf<typeof calls.paySimulatedTrade>,
  context: Context,
): Promise<OutputOf<typeof calls.paySimulatedTrade>> {
  check(context);
  const { db, now } = context;
  const trade = await tradeOf(context, tradeNo);
  const providerNo = `SP${context.newId()}`;
  const payment = { kind: 'PAYMENT' as const, state: 'DONE' as const, amountFen: paidFen ?? trade.amountFen };
  const later = enqueue(context, providerNo, simulatedNoticeDue, { providerNo }, now + delaySeconds * 1000);
  await db.batch([
    db.insert(simulatedMovement).values({ ...payment, providerNo, tradeNo, at: now }),
    ...(notice === 'LATE' ? [later] : []),
  ]);
  const times = { NOW: 1, TWICE: 2, LATE: 0, NEVER: 0 }[notice];
  await Promise.all(Array.from({ length: times }, () => tell(context, providerNo)));
  return { providerNo };
}

export async function refuseSimulatedTrade(
  { tradeNo }: ParsedInputOf<typeof calls.refuseSimulatedTrade>,
  context: Context,
): Promise<null> {
  check(context);
  await tradeOf(context, tradeNo);
  await openSimulator(context).close(tradeNo);
  return null;
}

export async function sendSimulatedNotice(
  { providerNo }: ParsedInputOf<typeof calls.sendSimulatedNotice>,
  context: Context,
): Promise<OutputOf<typeof calls.sendSimulatedNotice>> {
  check(context);
  return { taken: await tell(context, providerNo) };
}

export async function setSimulatedRefunds(
  { tradeNo, refunds }: ParsedInputOf<typeof calls.setSimulatedRefunds>,
  context: Context,
): Promise<null> {
  check(context);
  await tradeOf(context, tradeNo);
  await context.db.update(simulatedTrade).set({ refunds }).where(eq(simulatedTrade.tradeNo, tradeNo));
  return null;
}

export async function settleSimulatedRefund(
  { providerNo, done }: ParsedInputOf<typeof calls.settleSimulatedRefund>,
  context: Context,
): Promise<null> {
  check(context);
  const running = and(eq(simulatedMovement.providerNo, providerNo), eq(simulatedMovement.state, 'RUNNING'));
  const settled = await context.db
    .update(simulatedMovement)
    .set({ state: done ? 'DONE' : 'FAILED', at: context.now })
    .where(running)
    .returning({ providerNo: simulatedMovement.providerNo });
  if (settled.length === 0) throw new AppError('NOT_FOUND');
  await tell(context, providerNo);
  return null;
}

export async function readSimulatedBill(
  { day }: ParsedInputOf<typeof calls.readSimulatedBill>,
  context: Context,
): Promise<OutputOf<typeof calls.readSimulatedBill>> {
  check(context);
  const lines = await openSimulator(context).bill(day);
  return lines.map(({ kind, refundNo = '', at, ...line }) => ({
    ...line,
    kind: kind === 'payment' ? 'PAYMENT' : 'REFUND',
    refundNo,
    at: at.getTime(),
  }));
}

/** Effect handler: sends a delayed notification. */
export async function sendDueNotice(context: Context, { providerNo }: { providerNo: string }): Promise<void> {
  if (isPaymentSimulated(context.env)) await tell(context, providerNo);
}

/**
 * Sends the notification of a completed payment or refund and returns whether it was accepted. Calls the handler
 * directly, because a Worker cannot request itself over the network everywhere.
 */
async function tell(context: Context, providerNo: string): Promise<boolean> {
  const [movement] = await context.db
    .select()
    .from(simulatedMovement)
    .where(eq(simulatedMovement.providerNo, providerNo));
  if (!movement || movement.state === 'RUNNING') throw new AppError('NOT_FOUND');
  const trade = await tradeOf(context, movement.tradeNo);
  return (await servePaymentNotices(await simulatedNotice(context, trade, movement), context)).ok;
}
