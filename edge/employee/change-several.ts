import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaDay } from '#core/china-time.ts';
import {
  applyBatch,
  BATCH_PROBLEMS,
  type BatchResult,
  type changeSeveral as call,
} from '#core/employee/batch-edit-calls.ts';
import { AppError } from '#core/errors.ts';
import { employee } from '#db/schema/index.ts';
import { checkDepartment, departmentOpen } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { changesOf } from './changes.ts';
import {
  columnsOf,
  type EmployeeSource,
  employeeUnchanged,
  recordEmployee,
  storedForms,
} from './read-employee.ts';
import { transferOf } from './transfer-employees.ts';

/**
 * Changes selected fields of several employees, each in a transaction of its own: a rejected one does not stop the
 * others. A changed department is a transfer. Throws NOT_FOUND for somebody who is not on the roster,
 * DEPARTMENT_NOT_FOUND, and INPUT_INVALID for a day in the future and where no field is given.
 */
export async function changeSeveral(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const { values, day } = input;
  if (Object.keys(values).length === 0) throw new AppError('INPUT_INVALID');
  if (values.departmentId !== undefined) {
    if (day === '') throw new InputRefused([{ path: 'day', problem: 'employee:rule.day' }]);
    if (day > chinaDay(context.now))
      throw new InputRefused([{ path: 'day', problem: 'employee:rule.transferLater' }]);
    await checkDepartment(context, actor.entId, values.departmentId, 'values.departmentId');
  }
  const wanted = [...new Set(input.employeeIds)];
  const rows = await db
    .select()
    .from(employee)
    .where(and(eq(employee.enterpriseId, actor.entId), inArray(employee.id, wanted)));
  if (rows.length < wanted.length) throw new AppError('NOT_FOUND');
  const byId = new Map(rows.map((row) => [row.id, row]));
  const results: BatchResult[] = [];
  for (const id of wanted) results.push(await changeOne(context, input, byId.get(id)!));
  return { results };
}

async function changeOne(
  context: SignedInContext,
  { values, day, reason }: ParsedInputOf<typeof call>,
  row: EmployeeSource,
): Promise<BatchResult> {
  const refused = (problem: string): BatchResult => ({ employeeId: row.id, result: 'REFUSED', problem });
  if (row.state !== 'ACTIVE') return refused(BATCH_PROBLEMS.departed);
  const applied = applyBatch(values, await storedForms(context, row));
  if ('problem' in applied) return refused(applied.problem);
  const { forms } = applied;
  const sections = Object.keys(forms);
  if (sections.length === 0) return { employeeId: row.id, result: 'SAME', problem: '' };
  const departmentId = forms.WORK?.departmentId ?? row.departmentId;
  const moves = departmentId !== row.departmentId;
  if (moves && day < row.entryDate) return refused(BATCH_PROBLEMS.beforeEntry);
  // A transfer is a separate line of the record.
  const edited = sections.filter(
    (section) =>
      section !== 'WORK' || !moves || Object.keys(values).some((field) => field !== 'departmentId'),
  );
  try {
    await commit(
      context,
      [employeeUnchanged(row), ...departmentOpen(row.enterpriseId, moves ? departmentId : '')],
      [
        context.db
          .update(employee)
          .set({ ...(await columnsOf(context, row.id, forms, row.sealed)), version: row.version + 1 })
          .where(eq(employee.id, row.id)),
        ...(moves ? await transferOf(context, row, { departmentId, day, reason }) : []),
        ...(edited.length > 0 ? [recordEmployee(context, row.id, 'CHANGED', edited.join(' '))] : []),
        ...(await changesOf(context, row, forms)),
      ],
    );
  } catch (error) {
    if (error instanceof GuardFailed) return refused(BATCH_PROBLEMS.changed);
    throw error;
  }
  return { employeeId: row.id, result: 'CHANGED', problem: '' };
}
