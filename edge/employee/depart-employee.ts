import { eq, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { departEmployee as departCall, restoreEmployee as restoreCall } from '#core/employee/calls.ts';
import { EMPLOYEE_MACHINE, type EmployeeEvent } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { department, employee } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { isMember } from './get-employee.ts';
import { type EmployeeSource, employeeUnchanged, readEmployee, recordEmployee } from './read-employee.ts';
import { refuseTwin } from './save-employee.ts';

/**
 * Moves somebody to those who left. The membership is not touched: whoever may remove members decides about that, and is
 * told by `member` that there is one. Throws EMPLOYEE_DECIDED where they left already.
 */
export async function departEmployee(
  input: ParsedInputOf<typeof departCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof departCall>> {
  const row = await readEmployee(context, input.employeeId);
  if (input.departDate < row.entryDate)
    throw new InputRefused([{ path: 'departDate', problem: 'employee:rule.departBeforeEntry' }]);
  const { departDate, departReason } = input;
  const reason = departReason ? await sealFields(context, row.id, { departReason }) : {};
  await change(context, row, 'depart', { departDate, sealed: { ...row.sealed, ...reason } });
  return { member: await isMember(context, row) };
}

/** Takes a departure back. Throws EMPLOYEE_MOBILE_TAKEN, EMPLOYEE_NUMBER_TAKEN where they were added anew meanwhile. */
export async function restoreEmployee(
  input: ParsedInputOf<typeof restoreCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readEmployee(context, input.employeeId);
  const { departReason: _, ...sealed } = row.sealed;
  // A department that was closed meanwhile cannot be gone back to.
  const departmentId = sql`coalesce((select ${department.id} from ${department} where ${department.id} = ${row.departmentId} and ${department.closedAt} is null), '')`;
  await change(context, row, 'restore', { departDate: '', sealed, departmentId });
  return null;
}

async function change(
  context: SignedInContext,
  row: EmployeeSource,
  event: EmployeeEvent,
  set: Pick<EmployeeSource, 'departDate' | 'sealed'> & { departmentId?: SQL },
): Promise<void> {
  const state = next(EMPLOYEE_MACHINE, row.state, event);
  if (state === null) throw new AppError('EMPLOYEE_DECIDED');
  try {
    await commit(
      context,
      [employeeUnchanged(row)],
      [
        context.db
          .update(employee)
          .set({ ...set, state, version: row.version + 1 })
          .where(eq(employee.id, row.id)),
        recordEmployee(context, row.id, event === 'depart' ? 'DEPARTED' : 'RESTORED'),
      ],
    );
  } catch (error) {
    await refuseTwin(context, row.id, row, error);
  }
}
