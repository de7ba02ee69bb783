import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { PersonAuth } from '#core/identity/states.ts';
import { next } from '#core/machine.ts';
import { APPLICATION_MACHINE, PERSON_MACHINE } from '#core/realname/states.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import {
  type AccountRow,
  type ApplicationRow,
  applicationUnchanged,
  changeApplication,
  personUnchanged,
} from './applications.ts';

/** The person's state after an unsuccessful application. */
function fallBack(row: Pick<ApplicationRow, 'before'>, status: PersonAuth): PersonAuth {
  const back = row.before === 'AUTH' ? next(PERSON_MACHINE, status, 'restore') : null;
  return back ?? next(PERSON_MACHINE, status, 'fail') ?? status;
}

/**
 * Ends a person's application without success and restores their previous state. Throws ALREADY_DECIDED, GuardFailed.
 */
export async function endPersonApplication(
  context: Context,
  row: ApplicationRow,
  person: AccountRow,
  event: 'reject' | 'end',
  set: Partial<ApplicationRow> = {},
  more: Statement[] = [],
): Promise<PersonAuth> {
  const state = next(APPLICATION_MACHINE, row.state, event);
  if (state === null) throw new AppError('ALREADY_DECIDED');
  const status = fallBack(row, person.personalAuthStatus);
  await commit(
    context,
    [applicationUnchanged(row), personUnchanged(person)],
    [
      changeApplication(context, row, { ...set, state, decidedAt: context.now }),
      context.db.update(account).set({ personalAuthStatus: status }).where(eq(account.id, person.id)),
      ...more,
    ],
  );
  return status;
}
