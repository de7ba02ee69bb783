import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { SELLERS } from './access.ts';
import { fen, orderDetail, orderRow, orderSearch, shipTo } from './calls.ts';
import { AUDIENCES, packageForm } from './packages.ts';
import { GOODS_KINDS, REFUND_KINDS, REFUND_STATES } from './states.ts';

const packageRow = z.object({
  packageId: id,
  version: z.number().int(),
  goods: z.enum(GOODS_KINDS),
  name: z.string(),
  quantity: z.number().int(),
  priceFen: fen,
  validDays: z.number().int().nullable(),
  audience: z.enum(AUDIENCES),
  onSale: z.boolean(),
  createTime: time,
  operator: z.string(),
});
export type PackageRow = z.output<typeof packageRow>;

export const listPackages = defineCall({
  id: 'order.listPackages',
  method: 'GET',
  path: '/bc/platform/order/package/page',
  access: SELLERS,
  input: z.object({
    ...fixedPageInput,
    name: z.string().trim().max(40).optional(),
    /** All versions of this package instead of only the ones in force. */
    packageId: id.optional(),
  }),
  output: pageOf(packageRow),
  summary: 'List the packages in force, or all versions of one',
});

export const savePackage = defineCall({
  id: 'order.savePackage',
  method: 'POST',
  path: '/bc/platform/order/package/save',
  access: SELLERS,
  input: z.object({
    /** Omitted: creates a package; else a new version of it, based on the version that was shown. */
    packageId: id.optional(),
    version: z.number().int().optional(),
    form: packageForm,
  }),
  output: z.object({ packageId: id, version: z.number().int() }),
  summary: 'Add a package, or change one by a new version',
});

export const switchPackage = defineCall({
  id: 'order.switchPackage',
  method: 'POST',
  path: '/bc/platform/order/package/switch',
  access: SELLERS,
  input: z.object({ packageId: id, version: z.number().int(), onSale: z.boolean() }),
  output: empty,
  summary: 'Put a package on sale, or withdraw it',
});

const platformSearch = { ...orderSearch, entName: z.string().trim().max(100).optional() };

export const listPlatformOrders = defineCall({
  id: 'order.listPlatformOrders',
  method: 'GET',
  path: '/bc/platform/order/page',
  access: SELLERS,
  input: z.object({ ...fixedPageInput, ...platformSearch }),
  output: pageOf(orderRow),
  summary: 'List the orders of all enterprises',
});

export const getPlatformOrder = defineCall({
  id: 'order.getPlatformOrder',
  method: 'GET',
  path: '/bc/platform/order/detail/:orderId',
  access: SELLERS,
  input: z.object({ orderId: id }),
  output: orderDetail.extend({ shipTo: shipTo.nullable() }),
  summary: 'Get an order of an enterprise, with the shipping address of its goods',
});

export const shipOrder = defineCall({
  id: 'order.shipOrder',
  method: 'POST',
  path: '/bc/platform/order/ship',
  access: SELLERS,
  input: z.object({
    orderId: id,
    carrier: z.string().trim().min(1).max(30),
    trackingNumber: z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z-]{5,40}$/),
  }),
  output: empty,
  summary: 'Record that goods were shipped, with carrier and tracking number',
});

export const receiveReturn = defineCall({
  id: 'order.receiveReturn',
  method: 'POST',
  path: '/bc/platform/order/returned',
  access: SELLERS,
  input: z.object({ orderId: id }),
  output: empty,
  summary: 'Record that shipped goods were returned',
});

const refundRow = z.object({
  refundId: id,
  refundNumber: z.string(),
  orderId: id,
  orderNumber: z.string(),
  entName: z.string(),
  kind: z.enum(REFUND_KINDS),
  status: z.enum(REFUND_STATES),
  amountFen: fen,
  copies: z.number().int(),
  reason: z.string(),
  description: z.string(),
  requester: z.string(),
  reviewer: z.string(),
  failure: z.string(),
  createTime: time,
  doneTime: time.nullable(),
  actions: z.array(z.enum(['decide', 'retry'])),
});
export type RefundRow = z.output<typeof refundRow>;

export const listRefunds = defineCall({
  id: 'order.listRefunds',
  method: 'GET',
  path: '/bc/platform/order/refund/page',
  access: SELLERS,
  input: z.object({
    ...fixedPageInput,
    status: z.enum(REFUND_STATES).optional(),
    orderNumber: z.string().trim().max(30).optional(),
  }),
  output: pageOf(refundRow),
  summary: 'List the refunds to review, in progress, failed and done',
});

export const decideRefund = defineCall({
  id: 'order.decideRefund',
  method: 'POST',
  path: '/bc/platform/order/refund/decide',
  access: SELLERS,
  input: z
    .object({ refundId: id, approve: z.boolean(), remark: z.string().trim().max(200) })
    .refine(({ approve, remark }) => approve || remark !== '', { path: ['remark'] }),
  output: empty,
  summary: 'Approve a refund, or reject it with a reason',
  changes: ['order', 'credit'],
});

export const retryRefund = defineCall({
  id: 'order.retryRefund',
  method: 'POST',
  path: '/bc/platform/order/refund/retry',
  access: SELLERS,
  input: z.object({ refundId: id }),
  output: empty,
  summary: 'Retry a failed refund at the provider',
});
