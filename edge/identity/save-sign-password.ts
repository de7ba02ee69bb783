import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { saveSignPassword as call } from '#core/identity/calls.ts';
import { account } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '../context.ts';
import { hashPassword } from '../crypto/passwords.ts';
import { openPasswordEnvelope } from './password-envelope.ts';
import { spendAuthCode } from './spend-auth-code.ts';

/** [7.8l] Sets the signing password, confirmed by a code to the person's mobile. */
export async function saveSignPassword(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const password = await openPasswordEnvelope(context, input.password);
  if (!/^\S{6,20}$/.test(password)) throw new AppError('INPUT_INVALID', {}, 'password');
  await spendAuthCode(context, 'SIGN', await mobileOf(context, context.actor.accountId), input.authCode);
  await context.db
    .update(account)
    .set({ signPasswordHash: await hashPassword(password) })
    .where(eq(account.id, context.actor.accountId));
  return null;
}

/** The mobile number of an account. */
export async function mobileOf(context: Context, accountId: string): Promise<string> {
  const [row] = await context.db
    .select({ sealed: account.mobileSealed })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row) throw new AppError('NOT_FOUND');
  return context.keys.openField(row.sealed, `mobile:${accountId}`);
}
