import { and, desc, eq, sql } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { authCode } from '#db/schema/index.ts';
import type { Context } from '../context.ts';

/** What a code is for: one sent for one purpose opens no other. */
export type CodePurpose = 'LOGIN' | 'SIGN';

export const hashCode = (context: Context, id: string, code: string): Promise<string> =>
  context.keys.indexOf(`${id}|${code}`, 'auth-code');

/** Uses a code up ([5.8a]): the newest one sent to the mobile for this purpose, at most five tries. Throws CODE_WRONG. */
export async function spendAuthCode(
  context: Context,
  purpose: CodePurpose,
  mobile: string,
  code: string,
): Promise<void> {
  const target = await context.keys.indexOf(mobile, 'mobile');
  const [row] = await context.db
    .select()
    .from(authCode)
    .where(and(eq(authCode.purpose, purpose), eq(authCode.target, target)))
    .orderBy(desc(authCode.createdAt))
    .limit(1);
  if (!row || row.usedAt !== null || row.expiresAt < context.now) throw new AppError('CODE_WRONG');
  // The try is counted before it is looked at, so that many at once cannot pass the limit.
  const counted = await context.db
    .update(authCode)
    .set({ tries: sql`${authCode.tries} + 1` })
    .where(
      and(
        eq(authCode.id, row.id),
        sql`${authCode.tries} < ${LIMITS.codeTries}`,
        sql`${authCode.usedAt} is null`,
      ),
    )
    .returning({ tries: authCode.tries });
  if (counted.length === 0 || row.codeHash !== (await hashCode(context, row.id, code)))
    throw new AppError('CODE_WRONG');
  const used = await context.db
    .update(authCode)
    .set({ usedAt: context.now })
    .where(and(eq(authCode.id, row.id), sql`${authCode.usedAt} is null`))
    .returning({ id: authCode.id });
  if (used.length === 0) throw new AppError('CODE_WRONG');
}
