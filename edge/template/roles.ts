import { and, count, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  listRoles as listCall,
  RoleRow,
  saveRole as saveCall,
  updateRole as updateCall,
} from '#core/template/calls.ts';
import { changesOf } from '#core/template/parts.ts';
import { standardRoles } from '#core/template/standard-parts.ts';
import { templateRole } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { needBusinessEdition } from '#edge/identity/business-edition.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { belowPart, isFound, ownSlice, ownThenStandard, partOrder } from './own-then-standard.ts';
import {
  addParts,
  changeTime,
  checkName,
  checkUnused,
  historyOf,
  named,
  newPart,
  recordPart,
  standardHistory,
  stillAsRead,
  stillUnused,
} from './part-history.ts';

const SORTABLE = {
  role_name: templateRole.name,
  role_type: templateRole.type,
  create_time: templateRole.createdAt,
  update_time: templateRole.updatedAt,
};

/** [7.2] The enterprise's own roles, newest first, followed by the built-in ones. */
export async function listRoles(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  await needBusinessEdition(context);
  const { db, actor } = context;
  const ours = eq(templateRole.ownerKey, actor.ownerKey);
  const where = and(
    ours,
    isIf(templateRole.ownerType, input.ownerType),
    containsIf(templateRole.name, input.roleName),
  );
  const all = standardRoles(context.language);
  const { below, toCome, paging } = await belowPart(db, input, {
    table: templateRole,
    own: ours,
    builtIn: all,
  });
  const { limit, offset } = ownSlice(paging);
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(templateRole)
      .where(and(where, below))
      .orderBy(...orderBy(input, SORTABLE), ...partOrder(templateRole))
      .limit(limit)
      .offset(offset),
    db.select({ n: count() }).from(templateRole).where(where),
  ]);
  const names = await namesOf(
    context,
    rows.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]),
  );
  const own = rows.map(
    (row): RoleRow => ({
      id: row.id,
      roleName: row.name,
      roleType: row.type,
      note: row.note,
      ...historyOf(row, names),
    }),
  );
  const ownerType = input.ownerType ?? actor.entOwnerType;
  const builtIn = all
    .filter(({ name }) => ownerType === actor.entOwnerType && isFound(name, input.roleName))
    .map(
      ({ id, name, type, note }): RoleRow => ({
        id,
        roleName: name,
        roleType: type,
        note,
        ...standardHistory(ownerType),
      }),
    );
  return ownThenStandard(paging, own, counted?.n ?? 0, builtIn, toCome);
}

/** [7.3a] Adds a role. Throws BUSINESS_EDITION_NEEDED, TEMPLATE_NAME_TAKEN, TEMPLATE_PARTS_FULL. */
export async function saveRole(
  { roleName: name, roleType: type, note }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  await needBusinessEdition(context);
  await checkName(context, 'ROLE', name, 'roleName');
  const id = context.newId();
  await named(name, 'roleName', () =>
    addParts(context, 'ROLE', 1, [
      context.db.insert(templateRole).values({ ...newPart(context), id, name, type, note }),
      recordPart(context, {
        kind: 'ROLE',
        partId: id,
        name,
        record: 'ADDED',
        changes: changesOf({}, { type, note }),
      }),
      ...context.remember({ id }),
    ]),
  );
  return { id };
}

/**
 * [7.3b] Changes a role. Throws NOT_FOUND, CONFLICT, TEMPLATE_NAME_TAKEN, and TEMPLATE_PART_IN_USE if the type of a
 * used role changes.
 */
export async function updateRole(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  await needBusinessEdition(context);
  const { db, actor } = context;
  const { roleName: name, roleType: type, note } = input;
  const update = async () => {
    const row = await readRole(context, input.id);
    const updatedAt = changeTime(context, row, input.updateTime);
    await checkName(context, 'ROLE', name, 'roleName', row);
    const retyped = type !== row.type;
    if (retyped) await checkUnused(context, 'ROLE', row);
    const changes = changesOf({ name: row.name, type: row.type, note: row.note }, { name, type, note });
    if (changes.length === 0) return;
    await commit(
      context,
      [stillAsRead('ROLE', row), ...(retyped ? [stillUnused('ROLE', row.id)] : [])],
      [
        db
          .update(templateRole)
          .set({ name, type, note, updatedBy: actor.accountId, updatedAt })
          .where(eq(templateRole.id, row.id)),
        recordPart(context, { kind: 'ROLE', partId: row.id, name, record: 'CHANGED', changes }),
      ],
    );
  };
  await named(name, 'roleName', () => withRetry(update));
  return null;
}

/** Reads one of the enterprise's own roles. Throws NOT_FOUND, also for built-in ones. */
async function readRole({ db, actor }: SignedInContext, id: string) {
  const [row] = await db
    .select()
    .from(templateRole)
    .where(and(eq(templateRole.id, id), eq(templateRole.ownerKey, actor.ownerKey)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}
