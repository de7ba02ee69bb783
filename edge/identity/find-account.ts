import { eq, or } from 'drizzle-orm';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { hasLoginName } from './names.ts';

export type AccountRow = typeof account.$inferSelect;

/** The account of a login name, mobile number or e-mail address, or null. */
export async function findAccount(context: Context, username: string): Promise<AccountRow | null> {
  const [mobileIndex, emailIndex] = await Promise.all([
    context.keys.indexOf(username, 'mobile'),
    context.keys.indexOf(username.toLowerCase(), 'email'),
  ]);
  const rows = await context.db
    .select()
    .from(account)
    .where(
      or(
        await hasLoginName(context, username),
        eq(account.mobileIndex, mobileIndex),
        eq(account.emailIndex, emailIndex),
      ),
    )
    .limit(2);
  // If a login name equals another account's mobile number or address, both rows match: the owner of that is meant.
  const owner = rows.find((row) => row.mobileIndex === mobileIndex || row.emailIndex === emailIndex);
  return owner ?? rows[0] ?? null;
}
