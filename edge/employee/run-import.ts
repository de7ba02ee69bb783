import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { ROSTER } from '#core/employee/access.ts';
import { departmentsByName, type ImportRow, judgeRow, type WrongCell } from '#core/employee/judge-row.ts';
import { isAppError } from '#core/errors.ts';
import { toPlain } from '#core/validate/text.ts';
import {
  account,
  employee,
  employeeImport,
  employeeImportRow,
  employeeRecord,
  member,
} from '#db/schema/index.ts';
import { departmentOpen, readDepartments } from '#edge/company/departments.ts';
import { actAs } from '#edge/identity/act-as.ts';
import { loginIndexOf } from '#edge/identity/names.ts';
import { type Context, enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { isAmong } from '#edge/kernel/storage/scan-sealed.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { changesOf } from './changes.ts';
import { importRowsEffect } from './effects.ts';
import { openRow } from './imports.ts';
import {
  columnsOf,
  type EmployeeSource,
  employeeUnchanged,
  lineOf,
  recordEmployee,
  refuseWithheld,
  storedForms,
} from './read-employee.ts';

/** Maximum duration of a slice in ms: well below an effect's lease and a Worker's limit for background work. */
const SLICE_MS = 15_000;
/** Rows per transaction; if it fails, each row is retried on its own. */
const AT_ONCE = 100;

type Import = typeof employeeImport.$inferSelect;
type Row = typeof employeeImportRow.$inferSelect;
type Departments = ReadonlyMap<string, string>;

/**
 * Takes rows that wait, and goes on with another effect while any are left. It may end anywhere and run twice: a row's state
 * is written with what it adds, and its id is that of the employee.
 */
export async function takeRows(
  context: Context,
  { importId, askedWith }: z.output<typeof importRowsEffect.payload>,
): Promise<void> {
  const { db } = context;
  const [found] = await db
    .select()
    .from(employeeImport)
    .where(and(eq(employeeImport.id, importId), isNull(employeeImport.endedAt)));
  if (!found) return;
  const { creatorId: accountId, enterpriseId } = found;
  const ownerKey = enterpriseKey(enterpriseId);
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
      actor = await actAs(now, { accountId, ownerKey, askedWith }, ROSTER);
      refuseWithheld(actor, ...found.columns.map(({ section }) => section));
    } catch (error) {
      if (!isAppError(error)) throw error;
      return end(now, found, true);
    }
    await takeSome(actor, found, rows);
  }
  const now = atPresent(context);
  await commit(
    now,
    [],
    [enqueue(now, `employeeImport:${importId}`, importRowsEffect, { importId, askedWith })],
  );
}

const waiting = (importId: string) =>
  and(eq(employeeImportRow.importId, importId), eq(employeeImportRow.state, 'WAITING'));

/** A row as sent, with its parsed values unless the row is invalid in itself. */
interface Candidate {
  row: Row;
  cells: ImportRow;
  problems: WrongCell[];
  columns: Partial<typeof employee.$inferInsert> | undefined;
}

/** What is known when rows are taken. */
interface ImportContext {
  departments: Departments;
  /** Current employees with a number of one of the rows. */
  twins: readonly EmployeeSource[];
  /** The login accounts of the rows that are those of members, each with the digest of the member's mobile number. */
  accounts: ReadonlyMap<string, string>;
  /** The rows of this import that added or changed them, by employee. */
  earlier: ReadonlyMap<string, number>;
}

/** Result of a row: a new employee, or guards and statements that are committed with those of other rows. */
type Taking =
  | { row: Row; added: typeof employee.$inferInsert }
  | { row: Row; guards: SQL[]; statements: Statement[] };

async function takeSome(context: SignedInContext, of: Import, rows: readonly Row[]): Promise<void> {
  const departments = departmentsByName(await readDepartments(context, of.enterpriseId));
  const candidates = await Promise.all(rows.map((row) => candidateOf(context, of, row, departments)));
  const known = await knownOf(context, of, candidates, departments);
  const together: Taking[] = [];
  const alone: Row[] = [];
  // Employees that rows of this round add or change: a later row with the same numbers is processed after them.
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const { mobileIndex = '', idNumberIndex = '' } = candidate.columns ?? {};
    if (candidate.columns && (seen.has(mobileIndex) || seen.has(idNumberIndex))) {
      alone.push(candidate.row);
      continue;
    }
    seen.add(mobileIndex).add(idNumberIndex);
    together.push(await takingOf(context, of, candidate, known));
  }
  try {
    await write(context, of, together);
  } catch (error) {
    if (!(error instanceof GuardFailed) && !isUniqueError(error)) throw error;
    // The roster was changed in the meantime: every row is evaluated again.
    alone.splice(0, alone.length, ...rows);
  }
  for (const row of alone) await takeOne(context, of, row);
}

async function takeOne(context: SignedInContext, of: Import, row: Row): Promise<void> {
  try {
    const departments = departmentsByName(await readDepartments(context, of.enterpriseId));
    const candidate = await candidateOf(context, of, row, departments);
    const known = await knownOf(context, of, [candidate], departments);
    await write(context, of, [await takingOf(context, of, candidate, known)]);
  } catch (error) {
    if (!(error instanceof GuardFailed) && !isUniqueError(error)) noteFault('import row', error);
    await context.db
      .update(employeeImportRow)
      .set({ state: 'FAILED', problems: [] })
      .where(and(eq(employeeImportRow.id, row.id), eq(employeeImportRow.state, 'WAITING')));
  }
}

async function candidateOf(
  context: SignedInContext,
  of: Import,
  row: Row,
  departments: Departments,
): Promise<Candidate> {
  const cells = await openRow(context, row);
  const { forms, problems } = judgeRow(of.columns, cells, departments);
  const columns = forms?.PERSONAL && (await columnsOf(context, row.id, forms));
  return { row, cells, problems, columns };
}

async function knownOf(
  context: Context,
  of: Import,
  candidates: readonly Candidate[],
  departments: Departments,
): Promise<ImportContext> {
  const { db } = context;
  const numbers = (name: 'mobileIndex' | 'idNumberIndex') => [
    ...candidates.flatMap(({ columns }) => columns?.[name] ?? []),
    '',
  ];
  const twins = await db
    .select()
    .from(employee)
    .where(
      and(
        eq(employee.enterpriseId, of.enterpriseId),
        // Not a parameter: the unique indexes hold current employees only, and are used where the query says so.
        sql`${employee.state} = 'ACTIVE'`,
        or(
          inArray(employee.mobileIndex, numbers('mobileIndex')),
          inArray(employee.idNumberIndex, numbers('idNumberIndex')),
        ),
      ),
    );
  const accounts = await accountsOf(context, of, candidates);
  if (twins.length === 0) return { departments, twins, accounts, earlier: new Map() };
  const rows = await db
    .select({ number: employeeImportRow.number, employeeId: employeeImportRow.employeeId })
    .from(employeeImportRow)
    .where(
      and(
        eq(employeeImportRow.importId, of.id),
        inArray(
          employeeImportRow.employeeId,
          twins.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(employeeImportRow.number));
  return {
    departments,
    twins,
    accounts,
    earlier: new Map(rows.map((row) => [row.employeeId ?? '', row.number])),
  };
}

/** The account that a row names, where it is another than the mobile number, which is the default. */
function namedAccount({ cells }: Candidate): string {
  const name = toPlain(cells.cells.account ?? '');
  return name === toPlain(cells.cells.mobile ?? '') ? '' : name;
}

async function accountsOf(
  { db, keys }: Context,
  of: Import,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, string>> {
  const names = candidates.map(namedAccount).filter((name) => name !== '');
  if (names.length === 0) return new Map();
  const byIndex = new Map(
    await Promise.all(names.map(async (name) => [await loginIndexOf(keys, name), name] as const)),
  );
  const rows = await db
    .select({ loginIndex: account.loginIndex, mobileIndex: account.mobileIndex })
    .from(account)
    .innerJoin(member, eq(member.accountId, account.id))
    .where(
      and(
        eq(member.enterpriseId, of.enterpriseId),
        isNull(member.leftAt),
        inArray(account.loginIndex, [...byIndex.keys()]),
      ),
    );
  return new Map(
    rows.map(({ loginIndex, mobileIndex }) => [byIndex.get(loginIndex ?? '') ?? '', mobileIndex ?? '']),
  );
}

async function takingOf(
  context: SignedInContext,
  of: Import,
  candidate: Candidate,
  { departments, twins, accounts, earlier }: ImportContext,
): Promise<Taking> {
  const { row, problems, columns } = candidate;
  const become = (set: Partial<Row>): Statement =>
    context.db.update(employeeImportRow).set(set).where(eq(employeeImportRow.id, row.id));
  const refuse = (problems: WrongCell[]): Taking => ({
    row,
    guards: [],
    statements: [become({ state: 'FAILED', problems })],
  });
  if (!columns) return refuse(problems);
  const named = namedAccount(candidate);
  // Belongs to another person, or to nobody in the enterprise.
  if (named !== '' && accounts.get(named) !== columns.mobileIndex)
    return refuse([{ column: 'account', problem: 'CONTENT' }]);
  const same = twins.find((twin) => twin.idNumberIndex === columns.idNumberIndex);
  const other = twins.find((twin) => twin !== same && twin.mobileIndex === columns.mobileIndex);
  const found = other ?? same;
  const first = found && earlier.get(found.id);
  // Somebody else's mobile number, or a person whom a row above has already.
  if (other || first !== undefined)
    return refuse([
      {
        column: other ? 'mobile' : 'idNumber',
        problem: 'CONTENT',
        ...(first === undefined ? {} : { row: first }),
      },
    ]);
  if (same && of.duplicates === 'SKIP')
    return { row, guards: [], statements: [become({ state: 'SKIPPED', employeeId: same.id, ...DONE })] };
  if (same) return overwrite(context, of, { candidate, same, departments, become, refuse });
  return {
    row,
    added: {
      ...(columns as typeof employee.$inferInsert),
      id: row.id,
      enterpriseId: of.enterpriseId,
      createdAt: context.now,
    },
  };
}

/** Clears a processed row's contents. */
const DONE = { cellsSealed: '', problems: null };

/**
 * Writes the results of rows in one transaction, new employees with one statement per table, because a sheet has
 * thousands. Throws
 * GuardFailed if one of the rows was taken or a department was closed meanwhile.
 */
async function write(context: SignedInContext, of: Import, takings: readonly Taking[]): Promise<void> {
  if (takings.length === 0) return;
  const { db } = context;
  const added = takings.flatMap((taking) => ('added' in taking ? taking.added : []));
  const others = takings.flatMap((taking) => ('added' in taking ? [] : taking));
  const rows = takings.map(({ row }) => row);
  const departmentIds = new Set(added.map(({ departmentId = '' }) => departmentId));
  const waiting = sql`select 1 where (select count(*) from ${employeeImportRow} where ${isAmong(employeeImportRow.id, rows)} and ${employeeImportRow.state} = 'WAITING') = ${rows.length}`;
  await commit(
    context,
    [
      waiting,
      ...[...departmentIds].flatMap((departmentId) => departmentOpen(of.enterpriseId, departmentId)),
      ...others.flatMap(({ guards }) => guards),
    ],
    [
      ...(added.length === 0
        ? []
        : [
            db.insert(employee).values(added),
            db.insert(employeeRecord).values(added.map(({ id }) => lineOf(context, id, 'IMPORTED'))),
            db
              .update(employeeImportRow)
              .set({ state: 'ADDED', employeeId: sql`${employeeImportRow.id}`, ...DONE })
              .where(isAmong(employeeImportRow.id, added)),
          ]),
      ...others.flatMap(({ statements }) => statements),
    ],
  );
}

/** Changes of a row to an employee on the roster; empty cells keep the present value. */
async function overwrite(
  context: SignedInContext,
  of: Import,
  {
    candidate: { row, cells },
    same,
    departments,
    become,
    refuse,
  }: {
    candidate: Candidate;
    same: EmployeeSource;
    departments: Departments;
    become: (set: Partial<Row>) => Statement;
    refuse: (problems: WrongCell[]) => Taking;
  },
): Promise<Taking> {
  const before = await storedForms(context, same);
  const judged = judgeRow(of.columns, cells, departments, before);
  if (!judged.forms) return refuse(judged.problems);
  const columns = await columnsOf(context, same.id, judged.forms, same.sealed);
  const moved = columns.departmentId === same.departmentId ? '' : (columns.departmentId ?? '');
  return {
    row,
    guards: [employeeUnchanged(same), ...departmentOpen(of.enterpriseId, moved)],
    statements: [
      context.db
        .update(employee)
        .set({ ...columns, version: same.version + 1 })
        .where(eq(employee.id, same.id)),
      recordEmployee(context, same.id, 'OVERWRITTEN', Object.keys(judged.forms).join(' ')),
      ...(await changesOf(context, same, judged.forms)),
      become({ state: 'CHANGED', employeeId: same.id, ...DONE }),
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
