import { and, asc, eq, isNull, lt, ne } from 'drizzle-orm';
import { chinaDay } from '#core/china-time.ts';
import { RETENTION_YEARS } from '#core/employee/states.ts';
import {
  employee,
  employeeChange,
  employeeImage,
  employeeRecord,
  employeeTransfer,
} from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { eraseFile, filesOf } from './erase-newcomers.ts';
import { employeeUnchanged } from './read-employee.ts';
import { newcomerUnchanged } from './read-newcomer.ts';

const AT_ONCE = 50;
/** Kept, so that a certificate of employment can still be issued. */
const RETAINED = ['idNumber'];

/**
 * Erases what is kept of people who left so long ago that the law asks for it no more: how to reach them, who is called in
 * an emergency, what they earned, pictures of papers, why they were moved, what fields were before, and the file of their
 * onboarding. Name, ID number, job and the days of employment stay. Returns how many it erased.
 */
export async function eraseDeparted(context: Context): Promise<number> {
  const { db, now } = context;
  const today = chinaDay(now);
  const until = `${Number(today.slice(0, 4)) - RETENTION_YEARS}${today.slice(4)}`;
  const rows = await db
    .select()
    .from(employee)
    .where(
      and(
        eq(employee.state, 'DEPARTED'),
        isNull(employee.erasedAt),
        ne(employee.departDate, ''),
        lt(employee.departDate, until),
      ),
    )
    .orderBy(asc(employee.departDate))
    .limit(AT_ONCE);
  for (const row of rows) {
    const files = await filesOf(context, row.id);
    const sealed = Object.fromEntries(Object.entries(row.sealed).filter(([name]) => RETAINED.includes(name)));
    try {
      await commit(
        context,
        [employeeUnchanged(row), ...files.map(newcomerUnchanged)],
        [
          db
            .update(employee)
            .set({ sealed, mobileIndex: `erased:${row.id}`, erasedAt: now, version: row.version + 1 })
            .where(eq(employee.id, row.id)),
          // The pictures lie under keys that go with their rows.
          db.delete(employeeImage).where(eq(employeeImage.employeeId, row.id)),
          db.delete(employeeChange).where(eq(employeeChange.employeeId, row.id)),
          db
            .update(employeeTransfer)
            .set({ reasonSealed: '' })
            .where(eq(employeeTransfer.employeeId, row.id)),
          ...files.flatMap((file) => eraseFile(context, file)),
          db.insert(employeeRecord).values({
            id: context.newId(),
            enterpriseId: row.enterpriseId,
            employeeId: row.id,
            at: now,
            record: 'ERASED',
            operatorId: '',
          }),
        ],
      );
    } catch (error) {
      // The row was changed in the meantime: the next run checks it again.
      if (!(error instanceof GuardFailed)) throw error;
    }
  }
  return rows.length;
}
