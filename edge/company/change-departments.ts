import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type * as calls from '#core/company/department-calls.ts';
import { flatten, pathOfDepartment, placeProblem, treeOfDepartments } from '#core/company/departments.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { department, employee, member } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { checkDepartment, type DepartmentSource, departmentOpen, readDepartments } from './departments.ts';
import { namesOf } from './people.ts';
import { readMembership, stillMember } from './read-company.ts';
import { recordCompany } from './records.ts';

/** The departments of the enterprise acted for, each before those below it ([3.22a]). */
export async function listDepartments(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listDepartments>> {
  const { actor, db } = context;
  const [rows, members, employees] = await Promise.all([
    readDepartments(context, actor.entId),
    db
      .select({ id: member.departmentId, n: count() })
      .from(member)
      .where(and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt)))
      .groupBy(member.departmentId),
    db
      .select({ id: employee.departmentId, n: count() })
      .from(employee)
      .where(and(eq(employee.enterpriseId, actor.entId), eq(employee.state, 'ACTIVE')))
      .groupBy(employee.departmentId),
  ]);
  const names = await namesOf(
    context,
    rows.map(({ headId }) => headId),
  );
  const of = (counted: { id: string; n: number }[], id: string) =>
    counted.find((one) => one.id === id)?.n ?? 0;
  return flatten(treeOfDepartments(rows)).map((row) => ({
    departmentId: row.id,
    parentId: row.parentId,
    name: row.name,
    path: pathOfDepartment(rows, row.id),
    headId: row.headId,
    headName: names.get(row.headId) ?? '',
    members: of(members, row.id),
    employees: of(employees, row.id),
  }));
}

async function readDepartment(context: SignedInContext, id: string) {
  const rows = await readDepartments(context, context.actor.entId);
  const row = rows.find((one) => one.id === id);
  if (!row) throw new AppError('DEPARTMENT_NOT_FOUND');
  return { row, rows };
}

/** Throws if the department may not stand at this place in the tree. */
function checkPlace(rows: DepartmentSource[], id: string, parentId: string): void {
  if (parentId !== '' && !rows.some((row) => row.id === parentId))
    throw new AppError('DEPARTMENT_NOT_FOUND', {}, 'parentId');
  const problem = placeProblem(rows, id, parentId, LIMITS.departmentLevels);
  if (problem) throw new AppError(problem, { max: LIMITS.departmentLevels }, 'parentId');
}

/** Writes a change; a name that a sibling has is refused at its field. */
async function change(context: SignedInContext, name: string, guards: SQL[], statements: Statement[]) {
  try {
    await commit(context, guards, statements);
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('DEPARTMENT_NAME_TAKEN', { name }, 'name');
    throw error;
  }
}

/** The next free place at the end of the siblings. */
const last = (rows: DepartmentSource[], parentId: string): number =>
  1 + Math.max(0, ...rows.filter((row) => row.parentId === parentId).map(({ position }) => position));

/** Throws DEPARTMENTS_FULL, DEPARTMENT_NAME_TAKEN, DEPARTMENT_TOO_DEEP, DEPARTMENT_NOT_FOUND for the parent. */
export function addDepartment(
  { parentId, name }: ParsedInputOf<typeof calls.addDepartment>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.addDepartment>> {
  return withRetry(async () => {
    const { actor, db, now } = context;
    const rows = await readDepartments(context, actor.entId);
    if (rows.length >= LIMITS.departments)
      throw new AppError('DEPARTMENTS_FULL', { max: LIMITS.departments });
    checkPlace(rows, '', parentId);
    const id = context.newId();
    const answer = { departmentId: id };
    const room = sql`select 1 where (select count(*) from ${department} where ${department.enterpriseId} = ${actor.entId} and ${department.closedAt} is null) < ${LIMITS.departments}`;
    await change(
      context,
      name,
      [room, ...departmentOpen(actor.entId, parentId)],
      [
        db.insert(department).values({
          id,
          enterpriseId: actor.entId,
          parentId,
          name,
          position: last(rows, parentId),
          createdAt: now,
        }),
        recorded(context, 'DEPARTMENT_ADDED', id, name),
        ...context.remember(answer),
      ],
    );
    return answer;
  });
}

const recorded = (
  context: SignedInContext,
  record: Parameters<typeof recordCompany>[2],
  subjectId: string,
  remark: string,
): Statement =>
  recordCompany(context, context.actor.entId, record, {
    operatorId: context.actor.accountId,
    subjectId,
    remark,
  });

/** Throws DEPARTMENT_NAME_TAKEN where a sibling has the name. */
export function renameDepartment(
  { departmentId, name }: ParsedInputOf<typeof calls.renameDepartment>,
  context: SignedInContext,
): Promise<null> {
  return withRetry(async () => {
    const { row } = await readDepartment(context, departmentId);
    if (row.name === name) return null;
    await change(context, name, departmentOpen(context.actor.entId, departmentId), [
      context.db.update(department).set({ name }).where(eq(department.id, departmentId)),
      recorded(context, 'DEPARTMENT_RENAMED', departmentId, `${row.name} → ${name}`),
    ]);
    return null;
  });
}

/**
 * Moves a department with all below it. Its new siblings get their places anew, in the order in which they stood. Throws
 * DEPARTMENT_CIRCLE, DEPARTMENT_TOO_DEEP, DEPARTMENT_NAME_TAKEN, DEPARTMENT_NOT_FOUND.
 */
export function moveDepartment(
  { departmentId, parentId, beforeId }: ParsedInputOf<typeof calls.moveDepartment>,
  context: SignedInContext,
): Promise<null> {
  return withRetry(async () => {
    const { actor, db } = context;
    const { row, rows } = await readDepartment(context, departmentId);
    checkPlace(rows, departmentId, parentId);
    const siblings = flatten(treeOfDepartments(rows)).filter(
      (one) => one.parentId === parentId && one.id !== departmentId,
    );
    const at = siblings.findIndex(({ id }) => id === beforeId);
    const order = siblings.map(({ id }) => id);
    order.splice(at < 0 ? order.length : at, 0, departmentId);
    // Two concurrent moves could each be valid and together make a circle: the transaction checks again.
    const noCircle = sql`select 1 where not exists (with recursive above(id) as (select ${parentId} union select ${department.parentId} from ${department} join above on ${department.id} = above.id) select 1 from above where above.id = ${departmentId})`;
    await change(
      context,
      row.name,
      [noCircle, ...departmentOpen(actor.entId, departmentId), ...departmentOpen(actor.entId, parentId)],
      [
        db.update(department).set({ parentId }).where(eq(department.id, departmentId)),
        ...order.map((id, i) =>
          db
            .update(department)
            .set({ position: i + 1 })
            .where(and(eq(department.id, id), eq(department.enterpriseId, actor.entId))),
        ),
        recorded(
          context,
          'DEPARTMENT_MOVED',
          departmentId,
          [...pathOfDepartment(rows, parentId), row.name].join(' / '),
        ),
      ],
    );
    return null;
  });
}

/** Throws MEMBER_GONE for a person who is not a member. */
export async function headDepartment(
  { departmentId, userId }: ParsedInputOf<typeof calls.headDepartment>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  await readDepartment(context, departmentId);
  if (userId !== '') await readMembership(context, actor.entId, userId);
  await commit(
    context,
    [
      ...departmentOpen(actor.entId, departmentId),
      ...(userId === '' ? [] : [stillMember(actor.entId, userId)]),
    ],
    [
      db.update(department).set({ headId: userId }).where(eq(department.id, departmentId)),
      recorded(context, 'DEPARTMENT_HEADED', departmentId, userId),
    ],
    new AppError('MEMBER_GONE', {}, 'userId'),
  );
  return null;
}

/**
 * Closes a department that is empty: no department below it, no member and nobody employed in it. People who left keep its
 * name. Throws DEPARTMENT_NOT_EMPTY with what is left.
 */
export function removeDepartment(
  { departmentId }: ParsedInputOf<typeof calls.removeDepartment>,
  context: SignedInContext,
): Promise<null> {
  return withRetry(async () => {
    const { actor, db, now } = context;
    const { row, rows } = await readDepartment(context, departmentId);
    const left = (await listDepartments({}, context)).find((one) => one.departmentId === departmentId);
    const children = rows.filter(({ parentId }) => parentId === departmentId).length;
    const people = Math.max(left?.members ?? 0, left?.employees ?? 0);
    if (children > 0 || people > 0)
      throw new AppError('DEPARTMENT_NOT_EMPTY', { name: row.name, children, people });
    const none = (query: SQL): SQL => sql`select 1 where not exists (${query})`;
    await commit(
      context,
      [
        ...departmentOpen(actor.entId, departmentId),
        none(
          sql`select 1 from ${department} where ${department.parentId} = ${departmentId} and ${department.closedAt} is null`,
        ),
        none(
          sql`select 1 from ${member} where ${member.departmentId} = ${departmentId} and ${member.leftAt} is null`,
        ),
        none(
          sql`select 1 from ${employee} where ${employee.departmentId} = ${departmentId} and ${employee.state} = 'ACTIVE'`,
        ),
      ],
      [
        db.update(department).set({ closedAt: now, headId: '' }).where(eq(department.id, departmentId)),
        recorded(context, 'DEPARTMENT_CLOSED', departmentId, row.name),
      ],
    );
    return null;
  });
}

/** Puts members into a department. Throws DEPARTMENT_NOT_FOUND, MEMBER_GONE where one of them has left. */
export async function placePersons(
  { userIds, departmentId }: ParsedInputOf<typeof calls.placePersons>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  await checkDepartment(context, actor.entId, departmentId, 'departmentId');
  const people = [...new Set(userIds)];
  await commit(
    context,
    [...departmentOpen(actor.entId, departmentId), ...people.map((id) => stillMember(actor.entId, id))],
    [
      db
        .update(member)
        .set({ departmentId })
        .where(and(eq(member.enterpriseId, actor.entId), inArray(member.accountId, people))),
      ...people.map((id) => recorded(context, 'MEMBERS_PLACED', id, departmentId)),
    ],
    new AppError('MEMBER_GONE'),
  );
  return null;
}
