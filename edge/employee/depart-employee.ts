import { eq, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { departEmployee as departCall, restoreEmployee as restoreCall } from '#core/employee/calls.ts';
import { EMPLOYEE_MACHINE, type EmployeeEvent } from '#core/employee/states.ts';
import { AppError } from '#core/errors.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { next } from '#core/machine.ts';
import { DAY_MS } from '#core/time.ts';
import { department, employee } from '#db/schema/index.ts';
import { membersWho } from '#edge/company/members-who.ts';
import { removalOf } from '#edge/company/persons.ts';
import { tellPerson } from '#edge/company/records.ts';
import { withForgottenSessions } from '#edge/company/sessions-acting.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { endsByRoster, mayEndMembership, readMember } from './get-employee.ts';
import {
  type EmployeeSource,
  employeeUnchanged,
  openEmployeeName,
  readEmployee,
  recordEmployee,
} from './read-employee.ts';
import { refuseTwin } from './save-employee.ts';

/**
 * Records a departure. With `endMembership` the membership ends in the same transaction, so that no permission
 * outlives it; what the employee had to sign goes to the administrator. Without it the membership stays, `member` says so, and
 * those who can end it are told at once. So it is where HR asked for its end and it is not HR's to end. Throws EMPLOYEE_DECIDED
 * where they left already, NO_PERMISSION and ROLE_NOT_YOURS where the membership is not the actor's to end.
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
  const stays = async () => {
    const messages = membership ? await tellKeepers(context, row, membership.accountId) : [];
    await change(context, row, 'depart', set, { guards: [], statements: messages });
    return { member: membership !== undefined };
  };
  if (!input.endMembership || !membership) return stays();
  const { accountId, roles } = membership;
  const may = mayEndMembership(context, membership);
  if (may === null && !mayAs(context.actor, CONSOLE)) throw new AppError('NO_PERMISSION');
  // Counted for matches too, so that the limit reveals nothing about the numbers.
  if (may === 'ROSTER' && ((await triesOf(context, accountId)) > TRIES || !endsByRoster(row, membership)))
    return stays();
  await withForgottenSessions(context, context.actor.entId, accountId, async () =>
    change(
      context,
      row,
      'depart',
      set,
      await removalOf(context, accountId, may === 'ROSTER' ? roles : undefined),
    ),
  );
  return { member: false };
}

/** How often in a day HR may have the identity of a member compared with the roster's: a departure each, told to administrators. */
const TRIES = 3;
const triesOf = (context: SignedInContext, accountId: string): Promise<number> =>
  countAttempt(context, `roster-end:${context.actor.entId}:${accountId}`, DAY_MS);

/** Notifies those who manage members, except the actor and the employee, that a member left the company. */
async function tellKeepers(
  context: SignedInContext,
  row: EmployeeSource,
  accountId: string,
): Promise<Statement[]> {
  const { entId, entName, accountId: own } = context.actor;
  const name = await openEmployeeName(context, row);
  const keepers = await membersWho(context, entId, 'BUSINESS_ADMIN');
  return keepers
    .filter((id) => id !== own && id !== accountId)
    .map((id) => tellPerson(context, id, 'MEMBER_LEFT', { name, enterprise: entName }, { entId }));
}

/** Reverses a departure. Throws EMPLOYEE_MOBILE_TAKEN, EMPLOYEE_NUMBER_TAKEN if the employee was added again since. */
export async function restoreEmployee(
  input: ParsedInputOf<typeof restoreCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readEmployee(context, input.employeeId);
  const { departReason: _, ...sealed } = row.sealed;
  // The former department may have been closed since.
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
