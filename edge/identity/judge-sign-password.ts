import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { account } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { verifyPassword } from '#edge/kernel/crypto/passwords.ts';
import { judgeSecret, signPasswordName } from './judge-secret.ts';
import { openPasswordEnvelope } from './password-envelope.ts';

/** Judges the caller's signing password. Throws SIGN_PASSWORD_NOT_SET, SIGN_PASSWORD_WRONG, TOO_OFTEN. */
export async function judgeSignPassword(context: SignedInContext, envelope: string): Promise<void> {
  const { actor, db } = context;
  const password = await openPasswordEnvelope(context, envelope);
  const [row] = await db
    .select({ hash: account.signPasswordHash })
    .from(account)
    .where(eq(account.id, actor.accountId));
  const hash = row?.hash;
  if (!hash) throw new AppError('SIGN_PASSWORD_NOT_SET');
  const right = await judgeSecret(context, signPasswordName(actor.accountId), new AppError('TOO_OFTEN'), () =>
    verifyPassword(password, hash),
  );
  if (!right) throw new AppError('SIGN_PASSWORD_WRONG');
}
