import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { type PasswordRuleName, passwordProblem } from '#core/identity/password-rules.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { hashPassword, verifyPassword } from '#edge/kernel/crypto/passwords.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { contactOf, mailOf } from './address-of.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { AccountRow } from './find-account.ts';
import { openLoginName } from './names.ts';

/** Refuses a new password against its rule ([5.7]) and the list of common ones. Throws PASSWORD_NOT_GOOD with the field. */
export function checkNewPassword(rule: PasswordRuleName, password: string, own: readonly string[]): void {
  const problem = passwordProblem(rule, password, own);
  if (problem || isCommonPassword(password)) throw new AppError('PASSWORD_NOT_GOOD', {}, 'password');
}

/**
 * Sets the password of an account by a rule; a password that stays the same is refused. The account's other sessions
 * are for the caller to end.
 */
export async function setPassword(
  context: Context,
  row: AccountRow,
  rule: PasswordRuleName,
  password: string,
  /** Done once the password is known to be good, before it is written; its refusal is the refusal of all. */
  spend: () => Promise<void> = async () => undefined,
  /** Written together with it. */
  more: readonly Statement[] = [],
): Promise<void> {
  const [loginName, mobile, mail] = await Promise.all([
    openLoginName(context, row),
    contactOf(context, row.id),
    mailOf(context, row.id),
  ]);
  checkNewPassword(rule, password, [loginName, mobile, mail.split('@')[0] ?? '']);
  if (row.passwordHash !== '' && (await verifyPassword(password, row.passwordHash)))
    throw new AppError('PASSWORD_UNCHANGED', {}, 'password');
  const passwordHash = await hashPassword(password);
  await spend();
  const insertTicket = context.db
    .update(account)
    .set({ passwordHash, defaultPassword: false })
    .where(eq(account.id, row.id));
  await commit(context, [], [insertTicket, ...more]);
}
