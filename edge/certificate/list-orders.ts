import { and, count, desc, eq, type SQL } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { getOrder as getCall, listOrders as listCall } from '#core/certificate/calls.ts';
import { ITEM_STATES, ORDER_KINDS } from '#core/certificate/states.ts';
import { SEAL_CATEGORIES } from '#core/seal/states.ts';
import { certificateOrder } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf, withinIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { OPEN_STATES, type OrderRow, readOrder } from './read-order.ts';

type Input = ParsedInputOf<typeof listCall>;

const COLUMNS = {
  create_time: certificateOrder.createdAt,
  order_number: certificateOrder.number,
  count: certificateOrder.count,
} as const;

/** Orders of the enterprise ([3.6b]), newest first. */
export async function listOrders(
  input: Input,
  { db, actor }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const where = and(
    eq(certificateOrder.ownerKey, actor.ownerKey),
    containsIf(certificateOrder.number, input.orderNumber),
    isIf(certificateOrder.state, input.status),
    isIf(certificateOrder.sealCategory, input.sealCategory),
    withinIf(certificateOrder.createdAt, input.from, input.to),
  );
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select()
      .from(certificateOrder)
      .where(where)
      .orderBy(...orderOf(input)),
    db.select({ n: count() }).from(certificateOrder).where(where),
  );
  return {
    records: rows.map((row) => toRow(row)),
    ...page,
  };
}

function orderOf(input: Input): SQL[] {
  const order = orderBy(input, COLUMNS);
  return [...(order.length ? order : [desc(certificateOrder.createdAt)]), desc(certificateOrder.id)];
}

export async function getOrder(
  { orderId }: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { order, items } = await readOrder(context, orderId);
  return {
    ...toRow(order),
    items: items.map(({ item }) => ({
      stampId: item.sealId,
      stampName: item.sealName,
      status: ITEM_STATES.find((state) => state === item.state) ?? 'WAITING',
    })),
  };
}

const toRow = (row: OrderRow): OutputOf<typeof listCall>['records'][number] => ({
  orderId: row.id,
  orderNumber: row.number,
  count: row.count,
  createTime: row.createdAt,
  endTime: row.endedAt,
  askedTime: row.askedAt,
  organization: row.ownerName,
  sealCategory: SEAL_CATEGORIES.find((one) => one === row.sealCategory) ?? 'GENERAL',
  kind: ORDER_KINDS.find((one) => one === row.kind) ?? 'APPLY',
  status: row.state,
  reason: row.reason,
  creator: row.creatorName,
  applicantTime: row.applicantAt,
  actions: OPEN_STATES.includes(row.state) ? ['continue', 'refresh', 'sendApplicant', 'revoke'] : [],
});
