import { eq } from 'drizzle-orm';
import type { updatePassword as call } from '#core/account/calls.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { account } from '#db/schema/index.ts';
import { judgeSecret } from '#edge/identity/judge-secret.ts';
import { openPasswordEnvelope } from '#edge/identity/password-envelope.ts';
import { recordAccount } from '#edge/identity/record-account.ts';
import { endSessions } from '#edge/identity/sessions.ts';
import { setPassword } from '#edge/identity/set-password.ts';
import { removingKeys } from '#edge/identity/ukeys.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { verifyPassword } from '#edge/kernel/crypto/passwords.ts';

/**
 * [7.8e] [5.7a] Changes the login password. The present one may be tried five times in a quarter of an hour. Ends every other
 * session; unbinds UKeys on request. Throws OLD_PASSWORD_WRONG, LOGIN_TOO_OFTEN, PASSWORD_NOT_GOOD, PASSWORD_UNCHANGED.
 */
export async function updatePassword(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const old = await openPasswordEnvelope(context, input.oldPassword);
  const [row] = await db.select().from(account).where(eq(account.id, actor.accountId));
  if (!row) throw new AppError('NOT_FOUND');
  const tooOften = new AppError('LOGIN_TOO_OFTEN', { minutes: 15 });
  const right = await judgeSecret(context, `old-password:${row.id}`, tooOften, () =>
    verifyPassword(old, row.passwordHash),
  );
  if (!right) throw new AppError('OLD_PASSWORD_WRONG', {}, 'oldPassword');
  const password = await openPasswordEnvelope(context, input.password);
  await setPassword(context, row, 'CHANGE', password, undefined, [
    ...(input.removeKeys ? removingKeys(context, row.id) : []),
    recordAccount(context, row.id, 'PASSWORD_CHANGED', actor.sessionId),
  ]);
  await endSessions(context, actor.accountId, actor.sessionId);
  return null;
}
