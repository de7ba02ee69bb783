import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** The mobile number of an account. */
export async function mobileOf(context: Context, accountId: string): Promise<string> {
  const [row] = await context.db
    .select({ sealed: account.mobileSealed })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row) throw new AppError('NOT_FOUND');
  return context.keys.openField(row.sealed, `mobile:${accountId}`);
}

/** The mail address of an account; empty where it has none. */
export async function mailOf(context: Context, accountId: string): Promise<string> {
  const [row] = await context.db
    .select({ sealed: account.emailSealed })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row) throw new AppError('NOT_FOUND');
  return row.sealed ? context.keys.openField(row.sealed, `email:${accountId}`) : '';
}
