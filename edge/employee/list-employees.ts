import { and, count, desc, eq, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaDay } from '#core/china-time.ts';
import type { EmployeeRow, listEmployees as listCall } from '#core/employee/calls.ts';
import { maskField } from '#core/employee/mask.ts';
import { dayAfter, WARNING_DAYS, type Warning, warningsOf } from '#core/employee/warnings.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { toPlain } from '#core/validate/text.ts';
import { account, employee, employeeImage, member } from '#db/schema/index.ts';
import { departmentPaths, departmentsUnder } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { isAmong, namesContain, scanSealed, vectorOf } from '#edge/kernel/storage/scan-sealed.ts';
import { openEmployeeName } from './read-employee.ts';

/** [2.14] Current or departed employees, the newest entry first. */
export async function listEmployees(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { actor, db } = context;
  const today = chinaDay(context.now);
  const [under, pathOf] = await Promise.all([
    departmentsUnder(context, actor.entId, input.departmentId),
    departmentPaths(context, actor.entId),
  ]);
  const among = and(
    eq(employee.enterpriseId, actor.entId),
    eq(employee.state, input.state),
    under ? inArray(employee.departmentId, under) : undefined,
    input.warning ? warnedOf(context, input.warning, today) : undefined,
  );
  const name = input.name?.replace(/\s+/g, '');
  const named = name ? await employeesNamed(context, name, among) : null;
  const from = (input.current - 1) * input.size;
  const where = named ? inArray(employee.id, [...named.slice(from, from + input.size), '']) : among;
  const [rows, [counted]] = await db.batch([
    db
      .select({ row: employee, memberId: member.id })
      .from(employee)
      .leftJoin(account, eq(account.mobileIndex, employee.mobileIndex))
      .leftJoin(
        member,
        and(
          eq(member.accountId, account.id),
          eq(member.enterpriseId, employee.enterpriseId),
          isNull(member.leftAt),
        ),
      )
      .where(where)
      .orderBy(desc(employee.createdAt), desc(employee.id))
      .limit(input.size)
      .offset(named ? 0 : from),
    db.select({ n: count() }).from(employee).where(where),
  ]);
  const papers = await expiriesOf(
    context,
    rows.map(({ row }) => row.id),
  );
  const records = await Promise.all(
    rows.map(
      async ({ row, memberId }): Promise<EmployeeRow> => ({
        employeeId: row.id,
        realName: await openEmployeeName(context, row),
        // Only name and dates are kept of people who left long ago.
        mobile: row.sealed.mobile
          ? maskField('mobile', await context.keys.openField(row.sealed.mobile, `mobile:${row.id}`))
          : '',
        department: pathOf(row.departmentId),
        jobContent: row.jobContent,
        entryDate: row.entryDate,
        contractEnd: row.contractEnd,
        warnings: row.state === 'ACTIVE' ? warningsOf(row, papers.get(row.id) ?? [], today) : [],
        departDate: row.departDate,
        state: row.state,
        member: memberId !== null,
      }),
    ),
  );
  return { records, total: named?.length ?? counted?.n ?? 0, current: input.current, size: input.size };
}

/** Employees with warnings. */
function warnedOf({ actor, db }: SignedInContext, warning: Warning, today: string): SQL | undefined {
  const { column, from, to } = WARNING_DAYS[warning];
  const within = (day: SQLiteColumn) =>
    and(
      ne(day, ''),
      lte(day, dayAfter(today, to)),
      from === null ? undefined : gte(day, dayAfter(today, from)),
    );
  if (column !== 'papers') return within(employee[column]);
  return inArray(
    employee.id,
    db
      .select({ id: employeeImage.employeeId })
      .from(employeeImage)
      .where(
        and(
          eq(employeeImage.enterpriseId, actor.entId),
          sql`${employeeImage.expiry} <> ''`,
          within(employeeImage.expiry),
        ),
      ),
  );
}

/** By employee, the days until which papers are valid that expire. */
async function expiriesOf(
  { db }: SignedInContext,
  employeeIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ employeeId: employeeImage.employeeId, expiry: employeeImage.expiry })
    .from(employeeImage)
    .where(and(inArray(employeeImage.employeeId, [...employeeIds, '']), ne(employeeImage.expiry, '')));
  const days = new Map<string, string[]>();
  for (const { employeeId, expiry } of rows) days.set(employeeId, [...(days.get(employeeId) ?? []), expiry]);
  return days;
}

/**
 * Ids of employees whose name contains `part`, or whose mobile number it is, in the order of the roster. Names lie
 * sealed, so those of this one enterprise are opened (docs/decisions/real-name.md).
 */
async function employeesNamed(
  context: SignedInContext,
  part: string,
  among: SQL | undefined,
): Promise<string[]> {
  const { db } = context;
  const ordered = (where: SQL | undefined, limit: number) =>
    db
      .select(ROW)
      .from(employee)
      .where(and(among, where))
      .orderBy(desc(employee.createdAt), desc(employee.id))
      .limit(limit);
  // Names contain no digits, and numbers match only completely.
  if (isMobile(toPlain(part))) {
    const digest = await context.keys.indexOf(toPlain(part), 'mobile');
    return (await ordered(eq(employee.mobileIndex, digest), MOST)).map(({ id }) => id);
  }
  const rows = await scanSealed<Row>(
    db,
    COLUMNS,
    (after, limit) => ordered(after && isAfter(after), limit),
    (rows) => namesContain(rows, part, (unknown) => openNames(context, unknown)),
  );
  return rows.map(({ id }) => id);
}

/** One number can be that of several former employees. */
const MOST = 1_000;

/** The names of employees, in the order of `rows`. */
async function openNames(context: SignedInContext, rows: readonly Row[]): Promise<string[]> {
  const found = await context.db
    .select({ id: employee.id, nameSealed: employee.nameSealed })
    .from(employee)
    .where(isAmong(employee.id, rows));
  const sealed = new Map(found.map(({ id, nameSealed }) => [id, nameSealed]));
  return Promise.all(
    rows.map(({ id }) => openEmployeeName(context, { id, nameSealed: sealed.get(id) ?? '' })),
  );
}

const ROW = { id: employee.id, vector: vectorOf(employee.nameSealed), createdAt: employee.createdAt };
const COLUMNS = Object.keys(ROW) as (keyof typeof ROW)[];
type Row = { id: string; vector: string; createdAt: number };

const isAfter = (row: Row): SQL | undefined =>
  or(
    lt(employee.createdAt, row.createdAt),
    and(eq(employee.createdAt, row.createdAt), lt(employee.id, row.id)),
  );
