import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { QUICK_SIGNERS } from '#core/identity/role-sets.ts';
import { next } from '#core/machine.ts';
import { QUICK_MACHINE, type QuickEvent, type QuickState } from '#core/quicksign/states.ts';
import { quickFile, quickGroup } from '#db/schema/index.ts';
import { administersAll, mayAs } from '#edge/identity/check-access.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { changeTrailed, type TrailedChange } from '#edge/trail/trail-of.ts';

export type GroupRow = typeof quickGroup.$inferSelect;
export type FileRow = typeof quickFile.$inferSelect;
export interface GroupWithFiles {
  group: GroupRow;
  files: FileRow[];
}

/** Throws NO_PERMISSION if the actor acts for an enterprise without a role for quick signing; individuals need none. */
export function refuseOthers({ actor }: SignedInContext): void {
  if (actor.entId !== '' && !mayAs(actor, QUICK_SIGNERS)) throw new AppError('NO_PERMISSION');
}

/** Condition of the groups visible to the actor: their own, and for administrators all of the owner. */
export function ownGroups({ actor }: SignedInContext): SQL | undefined {
  return and(
    eq(quickGroup.ownerKey, actor.ownerKey),
    administersAll(actor) ? undefined : eq(quickGroup.creatorId, actor.accountId),
  );
}

/** A group visible to the actor, with its files. Throws NO_PERMISSION, NOT_FOUND. */
export async function readGroup(context: SignedInContext, id: string): Promise<GroupWithFiles> {
  refuseOthers(context);
  return readWhere(context, id, ownGroups(context));
}

/** Reads a group without access check, for jobs. Throws NOT_FOUND. */
export const unsafeReadGroup = (context: Context, id: string): Promise<GroupWithFiles> =>
  readWhere(context, id, undefined);

async function readWhere({ db }: Context, id: string, scope: SQL | undefined): Promise<GroupWithFiles> {
  const [groups, files] = await db.batch([
    db
      .select()
      .from(quickGroup)
      .where(and(eq(quickGroup.id, id), scope)),
    db.select().from(quickFile).where(eq(quickFile.groupId, id)).orderBy(asc(quickFile.position)),
  ]);
  const [group] = groups;
  if (!group) throw new AppError('NOT_FOUND');
  return { group, files };
}

/** The state after `event`. Throws ALREADY_SIGNED or TASK_CLOSED if the state machine does not allow it. */
export function stateAfter({ state }: GroupRow, event: QuickEvent): QuickState {
  const after = next(QUICK_MACHINE, state, event);
  if (after) return after;
  throw new AppError(event === 'sign' && state !== 'REVOKED' ? 'ALREADY_SIGNED' : 'TASK_CLOSED');
}

/** Writes a change of a group with its trail. Throws GuardFailed on a concurrent change. */
export function changeGroup(
  context: Context,
  row: GroupRow,
  { set, ...change }: TrailedChange<Partial<typeof quickGroup.$inferInsert>>,
): Promise<void> {
  const unchanged = sql`select 1 from ${quickGroup} where ${quickGroup.id} = ${row.id} and ${quickGroup.version} = ${row.version}`;
  const update = context.db
    .update(quickGroup)
    .set({ ...set, version: row.version + 1 })
    .where(eq(quickGroup.id, row.id));
  return changeTrailed(context, row.id, { unchanged, update }, change);
}

/** The statement that makes a revision a file's newest. */
export const raiseFile =
  ({ db }: Context) =>
  (fileId: string, revision: number) =>
    db.update(quickFile).set({ revision }).where(eq(quickFile.id, fileId));
