import { and, asc, count, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { isWithheld } from '#core/employee/access.ts';
import type * as calls from '#core/employee/import-calls.ts';
import { importColumns } from '#core/employee/import-columns.ts';
import type { ImportRow } from '#core/employee/judge-row.ts';
import { IMPORT_LIMITS } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { employeeImport, employeeImportRow } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { askedWith } from '#edge/identity/act-as.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { importRowsEffect } from './effects.ts';
import { readOnboardingFields } from './onboarding-fields.ts';
import { recordEmployee } from './read-employee.ts';

const ROWS_A_STATEMENT = 100;

/** Cells name people and what they earn, so they are sealed like other personal data. */
const sealRow = ({ keys }: Context, rowId: string, row: ImportRow): Promise<string> =>
  keys.sealField(JSON.stringify(row), `importRow:${rowId}`);
export async function openRow(
  { keys }: Context,
  { id, cellsSealed }: Pick<typeof employeeImportRow.$inferSelect, 'id' | 'cellsSealed'>,
): Promise<ImportRow> {
  const row: ImportRow = JSON.parse(await keys.openField(cellsSealed, `importRow:${id}`));
  return row;
}

/** Keeps a part of the rows; the import begins once all are here. Throws NOT_FOUND for an import of somebody else. */
export async function importEmployees(
  input: ParsedInputOf<typeof calls.importEmployees>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.importEmployees>> {
  const { actor, db, now } = context;
  const { importId, fileName, duplicates, total } = input;
  const rows = await Promise.all(
    input.rows.map(async (row) => {
      const id = context.newId();
      return {
        id,
        importId,
        enterpriseId: actor.entId,
        number: row.number,
        state: 'WAITING' as const,
        cellsSealed: await sealRow(context, id, row),
        createdAt: now,
      };
    }),
  );
  const columns = importColumns(await readOnboardingFields(context), actor.salaryWithheld);
  // A value that the importer may not write is refused rather than dropped.
  const withheld = importColumns([]).filter(({ section }) => isWithheld(actor.salaryWithheld, section));
  if (input.rows.some(({ cells }) => withheld.some(({ key }) => cells[key])))
    throw new AppError('SALARY_WITHHELD');
  const own = sql`select 1 where not exists (select 1 from ${employeeImport} where ${employeeImport.id} = ${importId} and (${employeeImport.enterpriseId} <> ${actor.entId} or ${employeeImport.creatorId} <> ${actor.accountId}))`;
  await commit(
    context,
    [own],
    [
      db
        .insert(employeeImport)
        .values({
          id: importId,
          enterpriseId: actor.entId,
          creatorId: actor.accountId,
          fileName,
          duplicates,
          columns,
          rowNum: total,
          createdAt: now,
        })
        .onConflictDoNothing(),
      ...Array.from({ length: Math.ceil(rows.length / ROWS_A_STATEMENT) }, (_, i) =>
        db
          .insert(employeeImportRow)
          .values(rows.slice(i * ROWS_A_STATEMENT, (i + 1) * ROWS_A_STATEMENT))
          .onConflictDoNothing(),
      ),
    ],
    new AppError('NOT_FOUND'),
  );
  return { began: await begin(context, importId) };
}

/** Starts an import whose rows are all here, once. Says whether it was started by now. */
async function begin(context: SignedInContext, importId: string): Promise<boolean> {
  const { db, now } = context;
  const waiting = sql`select 1 from ${employeeImport} where ${employeeImport.id} = ${importId} and ${employeeImport.startedAt} is null and ${employeeImport.rowNum} <= (select count(*) from ${employeeImportRow} where ${employeeImportRow.importId} = ${importId})`;
  try {
    await commit(
      context,
      [waiting],
      [
        db.update(employeeImport).set({ startedAt: now }).where(eq(employeeImport.id, importId)),
        enqueue(context, `employeeImport:${importId}`, importRowsEffect, {
          importId,
          askedWith: askedWith(context.actor),
        }),
      ],
    );
    return true;
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    const [found] = await db
      .select({ startedAt: employeeImport.startedAt })
      .from(employeeImport)
      .where(eq(employeeImport.id, importId));
    return found?.startedAt != null;
  }
}

// Spelled out, as columns of a query of one table are written without its name, which here would be those of the rows.
const rowsIn = (state: 'ADDED' | 'CHANGED' | 'SKIPPED' | 'FAILED') =>
  sql<number>`(select count(*) from employee_import_row r where r.import_id = employee_import.id and r.state = ${state})`;

const FACTS = {
  importId: employeeImport.id,
  fileName: employeeImport.fileName,
  duplicates: employeeImport.duplicates,
  createTime: employeeImport.createdAt,
  endTime: employeeImport.endedAt,
  refused: employeeImport.refused,
  creatorId: employeeImport.creatorId,
  total: employeeImport.rowNum,
  added: rowsIn('ADDED'),
  changed: rowsIn('CHANGED'),
  skipped: rowsIn('SKIPPED'),
  failed: rowsIn('FAILED'),
  kept: sql<number>`(select count(*) from employee_import_row r where r.import_id = employee_import.id and r.state = 'FAILED' and r.cells_sealed <> '')`,
  reads: sql<number>`(select count(*) from employee_record r where r.employee_id = employee_import.id and r.record = 'IMPORT_READ')`,
};

/** Imports of the enterprise, the newest first. */
export async function listImports(
  input: ParsedInputOf<typeof calls.listImports>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listImports>> {
  const { db, actor } = context;
  const where = eq(employeeImport.enterpriseId, actor.entId);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select(FACTS)
      .from(employeeImport)
      .where(where)
      .orderBy(desc(employeeImport.createdAt), desc(employeeImport.id)),
    db.select({ n: count() }).from(employeeImport).where(where),
  );
  const names = await namesOf(
    context,
    rows.map(({ creatorId }) => creatorId),
  );
  return {
    records: rows.map(({ creatorId, ...row }) => ({ ...row, operator: names.get(creatorId) ?? '' })),
    ...page,
  };
}

/** An import of the enterprise acted for. Throws NOT_FOUND. */
async function ownImport({ db, actor }: SignedInContext, importId: string) {
  const [found] = await db
    .select()
    .from(employeeImport)
    .where(and(eq(employeeImport.id, importId), eq(employeeImport.enterpriseId, actor.entId)));
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

const failedRows = (importId: string) =>
  and(
    eq(employeeImportRow.importId, importId),
    eq(employeeImportRow.state, 'FAILED'),
    ne(employeeImportRow.cellsSealed, ''),
  );

/** Failed rows in full. Written before the answer goes out: no look without its line. */
export async function readImportRows(
  { importId, after }: ParsedInputOf<typeof calls.readImportRows>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.readImportRows>> {
  const found = await ownImport(context, importId);
  if (after === 0) await recordEmployee(context, importId, 'IMPORT_READ');
  const rows = await context.db
    .select()
    .from(employeeImportRow)
    .where(and(failedRows(importId), gt(employeeImportRow.number, after)))
    .orderBy(asc(employeeImportRow.number))
    .limit(IMPORT_LIMITS.part);
  const columns = found.columns.filter(({ section }) => !isWithheld(context.actor.salaryWithheld, section));
  const shown = new Set(columns.map(({ key }) => key));
  return {
    columns: columns.map(({ key, name, mustFill }) => ({ key, name, mustFill })),
    rows: await Promise.all(
      rows.map(async (row) => {
        const { cells } = await openRow(context, row);
        return {
          number: row.number,
          cells: Object.fromEntries(Object.entries(cells).filter(([key]) => shown.has(key))),
          problems: (row.problems ?? []).filter(({ column }) => shown.has(column)),
        };
      }),
    ),
  };
}

/** Discards what is kept of failed rows. */
export async function discardImportRows(
  { importId }: ParsedInputOf<typeof calls.discardImportRows>,
  context: SignedInContext,
): Promise<null> {
  await ownImport(context, importId);
  await context.db.update(employeeImportRow).set({ cellsSealed: '' }).where(failedRows(importId));
  return null;
}

/**
 * Discards the cells of failed rows after their days, and imports whose rows never all came after one. Returns how many
 * imports there were of those.
 */
export async function endOldImports({ db, now }: Context): Promise<number> {
  const old = lt(employeeImportRow.createdAt, now - IMPORT_LIMITS.days * DAY_MS);
  await db
    .update(employeeImportRow)
    .set({ cellsSealed: '' })
    .where(and(eq(employeeImportRow.state, 'FAILED'), ne(employeeImportRow.cellsSealed, ''), old));
  const lost = await db
    .select({ id: employeeImport.id })
    .from(employeeImport)
    .where(and(isNull(employeeImport.startedAt), lt(employeeImport.createdAt, now - DAY_MS)))
    .limit(50);
  for (const { id } of lost)
    await db.batch([
      db.delete(employeeImportRow).where(eq(employeeImportRow.importId, id)),
      db.delete(employeeImport).where(eq(employeeImport.id, id)),
    ]);
  return lost.length;
}
