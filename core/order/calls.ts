import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { PAYMENT_PROVIDERS } from '#core/payment/provider-names.ts';
import { mobile } from '#core/validate/rules.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { BUYERS } from './access.ts';
import { MOST_PACKAGES } from './packages.ts';
import {
  GOODS_KINDS,
  GOODS_STATES,
  INVOICE_STATES,
  INVOICE_TYPES,
  ORDER_STATES,
  PAY_STATES,
  PAYMENT_STATES,
  REFUND_KINDS,
  REFUND_STATES,
  RETURN_REASONS,
  TIMELINE_EVENTS,
} from './states.ts';

/** Fen, a hundredth of a yuan. */
export const fen = z.number().int();

const offer = z.object({
  packageId: id,
  version: z.number().int(),
  goods: z.enum(GOODS_KINDS),
  name: z.string(),
  quantity: z.number().int(),
  priceFen: fen,
  validDays: z.number().int().nullable(),
});
export type Offer = z.output<typeof offer>;

export const listOffers = defineCall({
  id: 'order.listOffers',
  method: 'GET',
  path: '/bc/assemble/order/offers',
  access: BUYERS,
  input: z.object({
    /** Enterprise whose offers are listed; the first one by default. */
    entId: id.optional(),
  }),
  output: z.object({
    /** Enterprises for which the caller may buy. */
    enterprises: z.array(z.object({ entId: id, entName: z.string() })),
    entId: z.string(),
    offers: z.array(offer),
    methods: z.array(z.enum(PAYMENT_PROVIDERS)),
    /** Minutes until an unpaid order expires. */
    paymentMinutes: z.number().int(),
  }),
  summary: 'List the packages that an enterprise may buy, and the ways to pay',
});

/** Shipping address; only for goods that are shipped. */
export const shipTo = z.object({
  receiver: z.string().trim().min(1).max(50),
  mobile: mobile(),
  address: z.string().trim().min(5).max(200),
});

export const placeOrder = defineCall({
  id: 'order.placeOrder',
  method: 'POST',
  path: '/bc/assemble/order/save',
  access: BUYERS,
  input: z.object({
    entId: id,
    packageId: id,
    /** The version whose price was shown; rejected if another one is in force. */
    version: z.number().int().min(1),
    count: z.number().int().min(1).max(MOST_PACKAGES),
    shipTo: shipTo.optional(),
  }),
  output: z.object({ orderId: id, orderNumber: z.string() }),
  summary: 'Place an order at the displayed price',
  once: true,
});

export const orderRow = z.object({
  orderId: id,
  orderNumber: z.string(),
  entId: id,
  entName: z.string(),
  buyer: z.string(),
  /** Name of the ordered package ([3.18a]). */
  name: z.string(),
  goods: z.enum(GOODS_KINDS),
  count: z.number().int(),
  quantity: z.number().int(),
  unitFen: fen,
  amountFen: fen,
  paidFen: fen,
  refundedFen: fen,
  payStatus: z.enum(PAY_STATES),
  orderStatus: z.enum(ORDER_STATES),
  goodsStatus: z.enum(GOODS_STATES),
  invoiceStatus: z.enum(INVOICE_STATES),
  createTime: time,
  payBefore: time,
  actions: z.array(
    z.enum(['pay', 'revoke', 'confirm', 'refund', 'withdrawRefund', 'invoice', 'cancelInvoice']),
  ),
});
export type OrderRow = z.output<typeof orderRow>;

/** Search fields of orders, for buyers and the platform. */
export const orderSearch = {
  orderNumber: z.string().trim().max(30).optional(),
  orderStatus: z.enum(ORDER_STATES).optional(),
  payStatus: z.enum(PAY_STATES).optional(),
  invoiceStatus: z.enum(INVOICE_STATES).optional(),
  /** Ordered within these times. */
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
};

export const listOrders = defineCall({
  id: 'order.listOrders',
  method: 'GET',
  path: '/bc/assemble/order/page',
  access: BUYERS,
  input: z.object({ ...fixedPageInput, ...orderSearch }),
  output: pageOf(orderRow),
  summary: 'List the orders of the enterprise, or of those the person administers, newest first',
});

const invoiceView = z.object({
  invoiceId: id,
  type: z.enum(INVOICE_TYPES),
  status: z.enum(INVOICE_STATES),
  amountFen: fen,
  title: z.string(),
  taxId: z.string(),
  /** Masked. */
  email: z.string(),
  number: z.string(),
  issueTime: time.nullable(),
  /** Number of the red invoice that reversed it. */
  redNumber: z.string(),
  failure: z.string(),
});
export type InvoiceView = z.output<typeof invoiceView>;

const refundView = z.object({
  refundId: id,
  refundNumber: z.string(),
  kind: z.enum(REFUND_KINDS),
  status: z.enum(REFUND_STATES),
  amountFen: fen,
  copies: z.number().int(),
  reason: z.string(),
  description: z.string(),
  reviewRemark: z.string(),
  createTime: time,
  doneTime: time.nullable(),
});
export type RefundView = z.output<typeof refundView>;

const quote = z.object({ amountFen: fen, copies: z.number().int() }).nullable();

export const orderDetail = orderRow.extend({
  validDays: z.number().int().nullable(),
  payTime: time.nullable(),
  carrier: z.string(),
  trackingNumber: z.string(),
  timeline: z.array(
    z.object({
      event: z.enum(TIMELINE_EVENTS),
      at: time,
      status: z.enum(ORDER_STATES),
      operator: z.string(),
      remark: z.string(),
      amountFen: fen.nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      method: z.enum(PAYMENT_PROVIDERS),
      tradeNo: z.string(),
      status: z.enum(PAYMENT_STATES),
      paidFen: fen,
      payTime: time.nullable(),
      givenBack: z.enum(RETURN_REASONS).nullable(),
    }),
  ),
  refunds: z.array(refundView),
  invoices: z.array(invoiceView),
  /** The lot of copies credited by the order. */
  lot: z
    .object({
      number: z.string(),
      total: z.number().int(),
      used: z.number().int(),
      remaining: z.number().int(),
      expireTime: time.nullable(),
    })
    .nullable(),
  /** Current value of each kind of refund; null if it is not possible. */
  refundable: z.object({ whole: quote, unused: quote }),
  /** Amount that can be invoiced. */
  invoiceableFen: fen,
});
export type OrderDetail = z.output<typeof orderDetail>;

export const oneOrder = z.object({ orderId: id });

export const getOrder = defineCall({
  id: 'order.getOrder',
  method: 'GET',
  path: '/bc/assemble/order/detail/:orderId',
  access: BUYERS,
  input: oneOrder,
  output: orderDetail,
  summary: 'Get an order with its timeline, payments, refunds and invoices',
});

export const payOrder = defineCall({
  id: 'order.payOrder',
  method: 'POST',
  path: '/bc/assemble/order/pay',
  access: BUYERS,
  input: z.object({ orderId: id, method: z.enum(PAYMENT_PROVIDERS) }),
  output: z.object({ /** What the QR holds. */ qr: z.string(), payBefore: time, amountFen: fen }),
  summary: 'Get the QR code to pay an order; repeated requests return the same one',
});

const standing = z.object({ orderStatus: z.enum(ORDER_STATES), payStatus: z.enum(PAY_STATES) });

export const askPayment = defineCall({
  id: 'order.askPayment',
  method: 'POST',
  path: '/bc/assemble/order/queryPay',
  access: BUYERS,
  input: oneOrder,
  output: standing,
  summary: 'Query the provider whether an order was paid, in case a notification is missing',
});

export const revokeOrder = defineCall({
  id: 'order.revokeOrder',
  method: 'POST',
  path: '/bc/assemble/order/revoke',
  access: BUYERS,
  input: oneOrder,
  output: empty,
  summary: 'Revoke an unpaid order',
});

export const confirmReceipt = defineCall({
  id: 'order.confirmReceipt',
  method: 'POST',
  path: '/bc/assemble/order/confirm',
  access: BUYERS,
  input: oneOrder,
  output: empty,
  summary: 'Confirm that shipped goods arrived',
});

/** Maximum length of a refund's reason and description, in characters. */
export const REFUND_REASON = 50;
export const REFUND_DESCRIPTION = 200;

/** Refund: application type, amount (by the type), description ([3.18d]). */
export const requestRefund = defineCall({
  id: 'order.requestRefund',
  method: 'POST',
  path: '/bc/assemble/order/refund/apply',
  access: BUYERS,
  input: z.object({
    orderId: id,
    kind: z.enum(['WHOLE', 'UNUSED']),
    /** The amount that was shown: the request is rejected if copies have been used since. */
    amountFen: fen.min(1),
    reason: z.string().trim().min(1).max(REFUND_REASON),
    description: z.string().trim().min(1).max(REFUND_DESCRIPTION),
  }),
  output: z.object({ refundId: id }),
  summary: 'Request a refund of the whole order or of the unused part',
  once: true,
  changes: ['order', 'credit'],
});

export const withdrawRefund = defineCall({
  id: 'order.withdrawRefund',
  method: 'POST',
  path: '/bc/assemble/order/refund/withdraw',
  access: BUYERS,
  input: oneOrder,
  output: empty,
  summary: 'Withdraw a refund request that is not reviewed yet',
});
