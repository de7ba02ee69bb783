import { eq, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { departEmployee as departCall, restoreEmployee as restoreCall } from '#core/employee/calls.ts';
import { EMPLOYEE_MACHINE, type EmployeeEvent } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { next } from '#core/machine.ts';
import { department, employee } from '#db/schema/index.ts';
import { removalOf } from '#edge/company/persons.ts';
import { withForgottenSessions } from '#edge/company/sessions-acting.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { readMember } from './get-employee.ts';
import { type EmployeeSource, employeeUnchanged, readEmployee, recordEmployee } from './read-employee.ts';
import { refuseTwin } from './save-employee.ts';

/**
 * Moves somebody to those who left. With `endMembership` whoever may remove members ends their membership in the same
 * moment: no right of theirs outlives it, and what they had to sign goes to the administrator. Without it the membership is
 * not touched, and `member` says that there is one. Throws EMPLOYEE_DECIDED where they left already, NO_PERMISSION and
 * ROLE_NOT_YOURS where the membership is not the actor's to end.
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
  const set = { departDate, sealed: { ...row.sealed, ...reason } };
  const membership = await readMember(context, row);
  if (!input.endMembership || !membership) {
    await change(context, row, 'depart', set);
    return { member: membership !== undefined };
  }
  if (!mayAs(context.actor, CONSOLE)) throw new AppError('NO_PERMISSION');
  const { accountId } = membership;
  await withForgottenSessions(context, context.actor.entId, accountId, async () =>
    change(context, row, 'depart', set, await removalOf(context, accountId)),
  );
  return { member: false };
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
  also: { guards: SQL[]; statements: Statement[] } = { guards: [], statements: [] },
): Promise<void> {
  const state = next(EMPLOYEE_MACHINE, row.state, event);
  if (state === null) throw new AppError('EMPLOYEE_DECIDED');
  try {
    await commit(
      context,
      [employeeUnchanged(row), ...also.guards],
      [
        context.db
          .update(employee)
          .set({ ...set, state, version: row.version + 1 })
          .where(eq(employee.id, row.id)),
        recordEmployee(context, row.id, event === 'depart' ? 'DEPARTED' : 'RESTORED'),
        ...also.statements,
      ],
    );
  } catch (error) {
    await refuseTwin(context, row.id, row, error);
  }
}
