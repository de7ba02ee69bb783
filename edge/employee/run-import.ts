import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { ROSTER } from '#core/employee/access.ts';
import { departmentsByName, judgeRow, type WrongCell } from '#core/employee/judge-row.ts';
import { isAppError } from '#core/errors.ts';
import { employee, employeeImport, employeeImportRow } from '#db/schema/index.ts';
import { departmentOpen, readDepartments } from '#edge/company/departments.ts';
import { actAs } from '#edge/identity/act-as.ts';
import { type Context, enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { changesOf } from './changes.ts';
import { importRowsEffect } from './effects.ts';
import { openRow } from './imports.ts';
import {
  columnsOf,
  type EmployeeSource,
  employeeUnchanged,
  keptForms,
  recordEmployee,
} from './read-employee.ts';

/** A slice takes so long at most, ms: well below the lease of an effect, and what a Worker may do unasked. */
const SLICE_MS = 15_000;
/** Rows that are written together; one that fails is then written by itself. */
const AT_ONCE = 40;

type Import = typeof employeeImport.$inferSelect;
type Row = typeof employeeImportRow.$inferSelect;
type Departments = ReadonlyMap<string, string>;

/**
 * Takes rows that wait, and goes on with another effect while any are left. It may end anywhere and run twice: a row's state
 * is written with what it adds, and its id is that of the employee.
 */
export async function takeRows(
  context: Context,
  { importId }: z.output<typeof importRowsEffect.payload>,
): Promise<void> {
  const { db } = context;
  const [found] = await db
    .select()
    .from(employeeImport)
    .where(and(eq(employeeImport.id, importId), isNull(employeeImport.endedAt)));
  if (!found) return;
  const until = Date.now() + SLICE_MS;
  while (Date.now() < until) {
    const rows = await db
      .select()
      .from(employeeImportRow)
      .where(waiting(importId))
      .orderBy(asc(employeeImportRow.number))
      .limit(AT_ONCE);
    const now = atPresent(context);
    if (rows.length === 0) return end(now, found, false);
    let actor: SignedInContext;
    try {
      actor = await actAs(now, found.creatorId, enterpriseKey(found.enterpriseId), ROSTER);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return end(now, found, true);
    }
    await takeSome(actor, found, rows);
  }
  const now = atPresent(context);
  await commit(now, [], [enqueue(now, `employeeImport:${importId}`, importRowsEffect, { importId })]);
}

const waiting = (importId: string) =>
  and(eq(employeeImportRow.importId, importId), eq(employeeImportRow.state, 'WAITING'));

/** What a row comes to: guards and statements to be committed together. */
interface Taking {
  guards: ReturnType<typeof employeeUnchanged>[];
  statements: Statement[];
}

async function takeSome(context: SignedInContext, of: Import, rows: readonly Row[]): Promise<void> {
  const departments = departmentsByName(await readDepartments(context, of.enterpriseId));
  const together: Taking[] = [];
  const alone: Row[] = [];
  // Whom rows of this round add or change: another row with the same numbers is looked at after them.
  const seen = new Set<string>();
  for (const row of rows) {
    const taking = await takingOf(context, of, row, departments, seen);
    if (taking) together.push(taking);
    else alone.push(row);
  }
  try {
    await commit(
      context,
      together.flatMap(({ guards }) => guards),
      together.flatMap(({ statements }) => statements),
    );
  } catch (error) {
    if (!(error instanceof GuardFailed) && !isUniqueError(error)) throw error;
    // Somebody changed the roster meanwhile: each row is looked at anew.
    alone.splice(0, alone.length, ...rows);
  }
  for (const row of alone) await takeOne(context, of, row);
}

async function takeOne(context: SignedInContext, of: Import, row: Row): Promise<void> {
  try {
    const departments = departmentsByName(await readDepartments(context, of.enterpriseId));
    const taking = await takingOf(context, of, row, departments, new Set());
    if (taking) await commit(context, taking.guards, taking.statements);
  } catch (error) {
    if (!(error instanceof GuardFailed) && !isUniqueError(error))
      console.error('import row:', describeError(error));
    await context.db
      .update(employeeImportRow)
      .set({ state: 'FAILED', problems: [] })
      .where(and(eq(employeeImportRow.id, row.id), eq(employeeImportRow.state, 'WAITING')));
  }
}

/** Undefined where a row before it in `seen` has one of its numbers. */
async function takingOf(
  context: SignedInContext,
  of: Import,
  row: Row,
  departments: Departments,
  seen: Set<string>,
): Promise<Taking | undefined> {
  const { db } = context;
  const read = await openRow(context, row);
  const alone = judgeRow(of.columns, read, departments);
  const still = sql`select 1 from ${employeeImportRow} where ${employeeImportRow.id} = ${row.id} and ${employeeImportRow.state} = 'WAITING'`;
  const become = (set: Partial<Row>): Statement =>
    db.update(employeeImportRow).set(set).where(eq(employeeImportRow.id, row.id));
  const refuse = (problems: WrongCell[]): Taking => ({
    guards: [still],
    statements: [become({ state: 'FAILED', problems })],
  });
  if (!alone.forms?.PERSONAL) return refuse(alone.problems);
  const columns = await columnsOf(context, row.id, alone.forms);
  const { mobileIndex = '', idNumberIndex = '' } = columns;
  if (seen.has(mobileIndex) || seen.has(idNumberIndex)) return undefined;
  seen.add(mobileIndex).add(idNumberIndex);
  const twins = await db
    .select()
    .from(employee)
    .where(
      and(
        eq(employee.enterpriseId, of.enterpriseId),
        eq(employee.state, 'ACTIVE'),
        or(eq(employee.mobileIndex, mobileIndex), eq(employee.idNumberIndex, idNumberIndex)),
      ),
    );
  const same = twins.find((twin) => twin.idNumberIndex === idNumberIndex);
  const other = twins.find((twin) => twin !== same);
  if (other ?? same) {
    const earlier = await rowOf(context, of, (other ?? same)!.id);
    const column = other ? 'mobile' : 'idNumber';
    // Somebody else's mobile number, or a person whom a row above has already.
    if (other || earlier !== undefined)
      return refuse([{ column, problem: 'CONTENT', ...(earlier === undefined ? {} : { row: earlier }) }]);
  }
  const done = { cellsSealed: '', problems: null };
  if (same && of.duplicates === 'SKIP')
    return {
      guards: [still],
      statements: [become({ state: 'SKIPPED', employeeId: same.id, ...done })],
    };
  if (same) return overwrite(context, of, { row, same, departments, still, become, refuse });
  return {
    guards: [still, ...departmentOpen(of.enterpriseId, columns.departmentId ?? '')],
    statements: [
      db.insert(employee).values({
        ...(columns as typeof employee.$inferInsert),
        id: row.id,
        enterpriseId: of.enterpriseId,
        createdAt: context.now,
      }),
      recordEmployee(context, row.id, 'IMPORTED'),
      become({ state: 'ADDED', employeeId: row.id, ...done }),
    ],
  };
}

/** The number of the row of this import that added or changed an employee. */
async function rowOf({ db }: Context, of: Import, employeeId: string): Promise<number | undefined> {
  const [found] = await db
    .select({ number: employeeImportRow.number })
    .from(employeeImportRow)
    .where(and(eq(employeeImportRow.importId, of.id), eq(employeeImportRow.employeeId, employeeId)))
    .orderBy(asc(employeeImportRow.number))
    .limit(1);
  return found?.number;
}

/** What a row says of an employee who is on the roster: its empty cells leave what is there. */
async function overwrite(
  context: SignedInContext,
  of: Import,
  {
    row,
    same,
    departments,
    still,
    become,
    refuse,
  }: {
    row: Row;
    same: EmployeeSource;
    departments: Departments;
    still: Taking['guards'][number];
    become: (set: Partial<Row>) => Statement;
    refuse: (problems: WrongCell[]) => Taking;
  },
): Promise<Taking> {
  const before = await keptForms(context, same);
  const judged = judgeRow(of.columns, await openRow(context, row), departments, before);
  if (!judged.forms) return refuse(judged.problems);
  const columns = await columnsOf(context, same.id, judged.forms, same.sealed);
  const moved = columns.departmentId === same.departmentId ? '' : (columns.departmentId ?? '');
  return {
    guards: [still, employeeUnchanged(same), ...departmentOpen(of.enterpriseId, moved)],
    statements: [
      context.db
        .update(employee)
        .set({ ...columns, version: same.version + 1 })
        .where(eq(employee.id, same.id)),
      recordEmployee(context, same.id, 'OVERWRITTEN', Object.keys(judged.forms).join(' ')),
      ...(await changesOf(context, same, judged.forms)),
      become({ state: 'CHANGED', employeeId: same.id, cellsSealed: '', problems: null }),
    ],
  };
}

/** Notes that no row waits any more; where the right was lost, those that waited were not taken. */
async function end(context: Context, of: Import, refused: boolean): Promise<void> {
  const { db, now } = context;
  await commit(
    context,
    [],
    [
      ...(refused
        ? [db.update(employeeImportRow).set({ state: 'FAILED', problems: [] }).where(waiting(of.id))]
        : []),
      db
        .update(employeeImport)
        .set({ endedAt: now, refused })
        .where(and(eq(employeeImport.id, of.id), isNull(employeeImport.endedAt))),
    ],
  );
}
