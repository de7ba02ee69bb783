import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { withdrawRealName as call } from '#core/realname/calls.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { newestOfPerson, readAccount } from './applications.ts';
import { endPersonApplication } from './end-person.ts';

/** Withdraws the application in progress. Throws ALREADY_DECIDED if there is none. */
export async function withdrawRealName(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor } = context;
  const authStatus = await withRetry(async () => {
    const [row, person] = await Promise.all([
      newestOfPerson(context, actor.accountId, true),
      readAccount(context, actor.accountId),
    ]);
    if (!row || !person) throw new AppError('ALREADY_DECIDED');
    return endPersonApplication(context, row, person, 'end', {
      ...(row.route === 'FACE' ? { checkState: 'ENDED' } : {}),
    });
  });
  forgetSession(actor.sessionId);
  return { authStatus };
}
