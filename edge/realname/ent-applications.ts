import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { EnterpriseAuth } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import { next } from '#core/machine.ts';
import { APPLICATION_MACHINE, ENTERPRISE_MACHINE } from '#core/realname/states.ts';
import { enterprise, realnameApplication } from '#db/schema/index.ts';
import { recheckTasks } from '#edge/company/sessions-acting.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type ApplicationRow, applicationUnchanged, changeApplication, OPEN } from './applications.ts';

export type EnterpriseRow = typeof enterprise.$inferSelect;

/** The actor's application for an enterprise. Throws NOT_FOUND for any other application. */
export async function readOwnEnt(context: SignedInContext, id: string): Promise<ApplicationRow> {
  const [row] = await context.db
    .select()
    .from(realnameApplication)
    .where(
      and(
        eq(realnameApplication.id, id),
        eq(realnameApplication.accountId, context.actor.accountId),
        eq(realnameApplication.subject, 'ENTERPRISE'),
      ),
    );
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The application in progress for an enterprise, by any applicant. */
export async function openOfEnterprise({ db }: Context, entId: string): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(realnameApplication)
    .where(and(eq(realnameApplication.entId, entId), inArray(realnameApplication.state, OPEN)))
    .orderBy(desc(realnameApplication.createdAt))
    .limit(1);
  return row;
}

export async function readEnterprise({ db }: Context, entId: string): Promise<EnterpriseRow | undefined> {
  const [row] = await db.select().from(enterprise).where(eq(enterprise.id, entId));
  return row;
}

/** Guard that the enterprise's states are still as read. */
export const enterpriseUnchanged = (row: Pick<EnterpriseRow, 'id' | 'authStatus' | 'businessStatus'>) =>
  sql`select 1 from ${enterprise} where ${enterprise.id} = ${row.id} and ${enterprise.authStatus} = ${row.authStatus} and ${enterprise.businessStatus} = ${row.businessStatus}`;

/** Guards that no other enterprise has the name, and no other verified enterprise the credit code. */
export const nameIsFree = (entId: string, name: string) =>
  sql`select 1 where not exists (select 1 from ${enterprise} where ${enterprise.nameKey} = ${nameKey(name)} and ${enterprise.id} <> ${entId})`;
export const codeIsFree = (entId: string, code: string) =>
  sql`select 1 where not exists (select 1 from ${enterprise} where ${enterprise.creditCode} = ${code} and ${enterprise.id} <> ${entId} and ${enterprise.authStatus} not in ('UNAUTH', 'AUTHING'))`;

/** Whether another verified enterprise has the credit code. */
export async function isCodeTaken({ db }: Context, entId: string, code: string): Promise<boolean> {
  const [row] = await db
    .select({ id: enterprise.id })
    .from(enterprise)
    .where(
      and(
        eq(enterprise.creditCode, code),
        ne(enterprise.id, entId),
        sql`${enterprise.authStatus} not in ('UNAUTH', 'AUTHING')`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The enterprise's state after an unsuccessful application. */
function entFallBack(row: Pick<ApplicationRow, 'before'>, status: EnterpriseAuth): EnterpriseAuth {
  const event = row.before === 'AUTH' ? 'restore' : row.before === 'PENDING_REAUTH' ? 'ask' : 'fail';
  return next(ENTERPRISE_MACHINE, status, event) ?? next(ENTERPRISE_MACHINE, status, 'fail') ?? status;
}

/**
 * Ends an enterprise's application without success and restores its previous state. Throws ALREADY_DECIDED,
 * GuardFailed.
 */
export async function endEntApplication(
  context: Context,
  row: ApplicationRow,
  event: 'reject' | 'end',
  set: Partial<ApplicationRow> = {},
  more: Statement[] = [],
): Promise<void> {
  const state = next(APPLICATION_MACHINE, row.state, event);
  if (state === null) throw new AppError('ALREADY_DECIDED');
  const ent = row.entId === '' ? undefined : await readEnterprise(context, row.entId);
  await commit(
    context,
    [applicationUnchanged(row), ...(ent ? [enterpriseUnchanged(ent)] : [])],
    [
      changeApplication(context, row, { ...set, state, decidedAt: context.now }),
      ...(ent
        ? [
            context.db
              .update(enterprise)
              .set({ authStatus: entFallBack(row, ent.authStatus) })
              .where(eq(enterprise.id, ent.id)),
            recheckTasks(context, ent.id),
          ]
        : []),
      ...more,
    ],
  );
}
