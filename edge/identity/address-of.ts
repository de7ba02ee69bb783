import { eq, or, type SQL } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** By what an account is reached and proven: its mobile number, or the mail address of one without a number. */
export async function contactOf(context: Context, accountId: string): Promise<string> {
  const [row] = await context.db
    .select({ id: account.id, mobileSealed: account.mobileSealed, emailSealed: account.emailSealed })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row) throw new AppError('NOT_FOUND');
  return openContact(context, row);
}

type ContactRow = Pick<typeof account.$inferSelect, 'id' | 'mobileSealed' | 'emailSealed'>;

/** Condition for the account of a contact, by its keyed digest. */
export const hasContact = (target: string): SQL =>
  or(eq(account.mobileIndex, target), eq(account.emailIndex, target))!;

/** The same of a row; empty once the account is closed. */
export async function openContact({ keys }: Pick<Context, 'keys'>, row: ContactRow): Promise<string> {
  if (row.mobileSealed) return keys.openField(row.mobileSealed, `mobile:${row.id}`);
  return row.emailSealed ? keys.openField(row.emailSealed, `email:${row.id}`) : '';
}

/** Of a party: the number that the sender gave, or the address in its place. */
export const openPartyContact = (
  { keys }: Pick<Context, 'keys'>,
  { id, mobileSealed, emailSealed }: { id: string; mobileSealed: string; emailSealed: string },
): Promise<string> =>
  mobileSealed ? keys.openField(mobileSealed, `mobile:${id}`) : keys.openField(emailSealed, `email:${id}`);

/** The mail address of an account; empty where it has none. */
export async function mailOf(context: Context, accountId: string): Promise<string> {
  const [row] = await context.db
    .select({ sealed: account.emailSealed })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row) throw new AppError('NOT_FOUND');
  return row.sealed ? context.keys.openField(row.sealed, `email:${accountId}`) : '';
}
