import { and, asc, count, desc, eq, gt, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  getCopies as getCall,
  listLots as lotsCall,
  listTransfers as transfersCall,
} from '#core/copies/calls.ts';
import { balancesAfter, type LotState, lotState } from '#core/copies/ledger.ts';
import { copiesLot, copiesTransfer, task } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { availableCopies } from './ledger.ts';

export async function getCopies(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { db, actor, now } = context;
  const own = eq(copiesLot.enterpriseId, actor.entId);
  const [[available], sums, [next]] = await db.batch([
    availableCopies(context, actor.entId),
    db
      .select({
        kind: copiesTransfer.kind,
        quantity: sql<number>`sum(${copiesTransfer.quantity})`,
      })
      .from(copiesTransfer)
      .where(eq(copiesTransfer.enterpriseId, actor.entId))
      .groupBy(copiesTransfer.kind),
    db
      .select({ quantity: copiesLot.remaining, at: copiesLot.expiresAt })
      .from(copiesLot)
      .where(and(own, gt(copiesLot.remaining, 0), gt(copiesLot.expiresAt, now)))
      .orderBy(asc(copiesLot.expiresAt))
      .limit(1),
  ]);
  const balances = balancesAfter(sums.map(({ kind, quantity }) => ({ kind, quantity: Number(quantity) })));
  return {
    available: Number(available?.copies ?? 0),
    reserved: balances.RESERVED,
    used: balances.USED,
    expired: balances.EXPIRED,
    low: (await limitsInForce(context)).lowCopies,
    nextExpiry: next?.at == null ? null : { quantity: next.quantity, at: next.at },
  };
}

/** `lotState` as an SQL condition. */
function inState(state: LotState, now: number): SQL {
  const over = and(
    isNotNull(copiesLot.expiresAt),
    lte(copiesLot.expiresAt, now),
    gt(copiesLot.remaining, 0),
  )!;
  switch (state) {
    case 'EXPIRED':
      return sql`(${gt(copiesLot.expired, 0)} or ${over})`;
    case 'USED_UP':
      return and(eq(copiesLot.remaining, 0), eq(copiesLot.expired, 0))!;
    case 'NORMAL':
      return sql`(${gt(copiesLot.remaining, 0)} and ${eq(copiesLot.expired, 0)} and not ${over})`;
  }
}

export async function listLots(
  input: ParsedInputOf<typeof lotsCall>,
  { db, actor, now }: SignedInContext,
): Promise<OutputOf<typeof lotsCall>> {
  const where = and(
    eq(copiesLot.enterpriseId, actor.entId),
    containsIf(copiesLot.number, input.number),
    input.status ? inState(input.status, now) : undefined,
  );
  const [rows, [total]] = await db.batch([
    db
      .select()
      .from(copiesLot)
      .where(where)
      .orderBy(desc(copiesLot.grantedAt), desc(copiesLot.id))
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    db.select({ n: count() }).from(copiesLot).where(where),
  ]);
  return {
    records: rows.map((lot) => ({
      lotId: lot.id,
      number: lot.number,
      source: lot.source,
      total: lot.quantity,
      used: lot.quantity - lot.remaining - lot.expired - lot.refunded,
      remaining: lot.remaining,
      expired: lot.expired,
      grantTime: lot.grantedAt,
      expireTime: lot.expiresAt,
      status: lotState(lot, now),
    })),
    total: total?.n ?? 0,
    current: input.current,
    size: input.size,
  };
}

export async function listTransfers(
  input: ParsedInputOf<typeof transfersCall>,
  { db, actor }: SignedInContext,
): Promise<OutputOf<typeof transfersCall>> {
  const where = and(
    eq(copiesTransfer.enterpriseId, actor.entId),
    input.kind ? eq(copiesTransfer.kind, input.kind) : undefined,
    input.from === undefined ? undefined : gte(copiesTransfer.at, input.from),
    input.to === undefined ? undefined : lte(copiesTransfer.at, input.to),
  );
  const [rows, [total]] = await db.batch([
    db
      .select({
        transfer: copiesTransfer,
        lotNumber: copiesLot.number,
        task: { id: task.id, number: task.number, name: task.name },
      })
      .from(copiesTransfer)
      .innerJoin(copiesLot, eq(copiesLot.id, copiesTransfer.lotId))
      .leftJoin(task, eq(task.id, copiesTransfer.taskId))
      .where(where)
      .orderBy(desc(copiesTransfer.at), desc(copiesTransfer.id))
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    db.select({ n: count() }).from(copiesTransfer).where(where),
  ]);
  return {
    records: rows.map(({ transfer, lotNumber, task: caused }) => ({
      transferId: transfer.id,
      at: transfer.at,
      kind: transfer.kind,
      quantity: transfer.quantity,
      lotNumber,
      task: caused === null ? null : { planId: caused.id, number: caused.number, taskName: caused.name },
      operator: transfer.operatorName,
      remark: transfer.remark,
    })),
    total: total?.n ?? 0,
    current: input.current,
    size: input.size,
  };
}
