import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { can, next } from '#core/machine.ts';
import { ORDER_MACHINE, type OrderEvent, type OrderState, type TimelineEvent } from '#core/order/states.ts';
import { enterprise, member, purchase, purchaseEvent } from '#db/schema/index.ts';
import { type Actor, type Context, enterpriseKey, personKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { pushEffect } from '#edge/sync/effects.ts';

export type Order = typeof purchase.$inferSelect;

/** Enterprises that a person administers and may therefore buy for while acting as a person. */
const administeredBy = (accountId: string): SQL =>
  sql`(select ${member.enterpriseId} from ${member} inner join ${enterprise} on ${enterprise.id} = ${member.enterpriseId} where ${member.accountId} = ${accountId} and ${member.leftAt} is null and ${enterprise.authStatus} = 'AUTH' and ${enterprise.businessStatus} = 'ENABLE' and exists (select 1 from json_each(${member.roles}) where value in ('ENT_ADMIN', 'BUSINESS_ADMIN')))`;

/** Orders visible to an identity: those of its enterprise or, for a person, of the enterprises they administer. */
export const ordersOf = (actor: Actor): SQL =>
  actor.entId === ''
    ? sql`${purchase.enterpriseId} in ${administeredBy(actor.accountId)}`
    : eq(purchase.enterpriseId, actor.entId);

/** Enterprises that an identity may buy for. */
export const enterprisesOf = ({ db }: Pick<Context, 'db'>, actor: Actor) =>
  db
    .select()
    .from(enterprise)
    .where(
      actor.entId === ''
        ? sql`${enterprise.id} in ${administeredBy(actor.accountId)}`
        : eq(enterprise.id, actor.entId),
    )
    .orderBy(enterprise.name);

/** Reads an order that the identity may see. Throws NOT_FOUND for any other. */
export async function readOrder({ db, actor }: Context & { actor: Actor }, orderId: string): Promise<Order> {
  const [row] = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, orderId), ordersOf(actor)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Reads any order without an access check, for jobs and the platform. Throws NOT_FOUND. */
export async function unsafeReadOrder({ db }: Pick<Context, 'db'>, orderId: string): Promise<Order> {
  const [row] = await db.select().from(purchase).where(eq(purchase.id, orderId));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Guard that holds while the order still has the version that was read. */
export const unchanged = ({ id, version }: Order): SQL =>
  sql`select 1 from ${purchase} where ${purchase.id} = ${id} and ${purchase.version} = ${version}`;

export interface OrderNote {
  /** Name of the operator; empty for jobs of the product. */
  operator?: string;
  remark?: string;
  amountFen?: number;
}

type Changes = Partial<Omit<Order, 'id' | 'state' | 'version'>>;

/**
 * Statements that apply an event of the state machine to an order and add a timeline entry; to be committed with the
 * guard `unchanged`. Throws ORDER_CHANGED if the state machine does not allow the event.
 */
export function moveOrder(
  context: Context,
  order: Order,
  event: OrderEvent,
  note: OrderNote = {},
  changes: Changes = {},
): Statement[] {
  const state = next(ORDER_MACHINE, order.state, event);
  if (state === null) throw new AppError('ORDER_CHANGED');
  return [setOrder(context, order, { ...changes, state }), ...tellOrder(context, order, event, state, note)];
}

/**
 * Statements that change an order without changing its state, with a timeline entry if `event` is given; to be
 * committed with the guard `unchanged`.
 */
export const noteOrder = (
  context: Context,
  order: Order,
  event: TimelineEvent | undefined,
  note: OrderNote = {},
  changes: Changes = {},
): Statement[] => [
  setOrder(context, order, changes),
  ...(event ? tellOrder(context, order, event, order.state, note) : []),
];

const setOrder = ({ db }: Context, order: Order, changes: Partial<Order>): Statement =>
  db
    .update(purchase)
    .set({ ...changes, version: order.version + 1 })
    .where(eq(purchase.id, order.id));

/** Adds a timeline entry and notifies open pages of it. */
export const tellOrder = (
  context: Context,
  order: Pick<Order, 'id' | 'enterpriseId' | 'buyerId'> & { version?: number },
  event: TimelineEvent,
  state: OrderState,
  { operator = '', remark = '', amountFen }: OrderNote = {},
): Statement[] => [
  context.db.insert(purchaseEvent).values({
    id: context.newId(),
    orderId: order.id,
    seq: order.version === undefined ? 0 : order.version + 1,
    at: context.now,
    event,
    state,
    operator,
    remark,
    amountFen: amountFen ?? null,
  }),
  enqueue(context, `push:${order.id}`, pushEffect, {
    ownerKeys: [enterpriseKey(order.enterpriseId), personKey(order.buyerId)],
    event: 'order',
    taskId: '',
  }),
];

export const mayMove = (order: Pick<Order, 'state'>, event: OrderEvent): boolean =>
  can(ORDER_MACHINE, order.state, event);
