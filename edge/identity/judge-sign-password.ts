import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { account } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

import { judgeSecret, signPasswordName } from './judge-secret.ts';
import { readPasswordEnvelope } from './password-envelope.ts';
import { verifyInSession } from './remembered-passwords.ts';

/** The hash of the caller's signing password, if one is set. */
export async function signPasswordHash({ actor, db }: SignedInContext): Promise<string | null | undefined> {
  const [row] = await db
    .select({ hash: account.signPasswordHash })
    .from(account)
    .where(eq(account.id, actor.accountId));
  return row?.hash;
}

/** Judges the caller's signing password. Throws SIGN_PASSWORD_NOT_SET, SIGN_PASSWORD_WRONG, TOO_OFTEN. */
export async function judgeSignPassword(context: SignedInContext, envelope: string): Promise<void> {
  const { actor } = context;
  const { password, spend } = await readPasswordEnvelope(context, envelope);
  const hash = await signPasswordHash(context);
  if (!hash) throw new AppError('SIGN_PASSWORD_NOT_SET');
  const judge = () => verifyInSession(context, password, hash);
  const tooOften = new AppError('TOO_OFTEN');
  const right = await judgeSecret(context, signPasswordName(actor.accountId), tooOften, judge, spend);
  if (!right) throw new AppError('SIGN_PASSWORD_WRONG');
}
