import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { LotSource } from '#core/credit/ledger.ts';
import { creditLot, type creditTransfer, creditWarning } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { readableNumber } from '#edge/kernel/crypto/readable-number.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** The part of a request's or job's context that the ledger needs. */
type Keeper = Pick<Context, 'db' | 'now' | 'newId'>;

/** Who caused a movement of credits; empty for automatic ones. */
export type Operator = { id: string; name: string };

const NOBODY: Operator = { id: '', name: '' };

/** Lots from which a credit can be spent at `now`. */
const isOpen = (enterpriseId: string, now: number) =>
  and(
    eq(creditLot.enterpriseId, enterpriseId),
    gt(creditLot.remaining, 0),
    or(isNull(creditLot.expiresAt), gt(creditLot.expiresAt, now)),
  )!;

/** The lots of these orders. The index of orders leaves out lots without one, so the condition must, too. */
export const isLotOf = (orderIds: readonly string[]): SQL | undefined =>
  and(inArray(creditLot.orderId, [...orderIds]), sql`${creditLot.orderId} <> ''`);

/** A query of one row, `credits`: the number that the enterprise may spend at `now`. */
export const availableCredits = ({ db, now }: Pick<Keeper, 'db' | 'now'>, enterpriseId: string) =>
  db
    .select({ credits: sql<number>`coalesce(sum(${creditLot.remaining}), 0)` })
    .from(creditLot)
    .where(isOpen(enterpriseId, now));

export interface NewLot {
  enterpriseId: string;
  source: LotSource;
  quantity: number;
  /** Epoch ms; null for credits without a term. */
  expiresAt: number | null;
  operator?: Operator;
  remark?: string;
  orderId?: string;
}

/**
 * Gives credits to an enterprise. A second trial of an enterprise, and a second lot of an order, change nothing: the
 * statements may run twice.
 */
export function grantCredits(context: Keeper, lot: NewLot): Statement[] {
  const { db, now } = context;
  const { operator = NOBODY, remark = '', orderId = '', ...fields } = lot;
  const id = context.newId();
  return [
    db
      .insert(creditLot)
      .values({
        id,
        number: readableNumber('CP', now),
        ...fields,
        remaining: lot.quantity,
        grantedAt: now,
        orderId,
      })
      .onConflictDoNothing(),
    // A second trial adds nothing, so the administrators need no second warning.
    db
      .delete(creditWarning)
      .where(
        sql`${creditWarning.enterpriseId} = ${lot.enterpriseId} and exists (select 1 from ${creditLot} where ${creditLot.id} = ${id})`,
      ),
    transfer(context, {
      from: sql`from ${creditLot} where ${creditLot.id} = ${id}`,
      lotId: sql`${creditLot.id}`,
      quantity: sql`${creditLot.quantity}`,
      kind: lot.source,
      enterpriseId: lot.enterpriseId,
      operator,
      remark,
    }),
  ];
}

/** Guard of a reservation: there is a credit to spend. */
export const hasCredits = (enterpriseId: string, now: number): SQL =>
  sql`select 1 from ${creditLot} where ${isOpen(enterpriseId, now)}`;

/**
 * Reserves one credit for a task that is sent, to be written together with `hasCredits`: of the lot whose term ends first,
 * of two that end alike of the older one. The lot is chosen by the statement itself, so two sends at once never take
 * the same copy.
 */
export function reserveCopy(
  context: Keeper,
  enterpriseId: string,
  taskId: string,
  operator: Operator,
): Statement[] {
  const { db, now } = context;
  const { id, statement } = transferWithId(context, {
    from: sql`from ${creditLot} where ${isOpen(enterpriseId, now)} order by ${creditLot.expiresAt} is null, ${creditLot.expiresAt}, ${creditLot.grantedAt}, ${creditLot.id} limit 1`,
    lotId: sql`${creditLot.id}`,
    quantity: sql`1`,
    kind: 'RESERVE',
    enterpriseId,
    taskId,
    operator,
  });
  return [
    statement,
    db
      .update(creditLot)
      .set({ remaining: sql`${creditLot.remaining} - 1` })
      .where(sql`${creditLot.id} = (select lot_id from copies_transfer where id = ${id})`),
  ];
}

/** Uses up the credit that a task reserved; nothing where it reserved none or the reservation has ended. */
export const spendCopy = (context: Keeper, taskId: string): Statement =>
  settle(context, taskId, 'USE').statement;

/** Returns the credit that a task reserved to its lot; nothing where it reserved none or the reservation has ended. */
export function returnCopy(context: Keeper, taskId: string, operator: Operator): Statement[] {
  const { id, statement } = settle(context, taskId, 'RETURN', operator);
  return [
    statement,
    context.db
      .update(creditLot)
      .set({ remaining: sql`${creditLot.remaining} + 1` })
      .where(sql`${creditLot.id} = (select lot_id from copies_transfer where id = ${id})`),
  ];
}

/** Takes what is left of a lot whose term has ended out of the available credits. */
export function expireLot(context: Keeper, lotId: string): Statement[] {
  const { db, now } = context;
  const over = and(
    eq(creditLot.id, lotId),
    gt(creditLot.remaining, 0),
    sql`${creditLot.expiresAt} <= ${now}`,
  )!;
  return [
    transfer(context, {
      from: sql`from ${creditLot} where ${over}`,
      lotId: sql`${creditLot.id}`,
      quantity: sql`${creditLot.remaining}`,
      enterprise: sql`${creditLot.enterpriseId}`,
      kind: 'EXPIRE',
    }),
    db
      .update(creditLot)
      .set({ expired: sql`${creditLot.expired} + ${creditLot.remaining}`, remaining: 0 })
      .where(over),
  ];
}

/** The guard of `takeForRefund`: the lot has this much left, and its term has not ended. */
export const hasLeft = (lotId: string, quantity: number, now: number): SQL =>
  sql`select 1 from ${creditLot} where ${creditLot.id} = ${lotId} and ${creditLot.remaining} = ${quantity} and (${creditLot.expiresAt} is null or ${creditLot.expiresAt} > ${now})`;

/** Takes what a lot has left out of the balance, for a refund of its purchase; to be written together with `hasLeft`. */
export const takeForRefund = (
  context: Keeper,
  lotId: string,
  operator: Operator,
  remark: string,
): Statement[] => [
  transfer(context, {
    from: sql`from ${creditLot} where ${creditLot.id} = ${lotId} and ${creditLot.remaining} > 0`,
    lotId: sql`${creditLot.id}`,
    quantity: sql`${creditLot.remaining}`,
    enterprise: sql`${creditLot.enterpriseId}`,
    kind: 'REFUND',
    operator,
    remark,
  }),
  context.db
    .update(creditLot)
    .set({ refunded: sql`${creditLot.refunded} + ${creditLot.remaining}`, remaining: 0 })
    .where(eq(creditLot.id, lotId)),
];

/** Puts credits back that a refund took, because it was refused or withdrawn; a term that has ended takes them out again. */
export const putBackFromRefund = (
  context: Keeper,
  lotId: string,
  quantity: number,
  operator: Operator,
  remark: string,
): Statement[] => [
  transfer(context, {
    from: sql`from ${creditLot} where ${creditLot.id} = ${lotId} and ${creditLot.refunded} >= ${quantity}`,
    lotId: sql`${creditLot.id}`,
    quantity: sql`${quantity}`,
    enterprise: sql`${creditLot.enterpriseId}`,
    kind: 'REFUND_BACK',
    operator,
    remark,
  }),
  context.db
    .update(creditLot)
    .set({
      refunded: sql`${creditLot.refunded} - ${quantity}`,
      remaining: sql`${creditLot.remaining} + ${quantity}`,
    })
    .where(sql`${creditLot.id} = ${lotId} and ${creditLot.refunded} >= ${quantity}`),
];

const settle = (context: Keeper, taskId: string, kind: 'USE' | 'RETURN', operator?: Operator) =>
  transferWithId(context, {
    from: sql`from copies_transfer r where r.task_id = ${taskId} and r.kind = 'RESERVE' and not exists (select 1 from copies_transfer s where s.task_id = ${taskId} and s.kind in ('USE', 'RETURN'))`,
    lotId: sql`r.lot_id`,
    quantity: sql`r.quantity`,
    enterprise: sql`r.enterprise_id`,
    kind,
    taskId,
    operator,
  });

type Movement = {
  /** The FROM clause that selects the moved row. Nothing is moved if it selects none. */
  from: SQL;
  lotId: SQL;
  quantity: SQL;
  kind: (typeof creditTransfer.$inferInsert)['kind'];
  taskId?: string;
  operator?: Operator | undefined;
  remark?: string;
} & ({ enterpriseId: string; enterprise?: never } | { enterprise: SQL; enterpriseId?: never });

const transfer = (context: Keeper, movement: Movement): Statement =>
  transferWithId(context, movement).statement;

function transferWithId(context: Keeper, movement: Movement): { id: string; statement: Statement } {
  const id = context.newId();
  const { operator = NOBODY, remark = '', taskId = '', kind } = movement;
  const statement = context.db.run(
    sql`insert into copies_transfer (id, enterprise_id, lot_id, kind, quantity, task_id, operator_id, operator_name, remark, at) select ${id}, ${movement.enterprise ?? movement.enterpriseId}, ${movement.lotId}, ${kind}, ${movement.quantity}, ${taskId}, ${operator.id}, ${operator.name}, ${remark}, ${context.now} ${movement.from}`,
  );
  return { id, statement };
}
