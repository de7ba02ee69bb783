import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { pathOfDepartment, withDescendants } from '#core/company/departments.ts';
import { AppError } from '#core/errors.ts';
import { department } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

export type DepartmentSource = typeof department.$inferSelect;

/** The open departments of an enterprise, unordered. */
export const readDepartments = ({ db }: Pick<Context, 'db'>, entId: string): Promise<DepartmentSource[]> =>
  db
    .select()
    .from(department)
    .where(and(eq(department.enterpriseId, entId), isNull(department.closedAt)));

/** Guard: the department belongs to the enterprise and is open. Nothing is checked without a department. */
export const departmentOpen = (entId: string, departmentId: string): SQL[] =>
  departmentId === ''
    ? []
    : [
        sql`select 1 from ${department} where ${department.id} = ${departmentId} and ${department.enterpriseId} = ${entId} and ${department.closedAt} is null`,
      ];

/** Throws DEPARTMENT_NOT_FOUND, at `field`, unless it is an open department of the enterprise, or none. */
export async function checkDepartment(
  context: Pick<Context, 'db'>,
  entId: string,
  departmentId: string,
  field: string,
): Promise<void> {
  if (departmentId === '') return;
  const rows = await readDepartments(context, entId);
  if (!rows.some(({ id }) => id === departmentId)) throw new AppError('DEPARTMENT_NOT_FOUND', {}, field);
}

/** The department and those below it, as a filter; `null` without a filter. */
export async function departmentsUnder(
  context: Pick<Context, 'db'>,
  entId: string,
  departmentId: string | undefined,
): Promise<string[] | null> {
  if (!departmentId) return null;
  return [...withDescendants(await readDepartments(context, entId), departmentId)];
}

/**
 * The path of names from the root for each requested department. A closed one, which former employees still have, has its
 * own name only.
 */
export async function departmentPaths(
  { db }: Pick<Context, 'db'>,
  entId: string,
): Promise<(departmentId: string) => string[]> {
  const rows = await db.select().from(department).where(eq(department.enterpriseId, entId));
  const open = rows.filter(({ closedAt }) => closedAt === null);
  const closed = new Map(rows.filter(({ closedAt }) => closedAt !== null).map(({ id, name }) => [id, name]));
  return (departmentId) => {
    const name = closed.get(departmentId);
    return name === undefined ? pathOfDepartment(open, departmentId) : [name];
  };
}
