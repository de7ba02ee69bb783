import { and, asc, count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  GroupMember,
  GroupRow,
  LeftOut,
  listGroups as listCall,
  listUsableGroups as listUsableCall,
  removeGroup as removeCall,
  saveGroup as saveCall,
  updateGroup as updateCall,
  useGroup as useCall,
} from '#core/template/group-calls.ts';
import { changesOf } from '#core/template/parts.ts';
import { template, templateGroup, templateGroupMember } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { addParts, changeTime, checkName, named, newPart, recordPart, stillAsRead } from './part-history.ts';
import { reached } from './reach-template.ts';

type Group = typeof templateGroup.$inferSelect;
type Template = typeof template.$inferSelect;

const SORTABLE = {
  group_name: templateGroup.name,
  create_time: templateGroup.createdAt,
  update_time: templateGroup.updatedAt,
};

/** The enterprise's groups with their templates, newest first. */
export async function listGroups(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const order = orderBy(input, SORTABLE);
  const { rows, page } = await readGroups(context, input, templateGroup.createdAt, order);
  const members = await membersOf(context, rows);
  const names = await namesOf(
    context,
    rows.map(({ createdBy }) => createdBy),
  );
  const records = rows.map(
    (row): GroupRow => ({
      ...factsOf(row, members),
      createUserName: names.get(row.createdBy) ?? '',
      createTime: row.createdAt,
      updateTime: row.updatedAt,
    }),
  );
  return { records, ...page };
}

/** The same list for people who start contracts, last changed first. */
export async function listUsableGroups(
  input: ParsedInputOf<typeof listUsableCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listUsableCall>> {
  const { rows, page } = await readGroups(context, input, templateGroup.updatedAt);
  const members = await membersOf(context, rows);
  return { records: rows.map((row) => factsOf(row, members)), ...page };
}

/**
 * [8.16e] The usable templates of a group. Throws NOT_FOUND, TEMPLATE_GROUP_EMPTY if none of its templates can be used.
 */
export async function useGroup(
  { id }: ParsedInputOf<typeof useCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof useCall>> {
  const row = await ownGroup(context, id);
  const members = (await membersOf(context, [row])).get(id) ?? [];
  const versions = members.flatMap(({ id: templateId, leftOut, versionId, templateType }) =>
    leftOut === null && versionId && templateType ? [{ id: templateId, versionId, templateType }] : [],
  );
  if (versions.length === 0) throw new AppError('TEMPLATE_GROUP_EMPTY', { name: row.name });
  return {
    groupName: row.name,
    businessType: row.businessType,
    versions,
    leftOut: members.filter(({ leftOut }) => leftOut !== null).map(memberView),
  };
}

/**
 * Creates a group. Throws TEMPLATE_NAME_TAKEN, TEMPLATE_PARTS_FULL, and INPUT_INVALID for a template that cannot be in
 * it.
 */
export async function saveGroup(
  { groupName: name, businessType, templateIds }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  await checkName(context, 'GROUP', name, 'groupName');
  const templates = await chosenTemplates(context, templateIds, businessType);
  const id = context.newId();
  await named(name, 'groupName', () =>
    addParts(context, 'GROUP', 1, [
      context.db.insert(templateGroup).values({ ...newPart(context), id, name, businessType }),
      context.db.insert(templateGroupMember).values(memberRows(id, templateIds)),
      recordPart(context, {
        kind: 'GROUP',
        partId: id,
        name,
        record: 'ADDED',
        changes: changesOf({}, { businessType, templates: templateNames(templates) }),
      }),
      ...context.remember({ id }),
    ]),
  );
  return { id };
}

/**
 * Changes a group. Throws NOT_FOUND, CONFLICT, TEMPLATE_NAME_TAKEN, and INPUT_INVALID for a template that cannot be in
 * it.
 */
export async function updateGroup(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  const { id, groupName: name, businessType, templateIds } = input;
  const update = async () => {
    const row = await ownGroup(context, id);
    const updatedAt = changeTime(context, row, input.updateTime);
    await checkName(context, 'GROUP', name, 'groupName', row);
    const before = (await membersOf(context, [row])).get(id) ?? [];
    const former = new Set(before.map((one) => one.id));
    const templates = await chosenTemplates(context, templateIds, businessType, former);
    const changes = changesOf(
      { name: row.name, businessType: row.businessType, templates: templateNames(before) },
      { name, businessType, templates: templateNames(templates) },
    );
    const sameOrder = before.map((one) => one.id).join(' ') === templateIds.join(' ');
    if (changes.length === 0 && sameOrder) return;
    await commit(
      context,
      [stillAsRead('GROUP', row)],
      [
        db
          .update(templateGroup)
          .set({ name, businessType, updatedBy: actor.accountId, updatedAt })
          .where(eq(templateGroup.id, id)),
        db.delete(templateGroupMember).where(eq(templateGroupMember.groupId, id)),
        db.insert(templateGroupMember).values(memberRows(id, templateIds)),
        recordPart(context, { kind: 'GROUP', partId: id, name, record: 'CHANGED', changes }),
      ],
    );
  };
  await named(name, 'groupName', () => withRetry(update));
  return null;
}

/** Removes a group; its templates stay. Throws NOT_FOUND. */
export async function removeGroup(
  { id }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  await withRetry(async () => {
    const row = await ownGroup(context, id);
    await commit(
      context,
      [stillAsRead('GROUP', row)],
      [
        db.delete(templateGroupMember).where(eq(templateGroupMember.groupId, id)),
        db.delete(templateGroup).where(eq(templateGroup.id, id)),
        recordPart(context, { kind: 'GROUP', partId: id, name: row.name, record: 'REMOVED' }),
      ],
    );
  });
  return null;
}

async function readGroups(
  { db, actor }: SignedInContext,
  input: ParsedInputOf<typeof listUsableCall>,
  by: typeof templateGroup.createdAt | typeof templateGroup.updatedAt,
  order: readonly SQL[] = [],
) {
  const own = eq(templateGroup.ownerKey, actor.ownerKey);
  const where = and(
    own,
    containsIf(templateGroup.name, input.groupName),
    isIf(templateGroup.businessType, input.businessType),
  );
  const { below, paging } = await belowRow(db, input, {
    table: templateGroup,
    by,
    key: templateGroup.id,
    own,
  });
  return readPage(
    db,
    paging,
    db
      .select()
      .from(templateGroup)
      .where(and(where, below))
      .orderBy(...order, desc(by), desc(templateGroup.id)),
    db.select({ n: count() }).from(templateGroup).where(where),
  );
}

async function ownGroup({ db, actor }: SignedInContext, id: string): Promise<Group> {
  const [row] = await db
    .select()
    .from(templateGroup)
    .where(and(eq(templateGroup.id, id), eq(templateGroup.ownerKey, actor.ownerKey)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

type Member = GroupMember & { versionId: string | null };

/** Templates of groups in their order, without details of templates that the enterprise can no longer access. */
async function membersOf(
  context: SignedInContext,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, Member[]>> {
  const { db } = context;
  const members = new Map<string, Member[]>(groups.map(({ id }) => [id, []]));
  if (groups.length === 0) return members;
  const rows = await db
    .select({
      groupId: templateGroupMember.groupId,
      templateId: templateGroupMember.templateId,
      row: template,
    })
    .from(templateGroupMember)
    .leftJoin(template, and(eq(template.id, templateGroupMember.templateId), reached(context)))
    .where(inArray(templateGroupMember.groupId, [...members.keys()]))
    .orderBy(asc(templateGroupMember.position));
  const types = new Map(groups.map(({ id, businessType }) => [id, businessType]));
  for (const { groupId, templateId, row } of rows)
    members.get(groupId)?.push({
      id: templateId,
      templateName: row?.name ?? '',
      templateType: row?.type ?? null,
      leftOut: whyLeftOut(row, types.get(groupId)),
      versionId: row?.versionId ?? null,
    });
  return members;
}

function whyLeftOut(row: Template | null, businessType: Group['businessType'] | undefined): LeftOut | null {
  if (!row) return 'GONE';
  if (row.businessType !== businessType) return 'OTHER_BUSINESS';
  return row.status === 'ENABLED' && row.versionId ? null : 'DISABLED';
}

const memberView = ({ versionId: _, ...member }: Member): GroupMember => member;

const factsOf = (row: Group, members: ReadonlyMap<string, Member[]>) => ({
  id: row.id,
  groupName: row.name,
  businessType: row.businessType,
  templates: (members.get(row.id) ?? []).map(memberView),
});

/**
 * Validates the templates chosen for a group, in their order: each once, accessible to the enterprise and of the
 * group's business type. Templates in `former` were members before and may be inaccessible by now: they stay until they
 * are removed explicitly.
 */
async function chosenTemplates(
  context: SignedInContext,
  ids: readonly string[],
  businessType: Group['businessType'],
  former: ReadonlySet<string> = new Set(),
): Promise<{ templateName: string }[]> {
  const rows = await context.db
    .select()
    .from(template)
    .where(and(inArray(template.id, [...ids]), reached(context)));
  const problems = ids.flatMap((id, i) => {
    const row = rows.find((one) => one.id === id);
    const problem =
      ids.indexOf(id) !== i
        ? 'templateRepeated'
        : row
          ? row.businessType === businessType
            ? undefined
            : 'templateOtherBusiness'
          : former.has(id)
            ? undefined
            : 'templateUnknown';
    return problem ? [{ path: `templateIds.${i}`, problem }] : [];
  });
  if (problems.length > 0) throw new InputRefused(problems);
  return ids.map((id) => ({ templateName: rows.find((one) => one.id === id)?.name ?? '' }));
}

const memberRows = (groupId: string, templateIds: readonly string[]) =>
  templateIds.map((templateId, position) => ({ groupId, templateId, position }));

const templateNames = (templates: readonly { templateName: string }[]): string =>
  templates.map(({ templateName }) => templateName || '—').join('、');
