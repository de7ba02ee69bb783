import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { maskName } from '#core/realname/mask.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import { account, realnameApplication } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { nameOfApplicant } from './sealed-fields.ts';

export type ApplicationRow = typeof realnameApplication.$inferSelect;
export type AccountRow = typeof account.$inferSelect;

/** States of an application in progress. */
export const OPEN: ApplicationState[] = ['CHECKING', 'REVIEWING'];

/** The newest application for the person themself; with `open`, the newest one in progress. */
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

/** Guard that the application was not changed since it was read. */
export const applicationUnchanged = (row: Pick<ApplicationRow, 'id' | 'version'>) =>
  sql`select 1 from ${realnameApplication} where ${realnameApplication.id} = ${row.id} and ${realnameApplication.version} = ${row.version}`;

/** Guard that the person's state is still as read. */
export const personUnchanged = (row: Pick<AccountRow, 'id' | 'personalAuthStatus'>) =>
  sql`select 1 from ${account} where ${account.id} = ${row.id} and ${account.personalAuthStatus} = ${row.personalAuthStatus}`;

/** Guard that no other account is verified, or being verified, with this number. */
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

/** Display name of the applicant person (masked) or enterprise, for reviewers. */
export const titleOf = async (context: Context, row: ApplicationRow): Promise<string> =>
  row.subject === 'PERSON' ? maskName(await nameOfApplicant(context, row)) : row.name;
