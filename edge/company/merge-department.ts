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
    const { actor, db, now } = context;
    const rows = await readDepartments(context, actor.entId);
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

    const members = and(
      eq(member.enterpriseId, actor.entId),
      eq(member.departmentId, departmentId),
      isNull(member.leftAt),
    );
    const employed = and(
      eq(employee.enterpriseId, actor.entId),
      eq(employee.departmentId, departmentId),
      eq(employee.state, 'ACTIVE'),
    );
    const entering = and(
      eq(newcomer.enterpriseId, actor.entId),
      eq(newcomer.departmentId, departmentId),
      notInArray(newcomer.state, [...ENDED]),
    );
    const [[ofMembers], [ofEmployees], [ofNewcomers]] = await Promise.all([
      db.select({ n: count() }).from(member).where(members),
      db.select({ n: count() }).from(employee).where(employed),
      db.select({ n: count() }).from(newcomer).where(entering),
    ]);
    const answer = {
      members: ofMembers?.n ?? 0,
      employees: ofEmployees?.n ?? 0,
      newcomers: ofNewcomers?.n ?? 0,
    };
    const last = Math.max(
      0,
      ...rows.filter(({ parentId }) => parentId === intoId).map(({ position }) => position),
    );
    const guards: SQL[] = [
      ...departmentOpen(actor.entId, departmentId),
      ...departmentOpen(actor.entId, intoId),
      // a department that was moved meanwhile could stand below the one that is closed
      sql`select 1 where (select count(*) from ${department} where ${department.parentId} = ${departmentId} and ${department.closedAt} is null) = ${children.length}`,
      sql`select 1 from ${department} where ${department.id} = ${intoId} and ${department.parentId} = ${into.parentId}`,
    ];
    const newId = sql`lower(hex(randomblob(12)))`;
    try {
      await commit(context, guards, [
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
        ...children.map(({ id }, i) =>
          db
            .update(department)
            .set({ parentId: intoId, position: last + 1 + i })
            .where(and(eq(department.id, id), eq(department.enterpriseId, actor.entId))),
        ),
        db.update(department).set({ closedAt: now, headId: '' }).where(eq(department.id, departmentId)),
        recordCompany(context, actor.entId, 'DEPARTMENT_MERGED', {
          operatorId: actor.accountId,
          subjectId: departmentId,
          remark: `${row.name} → ${into.name}`,
        }),
      ]);
    } catch (error) {
      if (!isUniqueError(error)) throw error;
      const taken = new Set(rows.filter(({ parentId }) => parentId === intoId).map(({ name }) => name));
      const name = children.find((child) => taken.has(child.name))?.name ?? row.name;
      throw new AppError('DEPARTMENT_NAME_TAKEN', { name }, 'intoId');
    }
    return answer;
  });
}
