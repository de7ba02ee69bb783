import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaDay } from '#core/china-time.ts';
import type { EmployeeDetail, transferEmployees as transferCall } from '#core/employee/calls.ts';
import { AppError } from '#core/errors.ts';
import { employee, employeeTransfer } from '#db/schema/index.ts';
import { checkDepartment, departmentOpen } from '#edge/company/departments.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { changesOf } from './changes.ts';
import { type EmployeeSource, employeeUnchanged, recordEmployee } from './read-employee.ts';

/**
 * Moves employees to another department. Who is there already or left is passed over. Throws NOT_FOUND for somebody who is
 * not on the roster, DEPARTMENT_NOT_FOUND, and INPUT_INVALID for a day in the future or before somebody's entry.
 */
export async function transferEmployees(
  input: ParsedInputOf<typeof transferCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof transferCall>> {
  const { actor, db } = context;
  const { departmentId, day, reason } = input;
  const employeeIds = [...new Set(input.employeeIds)];
  if (day > chinaDay(context.now))
    throw new InputRefused([{ path: 'day', problem: 'employee:rule.transferLater' }]);
  await checkDepartment(context, actor.entId, departmentId, 'departmentId');
  return withRetry(async () => {
    const rows = await db
      .select()
      .from(employee)
      .where(and(eq(employee.enterpriseId, actor.entId), inArray(employee.id, employeeIds)));
    if (rows.length < employeeIds.length) throw new AppError('NOT_FOUND');
    const moved = rows.filter((row) => row.state === 'ACTIVE' && row.departmentId !== departmentId);
    if (moved.some(({ entryDate }) => day < entryDate))
      throw new InputRefused([{ path: 'day', problem: 'employee:rule.transferBeforeEntry' }]);
    const statements = await Promise.all(
      moved.map(async (row) => [
        db
          .update(employee)
          .set({ departmentId, version: row.version + 1 })
          .where(eq(employee.id, row.id)),
        ...(await transferOf(context, row, { departmentId, day, reason })),
        ...(await changesOf(context, row, { WORK: { departmentId } })),
      ]),
    );
    await commit(
      context,
      [...departmentOpen(actor.entId, departmentId), ...moved.map(employeeUnchanged)],
      statements.flat(),
    );
    return { moved: moved.length, left: rows.length - moved.length };
  });
}

/** Statements that note a transfer of an employee, besides the change of the row. */
export async function transferOf(
  context: SignedInContext,
  row: EmployeeSource,
  { departmentId, day, reason }: { departmentId: string; day: string; reason: string },
): Promise<Statement[]> {
  const id = context.newId();
  return [
    context.db.insert(employeeTransfer).values({
      id,
      enterpriseId: row.enterpriseId,
      employeeId: row.id,
      day,
      fromId: row.departmentId,
      toId: departmentId,
      reasonSealed: reason ? await context.keys.sealField(reason, `transfer:${id}`) : '',
      operatorId: context.actor.accountId,
      at: context.now,
    }),
    recordEmployee(context, row.id, 'TRANSFERRED'),
  ];
}

/** Moves of an employee, the newest first. */
export async function transfersOf(
  context: SignedInContext,
  row: EmployeeSource,
  pathOf: (departmentId: string) => string[],
): Promise<EmployeeDetail['transfers']> {
  const rows = await context.db
    .select()
    .from(employeeTransfer)
    .where(eq(employeeTransfer.employeeId, row.id))
    .orderBy(desc(employeeTransfer.at), desc(employeeTransfer.id));
  const names = await namesOf(
    context,
    rows.map(({ operatorId }) => operatorId),
  );
  return Promise.all(
    rows.map(async ({ id, day, fromId, toId, reasonSealed, operatorId, at }) => ({
      day,
      from: pathOf(fromId),
      to: pathOf(toId),
      reason: reasonSealed ? await context.keys.openField(reasonSealed, `transfer:${id}`) : '',
      operator: names.get(operatorId) ?? '',
      at,
    })),
  );
}
