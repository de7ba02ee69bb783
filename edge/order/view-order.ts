import { and, asc, count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskMail } from '#core/identity/mask.ts';
import { can } from '#core/machine.ts';
import type {
  getOrder as getCall,
  InvoiceView,
  listOrders as listCall,
  OrderDetail,
  OrderRow,
  RefundView,
} from '#core/order/calls.ts';
import type {
  getPlatformOrder as platformGetCall,
  listPlatformOrders as platformListCall,
} from '#core/order/platform-calls.ts';
import { invoiceable, quoteRefund } from '#core/order/quote-refund.ts';
import {
  goodsStateOf,
  INVOICE_MACHINE,
  payStateOf,
  REFUNDABLE_STATES,
  statesPaid,
} from '#core/order/states.ts';
import {
  creditLot,
  enterprise,
  invoice,
  purchase,
  purchaseEvent,
  purchasePayment,
  purchaseRefund,
} from '#db/schema/index.ts';
import { isLotOf } from '#edge/credit/ledger.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf, withinIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { openDetails } from './invoice-details.ts';
import { mayMove, type Order, ordersOf } from './orders.ts';

/** Orders visible to the identity, newest first. */
export async function listOrders(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  return listed(context, input, ordersOf(context.actor));
}

/** Orders of all enterprises, for the platform. */
export async function listPlatformOrders(
  input: ParsedInputOf<typeof platformListCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof platformListCall>> {
  const { records, ...page } = await listed(context, input, containsIf(enterprise.name, input.entName));
  return { records: records.map(withoutActions), ...page };
}

/** Actions belong to the buyer; the platform only views orders. */
const withoutActions = (row: OrderRow): OrderRow => ({ ...row, actions: [] });

type Search = Omit<ParsedInputOf<typeof listCall>, 'current' | 'size'>;

export const searched = (input: Search, scope: SQL | undefined): SQL | undefined =>
  and(
    scope,
    containsIf(purchase.number, input.orderNumber),
    isIf(purchase.state, input.orderStatus),
    input.payStatus ? inArray(purchase.state, statesPaid(input.payStatus)) : undefined,
    isIf(purchase.invoiceState, input.invoiceStatus),
    withinIf(purchase.createdAt, input.from, input.to),
  );

async function listed(
  { db, now }: Context,
  input: ParsedInputOf<typeof listCall>,
  scope: SQL | undefined,
): Promise<OutputOf<typeof listCall>> {
  const where = searched(input, scope);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ order: purchase, entName: enterprise.name })
      .from(purchase)
      .innerJoin(enterprise, eq(enterprise.id, purchase.enterpriseId))
      .where(where)
      .orderBy(desc(purchase.createdAt), desc(purchase.id)),
    db
      .select({ n: count() })
      .from(purchase)
      .innerJoin(enterprise, eq(enterprise.id, purchase.enterpriseId))
      .where(where),
  );
  const ids = rows.map(({ order }) => order.id);
  const lots = ids.length
    ? await db
        .select({
          orderId: creditLot.orderId,
          remaining: creditLot.remaining,
          expiresAt: creditLot.expiresAt,
        })
        .from(creditLot)
        .where(isLotOf(ids))
    : [];
  const open = ids.length
    ? await db
        .select({ orderId: purchaseRefund.orderId })
        .from(purchaseRefund)
        .where(and(inArray(purchaseRefund.orderId, ids), eq(purchaseRefund.state, 'REQUESTED')))
    : [];
  return {
    records: rows.map(({ order, entName }) => {
      const lot = lots.find(({ orderId }) => orderId === order.id);
      const requested = open.some(({ orderId }) => orderId === order.id);
      return rowOf(order, entName, { remaining: lot ? leftOf(lot, now) : 0, requested, now });
    }),
    ...page,
  };
}

/** Copies of a lot that can still be spent. */
export const leftOf = (lot: { remaining: number; expiresAt: number | null }, now: number): number =>
  lot.expiresAt !== null && lot.expiresAt <= now ? 0 : lot.remaining;

interface Beside {
  /** Unspent copies of the order. */
  remaining: number;
  /** Whether a refund waits for its review. */
  requested: boolean;
  now: number;
}

const quotes = (order: Order, remaining: number) => ({
  whole: quoteRefund({ ...order, remaining }, 'WHOLE'),
  unused: quoteRefund({ ...order, remaining }, 'UNUSED'),
});

/** Whether an invoice of the order may be requested. */
export const mayInvoice = (order: Order): boolean =>
  REFUNDABLE_STATES.some((state) => state === order.state) &&
  invoiceable(order) > 0 &&
  can(INVOICE_MACHINE, order.invoiceState, 'apply');

function rowOf(order: Order, entName: string, { remaining, requested, now }: Beside): OrderRow {
  const { whole: ofAll, unused } = quotes(order, remaining);
  const waits = mayMove(order, 'expire') && order.payBefore > now;
  const offered: Record<OrderRow['actions'][number], boolean> = {
    pay: waits,
    revoke: mayMove(order, 'revoke'),
    confirm: mayMove(order, 'confirm'),
    refund: ofAll !== null || unused !== null,
    withdrawRefund: requested,
    invoice: mayInvoice(order),
    cancelInvoice: order.state !== 'REFUNDING' && can(INVOICE_MACHINE, order.invoiceState, 'cancel'),
  };
  return {
    orderId: order.id,
    orderNumber: order.number,
    entId: order.enterpriseId,
    entName,
    buyer: order.buyerName,
    name: order.name,
    goods: order.goods,
    count: order.count,
    quantity: order.quantity,
    unitFen: order.unitFen,
    amountFen: order.amountFen,
    paidFen: order.paidFen,
    refundedFen: order.refundedFen,
    payStatus: payStateOf(order.state),
    orderStatus: order.state,
    goodsStatus: goodsStateOf({ ...order, kind: order.goods }),
    invoiceStatus: order.invoiceState,
    createTime: order.createdAt,
    payBefore: order.payBefore,
    actions: (Object.keys(offered) as OrderRow['actions']).filter((action) => offered[action]),
  };
}

export const getOrder = async (
  { orderId }: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> => (await detail(context, orderId, ordersOf(context.actor))).detail;

export async function getPlatformOrder(
  { orderId }: ParsedInputOf<typeof platformGetCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof platformGetCall>> {
  const { detail: found, order } = await detail(context, orderId, undefined);
  const shipTo =
    order.shipToSealed === ''
      ? null
      : JSON.parse(await context.keys.openField(order.shipToSealed, `shipTo:${order.id}`));
  return { ...found, actions: [], shipTo };
}

async function detail(
  context: SignedInContext,
  orderId: string,
  scope: SQL | undefined,
): Promise<{ detail: OrderDetail; order: Order }> {
  const { db, now } = context;
  const [[found], events, payments, refunds, invoices, [lot]] = await db.batch([
    db
      .select({ order: purchase, entName: enterprise.name })
      .from(purchase)
      .innerJoin(enterprise, eq(enterprise.id, purchase.enterpriseId))
      .where(and(eq(purchase.id, orderId), scope)),
    db.select().from(purchaseEvent).where(eq(purchaseEvent.orderId, orderId)).orderBy(asc(purchaseEvent.seq)),
    db
      .select()
      .from(purchasePayment)
      .where(eq(purchasePayment.orderId, orderId))
      .orderBy(asc(purchasePayment.createdAt), asc(purchasePayment.id)),
    db
      .select()
      .from(purchaseRefund)
      .where(eq(purchaseRefund.orderId, orderId))
      .orderBy(desc(purchaseRefund.createdAt)),
    db.select().from(invoice).where(eq(invoice.orderId, orderId)).orderBy(desc(invoice.createdAt)),
    db
      .select()
      .from(creditLot)
      .where(isLotOf([orderId])),
  ]);
  if (!found) throw new AppError('NOT_FOUND');
  const { order, entName } = found;
  const remaining = lot ? leftOf(lot, now) : 0;
  const requested = refunds.some(({ state }) => state === 'REQUESTED');
  const { validDays, paidAt, carrier, trackingNumber } = order;
  return {
    order,
    detail: {
      ...rowOf(order, entName, { remaining, requested, now }),
      validDays,
      payTime: paidAt,
      carrier,
      trackingNumber,
      timeline: events.map(({ event, at, state, operator, remark, amountFen }) => ({
        event,
        at,
        status: state,
        operator,
        remark,
        amountFen,
      })),
      payments: payments.map((payment) => ({
        method: payment.method,
        tradeNo: payment.tradeNo,
        status: payment.state,
        paidFen: payment.paidFen,
        payTime: payment.paidAt,
        givenBack: payment.givenBack,
      })),
      refunds: refunds.map(refundView),
      invoices: await Promise.all(invoices.map((row) => invoiceView(context, row))),
      lot: lot
        ? {
            number: lot.number,
            total: lot.quantity,
            used: lot.quantity - lot.remaining - lot.expired - lot.refunded,
            remaining: lot.remaining,
            expireTime: lot.expiresAt,
          }
        : null,
      refundable: quotes(order, remaining),
      invoiceableFen: invoiceable(order),
    },
  };
}

const refundView = (refund: typeof purchaseRefund.$inferSelect): RefundView => ({
  refundId: refund.id,
  refundNumber: refund.number,
  kind: refund.kind,
  status: refund.state,
  amountFen: refund.amountFen,
  copies: refund.copies,
  reason: refund.reason,
  description: refund.description,
  reviewRemark: refund.reviewRemark,
  createTime: refund.createdAt,
  doneTime: refund.doneAt,
});

async function invoiceView(context: Context, row: typeof invoice.$inferSelect): Promise<InvoiceView> {
  const { email } = await openDetails(context, row);
  return {
    invoiceId: row.id,
    type: row.type,
    status: row.state,
    amountFen: row.amountFen,
    title: row.title,
    taxId: row.taxId,
    email: maskMail(email),
    number: row.number,
    issueTime: row.issuedAt,
    redNumber: row.redNumber,
    failure: row.failure,
  };
}
