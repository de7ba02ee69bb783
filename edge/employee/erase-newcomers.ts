import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { CANCELLED_DAYS } from '#core/employee/states.ts';
import { DAY_MS } from '#core/time.ts';
import { newcomer, newcomerImage, newcomerItem, newcomerRecord } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { changeNewcomer, type NewcomerSource, newcomerUnchanged } from './read-newcomer.ts';

const AT_ONCE = 50;

/**
 * Statements that erase a newcomer's file: numbers, values, reasons and pictures, which lie under keys that go with their
 * rows. The name, the states and the log stay, which tell that there was an onboarding.
 */
export const eraseFile = (context: Context, row: NewcomerSource): Statement[] => [
  context.db.delete(newcomerImage).where(eq(newcomerImage.newcomerId, row.id)),
  context.db
    .update(newcomerItem)
    .set({ valueSealed: '', reasonSealed: '' })
    .where(eq(newcomerItem.newcomerId, row.id)),
  changeNewcomer(context, row, {
    sealed: {},
    mobileIndex: `erased:${row.id}`,
    idNumberIndex: `erased:${row.id}`,
    accountId: '',
    erasedAt: context.now,
  }),
  context.db.insert(newcomerRecord).values({
    id: context.newId(),
    enterpriseId: row.enterpriseId,
    newcomerId: row.id,
    at: context.now,
    record: 'ERASED',
    operatorId: '',
  }),
];

/** Files from which an employee came. */
export const filesOf = ({ db }: Pick<Context, 'db'>, employeeId: string): Promise<NewcomerSource[]> =>
  db
    .select()
    .from(newcomer)
    .where(
      and(eq(newcomer.employeeId, employeeId), sql`${newcomer.employeeId} <> ''`, isNull(newcomer.erasedAt)),
    );

/** Erases files that were cancelled more than CANCELLED_DAYS ago. Returns how many. */
export async function eraseCancelled(context: Context): Promise<number> {
  const { db, now } = context;
  const rows = await db
    .select()
    .from(newcomer)
    .where(
      and(
        sql`${newcomer.state} = 'CANCELLED'`,
        isNull(newcomer.erasedAt),
        lt(newcomer.since, now - CANCELLED_DAYS * DAY_MS),
      ),
    )
    .orderBy(asc(newcomer.since))
    .limit(AT_ONCE);
  for (const row of rows) {
    try {
      await commit(context, [newcomerUnchanged(row)], eraseFile(context, row));
    } catch (error) {
      // Somebody archived it meanwhile: it is looked at again.
      if (!(error instanceof GuardFailed)) throw error;
    }
  }
  return rows.length;
}
