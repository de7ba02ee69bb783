import { and, desc, eq, sql } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { CodePurpose, MailPurpose, SmsPurpose } from '#core/identity/code-purposes.ts';
import { authCode } from '#db/schema/index.ts';
import type { Context } from '../context.ts';

export const hashCode = (context: Context, id: string, code: string): Promise<string> =>
  context.keys.indexOf(`${id}|${code}`, 'auth-code');

/** Keyed digest of where a code goes; the same as in the account's row. */
export const mobileTarget = (context: Context, mobile: string): Promise<string> =>
  context.keys.indexOf(mobile, 'mobile');
export const mailTarget = (context: Context, mail: string): Promise<string> =>
  context.keys.indexOf(mail.toLowerCase(), 'email');

interface Spending {
  /** Field of the input that the code stood in. */
  field?: string;
  /** Id of the device or account that typed it. Left out where nobody else could: the owner is signed in. */
  by?: string;
}

/**
 * Uses a code up ([5.8a]): the newest one sent to the mobile for this purpose, at most five tries. Others than the one
 * who asked for it have five tries together, so that nobody can use up those of the owner. Throws CODE_WRONG, whatever
 * the reason, for the field.
 */
export async function spendAuthCode(
  context: Context,
  purpose: SmsPurpose,
  mobile: string,
  code: string,
  spending: Spending = {},
): Promise<void> {
  await spendCode(context, purpose, await mobileTarget(context, mobile), code, spending);
}

/** The same for a code that was sent to a mail address. */
export async function spendMailCode(
  context: Context,
  purpose: MailPurpose,
  mail: string,
  code: string,
  spending: Spending = {},
): Promise<void> {
  await spendCode(context, purpose, await mailTarget(context, mail), code, spending);
}

async function spendCode(
  context: Context,
  purpose: CodePurpose,
  target: string,
  code: string,
  { field = 'authCode', by }: Spending,
) {
  const wrong = () => new AppError('CODE_WRONG', {}, field);
  const [row] = await context.db
    .select()
    .from(authCode)
    .where(and(eq(authCode.purpose, purpose), eq(authCode.target, target)))
    .orderBy(desc(authCode.createdAt), desc(authCode.id))
    .limit(1);
  if (!row || row.usedAt !== null || row.expiresAt < context.now) throw wrong();
  const tries = by === undefined || row.askedBy === '' || by === row.askedBy ? 'tries' : 'strangeTries';
  // The try is counted before it is looked at, so that many at once cannot pass the limit.
  const counted = await context.db
    .update(authCode)
    .set({ [tries]: sql`${authCode[tries]} + 1` })
    .where(
      and(
        eq(authCode.id, row.id),
        sql`${authCode[tries]} < ${LIMITS.codeTries}`,
        sql`${authCode.usedAt} is null`,
      ),
    )
    .returning({ id: authCode.id });
  if (counted.length === 0 || row.codeHash !== (await hashCode(context, row.id, code))) throw wrong();
  const used = await context.db
    .update(authCode)
    .set({ usedAt: context.now })
    .where(and(eq(authCode.id, row.id), sql`${authCode.usedAt} is null`))
    .returning({ id: authCode.id });
  if (used.length === 0) throw wrong();
}
