import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { maskName } from '#core/realname/mask.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import { account, realnameApplication } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { nameOfApplicant } from './sealed-fields.ts';

export type ApplicationRow = typeof realnameApplication.$inferSelect;
export type AccountRow = typeof account.$inferSelect;

/** States in which an application is under way. */
export const OPEN: ApplicationState[] = ['CHECKING', 'REVIEWING'];

/** The person's newest application for themself; with `open`, one that is under way. */
export async function newestOfPerson(
  { db }: Context,
  accountId: string,
  open = false,
): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(realnameApplication)
    .where(
      and(
        eq(realnameApplication.accountId, accountId),
        eq(realnameApplication.subject, 'PERSON'),
        open ? inArray(realnameApplication.state, OPEN) : undefined,
      ),
    )
    .orderBy(desc(realnameApplication.createdAt), desc(realnameApplication.id))
    .limit(1);
  return row;
}

/** Guard: nobody changed the application since it was read. */
export const applicationUnchanged = (row: Pick<ApplicationRow, 'id' | 'version'>) =>
  sql`select 1 from ${realnameApplication} where ${realnameApplication.id} = ${row.id} and ${realnameApplication.version} = ${row.version}`;

/** Guard: the person's state is still the one that was read. */
export const personUnchanged = (row: Pick<AccountRow, 'id' | 'personalAuthStatus'>) =>
  sql`select 1 from ${account} where ${account.id} = ${row.id} and ${account.personalAuthStatus} = ${row.personalAuthStatus}`;

/** Guard: no other account is authenticated with this number. */
export const numberIsFree = (accountId: string, numberIndex: string) =>
  sql`select 1 where not exists (select 1 from ${account} where ${account.idNumberIndex} = ${numberIndex} and ${account.id} <> ${accountId} and ${account.personalAuthStatus} in ('AUTH', 'AUTHING'))`;

export const changeApplication = (
  { db, now }: Context,
  row: Pick<ApplicationRow, 'id' | 'version'>,
  set: Partial<typeof realnameApplication.$inferInsert>,
): Statement =>
  db
    .update(realnameApplication)
    .set({ ...set, updatedAt: now, version: row.version + 1 })
    .where(eq(realnameApplication.id, row.id));

/** An account by id, or undefined. */
export async function readAccount({ db }: Context, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(account).where(eq(account.id, accountId));
  return row;
}

/** Whom or what an application is about, as every reviewer may read it. */
export const titleOf = async (context: Context, row: ApplicationRow): Promise<string> =>
  row.subject === 'PERSON' ? maskName(await nameOfApplicant(context, row)) : row.name;
