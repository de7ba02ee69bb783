import { and, count, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaDay } from '#core/china-time.ts';
import type { mergeDepartment as call } from '#core/company/department-calls.ts';
import { flatten, placeProblem, treeOfDepartments } from '#core/company/departments.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import {
  department,
  employee,
  employeeRecord,
  employeeTransfer,
  member,
  newcomer,
} from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { departmentOpen, readDepartments } from './departments.ts';
import { recordCompany } from './records.ts';

/** Files of newcomers that have ended keep the department that they had. */
const ENDED = ['COMPLETED', 'CANCELLED'] as const;

/**
 * Merges a department into another in one transaction: members, employees, newcomers under way and the departments below
 * it go over, and it is closed. Each employee gets a line of the transfer; who left keeps the closed one's name. Throws
 * DEPARTMENT_NOT_FOUND, DEPARTMENT_CIRCLE, DEPARTMENT_TOO_DEEP, DEPARTMENT_NAME_TAKEN.
 */
export function mergeDepartment(
  { departmentId, intoId }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  return withRetry(async () => {
    const { actor, db } = context;
    const merge = readMerge(await readDepartments(context, actor.entId), departmentId, intoId);
    const who = whoMoves(actor.entId, departmentId);
    const [[ofMembers], [ofEmployees], [ofNewcomers]] = await Promise.all([
      db.select({ n: count() }).from(member).where(who.members),
      db.select({ n: count() }).from(employee).where(who.employed),
      db.select({ n: count() }).from(newcomer).where(who.entering),
    ]);
    const { row, into, children, namesThere } = merge;
    try {
      await commit(context, mergeGuards(actor.entId, merge), [
        ...moveStatements(context, who, departmentId, intoId),
        ...closeStatements(context, merge),
        recordCompany(context, actor.entId, 'DEPARTMENT_MERGED', {
          operatorId: actor.accountId,
          subjectId: departmentId,
          remark: `${row.name} → ${into.name}`,
        }),
      ]);
    } catch (error) {
      if (!isUniqueError(error)) throw error;
      const name = children.find((child) => namesThere.has(child.name))?.name ?? row.name;
      throw new AppError('DEPARTMENT_NAME_TAKEN', { name }, 'intoId');
    }
    return {
      members: ofMembers?.n ?? 0,
      employees: ofEmployees?.n ?? 0,
      newcomers: ofNewcomers?.n ?? 0,
    };
  });
}

type Departments = Awaited<ReturnType<typeof readDepartments>>;

/** The departments that a merge is about. Throws DEPARTMENT_NOT_FOUND, DEPARTMENT_CIRCLE, DEPARTMENT_TOO_DEEP. */
function readMerge(rows: Departments, departmentId: string, intoId: string) {
  const row = rows.find(({ id }) => id === departmentId);
  const into = rows.find(({ id }) => id === intoId);
  if (!row) throw new AppError('DEPARTMENT_NOT_FOUND');
  if (!into) throw new AppError('DEPARTMENT_NOT_FOUND', {}, 'intoId');
  const children = flatten(treeOfDepartments(rows)).filter(({ parentId }) => parentId === departmentId);
  // into itself or one below it is the same as a circle
  const found = [departmentId, ...children.map(({ id }) => id)]
    .map((id) => placeProblem(rows, id, intoId, LIMITS.departmentLevels))
    .filter((one, i) => i > 0 || one === 'DEPARTMENT_CIRCLE');
  const problem = found.find((one) => one !== null);
  if (problem) throw new AppError(problem, { max: LIMITS.departmentLevels }, 'intoId');
  const there = rows.filter(({ parentId }) => parentId === intoId);
  return {
    row,
    into,
    children,
    namesThere: new Set(there.map(({ name }) => name)),
    /** The last position among the departments below the other one. */
    last: Math.max(0, ...there.map(({ position }) => position)),
  };
}
type Merge = ReturnType<typeof readMerge>;

/** Conditions on the people of a department who go over. */
const whoMoves = (entId: string, departmentId: string) => ({
  members: and(eq(member.enterpriseId, entId), eq(member.departmentId, departmentId), isNull(member.leftAt)),
  employed: and(
    eq(employee.enterpriseId, entId),
    eq(employee.departmentId, departmentId),
    eq(employee.state, 'ACTIVE'),
  ),
  entering: and(
    eq(newcomer.enterpriseId, entId),
    eq(newcomer.departmentId, departmentId),
    notInArray(newcomer.state, [...ENDED]),
  ),
});

const mergeGuards = (entId: string, { row, into, children }: Merge): SQL[] => [
  ...departmentOpen(entId, row.id),
  ...departmentOpen(entId, into.id),
  // a department that was moved meanwhile could stand below the one that is closed
  sql`select 1 where (select count(*) from ${department} where ${department.parentId} = ${row.id} and ${department.closedAt} is null) = ${children.length}`,
  sql`select 1 from ${department} where ${department.id} = ${into.id} and ${department.parentId} = ${into.parentId}`,
];

/** Moves the people, with a line of the transfer for each employee. */
function moveStatements(
  { actor, db, now }: SignedInContext,
  { members, employed, entering }: ReturnType<typeof whoMoves>,
  departmentId: string,
  intoId: string,
): Statement[] {
  const newId = sql`lower(hex(randomblob(12)))`;
  return [
    // before the employees are elsewhere
    db
      .insert(employeeTransfer)
      .select(
        sql`select ${newId}, ${actor.entId}, ${employee.id}, max(${chinaDay(now)}, ${employee.entryDate}), ${departmentId}, ${intoId}, '', ${actor.accountId}, ${now} from ${employee} where ${employed}`,
      ),
    db
      .insert(employeeRecord)
      .select(
        sql`select ${newId}, ${actor.entId}, ${employee.id}, ${now}, 'TRANSFERRED', ${actor.accountId}, '' from ${employee} where ${employed}`,
      ),
    db
      .update(employee)
      .set({ departmentId: intoId, version: sql`${employee.version} + 1` })
      .where(employed),
    db.update(member).set({ departmentId: intoId }).where(members),
    db
      .update(newcomer)
      .set({ departmentId: intoId, version: sql`${newcomer.version} + 1` })
      .where(entering),
  ];
}

/** Moves the departments below it, and closes it. */
const closeStatements = (
  { actor, db, now }: SignedInContext,
  { row, into, children, last }: Merge,
): Statement[] => [
  ...children.map(({ id }, i) =>
    db
      .update(department)
      .set({ parentId: into.id, position: last + 1 + i })
      .where(and(eq(department.id, id), eq(department.enterpriseId, actor.entId))),
  ),
  db.update(department).set({ closedAt: now, headId: '' }).where(eq(department.id, row.id)),
];
