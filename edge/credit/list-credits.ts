import { and, asc, count, desc, eq, gt, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  getCredits as getCall,
  listLots as lotsCall,
  listTransfers as transfersCall,
} from '#core/credit/calls.ts';
import { balancesAfter, type LotState, lotState } from '#core/credit/ledger.ts';
import { creditLot, creditTransfer, task } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { availableCredits } from './ledger.ts';

export async function getCredits(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { db, actor, now } = context;
  const own = eq(creditLot.enterpriseId, actor.entId);
  const [[available], sums, [next]] = await db.batch([
    availableCredits(context, actor.entId),
    db
      .select({
        kind: creditTransfer.kind,
        quantity: sql<number>`sum(${creditTransfer.quantity})`,
      })
      .from(creditTransfer)
      .where(eq(creditTransfer.enterpriseId, actor.entId))
      .groupBy(creditTransfer.kind),
    db
      .select({ quantity: creditLot.remaining, at: creditLot.expiresAt })
      .from(creditLot)
      .where(and(own, gt(creditLot.remaining, 0), gt(creditLot.expiresAt, now)))
      .orderBy(asc(creditLot.expiresAt))
      .limit(1),
  ]);
  const balances = balancesAfter(sums.map(({ kind, quantity }) => ({ kind, quantity: Number(quantity) })));
  return {
    available: Number(available?.credits ?? 0),
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
    isNotNull(creditLot.expiresAt),
    lte(creditLot.expiresAt, now),
    gt(creditLot.remaining, 0),
  )!;
  switch (state) {
    case 'EXPIRED':
      return sql`(${gt(creditLot.expired, 0)} or ${over})`;
    case 'USED_UP':
      return and(eq(creditLot.remaining, 0), eq(creditLot.expired, 0))!;
    case 'NORMAL':
      return sql`(${gt(creditLot.remaining, 0)} and ${eq(creditLot.expired, 0)} and not ${over})`;
  }
}

export async function listLots(
  input: ParsedInputOf<typeof lotsCall>,
  { db, actor, now }: SignedInContext,
): Promise<OutputOf<typeof lotsCall>> {
  const where = and(
    eq(creditLot.enterpriseId, actor.entId),
    containsIf(creditLot.number, input.number),
    input.status ? inState(input.status, now) : undefined,
  );
  const [rows, [total]] = await db.batch([
    db
      .select()
      .from(creditLot)
      .where(where)
      .orderBy(desc(creditLot.grantedAt), desc(creditLot.id))
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    db.select({ n: count() }).from(creditLot).where(where),
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
    eq(creditTransfer.enterpriseId, actor.entId),
    input.kind ? eq(creditTransfer.kind, input.kind) : undefined,
    input.from === undefined ? undefined : gte(creditTransfer.at, input.from),
    input.to === undefined ? undefined : lte(creditTransfer.at, input.to),
  );
  const [rows, [total]] = await db.batch([
    db
      .select({
        transfer: creditTransfer,
        lotNumber: creditLot.number,
        task: { id: task.id, number: task.number, name: task.name },
      })
      .from(creditTransfer)
      .innerJoin(creditLot, eq(creditLot.id, creditTransfer.lotId))
      .leftJoin(task, eq(task.id, creditTransfer.taskId))
      .where(where)
      .orderBy(desc(creditTransfer.at), desc(creditTransfer.id))
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    db.select({ n: count() }).from(creditTransfer).where(where),
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
