import { and, count, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaDay, chinaDayBounds } from '#core/china-time.ts';
import { type Booking, compareBill } from '#core/order/compare-bill.ts';
import type {
  listReconciliations as listCall,
  reconcile as reconcileCall,
} from '#core/order/reconciliation-calls.ts';
import type { PaymentProviderName } from '#core/payment/provider-names.ts';
import { DAY_MS } from '#core/time.ts';
import { purchasePayment, purchaseRefund, reconciliation } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import type { BillLine } from '#edge/payment/provider.ts';
import { openPayment, paymentProvidersOffered } from '#edge/payment/providers.ts';
import { refundNoOf } from './run-refund.ts';
import { settlePayment } from './settle-payment.ts';

const HOUR_MS = 3_600_000;
/** Hour of the day in China from which providers have the bill of the previous day. */
const READY_HOURS = 11;
/** Delay in ms before a failed bill download is retried. */
const AGAIN_MS = 30 * 60_000;

/** Runs every minute: compares the bills of the previous day once a day, from 11 o'clock in China. */
export async function reconcileYesterday(context: Context): Promise<void> {
  const [today] = chinaDayBounds(chinaDay(context.now));
  if (context.now < today + READY_HOURS * HOUR_MS) return;
  const day = chinaDay(context.now - DAY_MS);
  const done = await context.db.select().from(reconciliation).where(eq(reconciliation.day, day));
  for (const method of paymentProvidersOffered(context)) {
    const last = done.find((row) => row.method === method);
    if (last && (last.failure === '' || context.now - last.at < AGAIN_MS)) continue;
    await reconcile(atPresent(context), method, day);
  }
}

/** Compares the bills of a day immediately. */
export async function reconcileDay(
  { day }: ParsedInputOf<typeof reconcileCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof reconcileCall>> {
  let differences = 0;
  for (const method of paymentProvidersOffered(context))
    differences += await reconcile(atPresent(context), method, day);
  return { differences };
}

/**
 * Compares a provider's bill of one day with the local bookings. A payment that only the bill lists is booked as if its
 * notification had arrived, provided its trade was started here, and the comparison is repeated. All other differences
 * are stored for review. Returns the number of differences.
 */
async function reconcile(context: Context, method: PaymentProviderName, day: string): Promise<number> {
  const { now } = context;
  let lines: BillLine[];
  try {
    lines = await openPayment(context, method).bill(day);
  } catch (error) {
    await keep(context, method, day, { ...EMPTY, failure: describeError(error).slice(0, 200) });
    return 0;
  }
  let result = compareBill(lines.map(thereOf), await bookedHere(context, method, day, lines));
  const missing = result.differences.filter(
    ({ problem, kind }) => problem === 'ONLY_THERE' && kind === 'payment',
  );
  if (missing.length > 0) {
    for (const line of lines)
      if (line.kind === 'payment' && missing.some(({ number }) => number === line.providerNo))
        await settlePayment(context, {
          provider: method,
          tradeNo: line.tradeNo,
          providerNo: line.providerNo,
          paidFen: line.amountFen,
          paidAt: Math.min(line.at.getTime(), now),
        });
    result = compareBill(lines.map(thereOf), await bookedHere(context, method, day, lines));
  }
  const sum = (kind: BillLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((all, { amountFen }) => all + amountFen, 0);
  await keep(context, method, day, {
    lines: lines.length,
    ...result,
    paidFen: sum('payment'),
    refundedFen: sum('refund'),
    failure: '',
  });
  return result.differences.length;
}

/** Local bookings of a day, plus bookings of other days that the bill lists. */
async function bookedHere(
  { db }: Context,
  method: PaymentProviderName,
  day: string,
  lines: readonly BillLine[],
): Promise<Booking[]> {
  const [from, to] = chinaDayBounds(day);
  const numbers = lines.map(({ providerNo }) => providerNo);
  const refundNumbers = lines.flatMap(({ refundNo }) => (refundNo ? [refundNo.replace(/-\d+$/, '')] : []));
  const inDay = and(
    eq(purchasePayment.method, method),
    gte(purchasePayment.paidAt, from),
    lt(purchasePayment.paidAt, to),
  );
  const payments = [
    ...(await db.select().from(purchasePayment).where(inDay)),
    // Booked here on another day than at the provider.
    ...(await inParts(numbers, (part) =>
      db.select().from(purchasePayment).where(inArray(purchasePayment.providerNo, part)),
    )),
  ];
  const done = and(eq(purchasePayment.method, method), eq(purchaseRefund.state, 'DONE'));
  const refunds = [
    ...(await db
      .select({ refund: purchaseRefund })
      .from(purchaseRefund)
      .innerJoin(purchasePayment, eq(purchasePayment.id, purchaseRefund.paymentId))
      .where(and(done, gte(purchaseRefund.doneAt, from), lt(purchaseRefund.doneAt, to)))),
    ...(await inParts(refundNumbers, (part) =>
      db
        .select({ refund: purchaseRefund })
        .from(purchaseRefund)
        .innerJoin(purchasePayment, eq(purchasePayment.id, purchaseRefund.paymentId))
        .where(and(done, inArray(purchaseRefund.number, part))),
    )),
  ];
  // Near midnight the provider's day and ours may differ: such entries are left to the next bill.
  const edge = (time: number | null) => time !== null && (time - from < EDGE_MS || to - time < EDGE_MS);
  const inBill = new Set(lines.map((line) => keyOf(thereOf(line))));
  const here = [
    ...payments.map((row) => ({
      kind: 'payment' as const,
      number: row.providerNo,
      amountFen: row.paidFen,
      at: row.paidAt,
    })),
    ...refunds.map(({ refund }) => ({
      kind: 'refund' as const,
      number: refundNoOf(refund),
      amountFen: refund.amountFen,
      at: refund.doneAt,
    })),
  ];
  const unique = new Map(here.map((row) => [keyOf(row), row]));
  return [...unique.values()].filter((row) => inBill.has(keyOf(row)) || !edge(row.at));
}

const EDGE_MS = 10 * 60_000;
const keyOf = ({ kind, number }: Pick<Booking, 'kind' | 'number'>) => `${kind} ${number}`;

const thereOf = (line: BillLine): Booking => ({
  kind: line.kind,
  number: line.kind === 'payment' ? line.providerNo : (line.refundNo ?? line.providerNo),
  amountFen: line.amountFen,
});

const EMPTY = { lines: 0, matched: 0, paidFen: 0, refundedFen: 0, differences: [] };

async function keep(
  { db, now, newId }: Context,
  method: PaymentProviderName,
  day: string,
  facts: Omit<typeof reconciliation.$inferInsert, 'id' | 'method' | 'day' | 'at'>,
): Promise<void> {
  await db
    .insert(reconciliation)
    .values({ id: newId(), method, day, ...facts, at: now })
    .onConflictDoUpdate({
      target: [reconciliation.method, reconciliation.day],
      set: { ...facts, at: now },
    });
}

/** Reads in chunks of 200 values, because a statement takes a limited number of parameters. */
async function inParts<R>(
  values: readonly string[],
  read: (part: string[]) => PromiseLike<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (let i = 0; i < values.length; i += 200) rows.push(...(await read(values.slice(i, i + 200))));
  return rows;
}

export async function listReconciliations(
  input: ParsedInputOf<typeof listCall>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { rows, page } = await readPage(
    db,
    input,
    db.select().from(reconciliation).orderBy(desc(reconciliation.day), reconciliation.method),
    db.select({ n: count() }).from(reconciliation),
  );
  return {
    records: rows.map(({ id, at, ...row }) => ({ ...row, reconciliationId: id, checkTime: at })),
    ...page,
  };
}
