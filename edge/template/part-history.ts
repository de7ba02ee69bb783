import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { OwnerType } from '#core/identity/states.ts';
import { GIVEN_NAMES } from '#core/template/given.ts';
import type { PartChange, PartKind, PartRecord, RecordKind } from '#core/template/parts.ts';
import {
  template,
  templateClause,
  templateField,
  templateGroup,
  templateRecord,
  templateRole,
  templateUse,
} from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** What roles and fields have in common: names of their own, somebody who made them, templates that use them. */

const TABLES = {
  ROLE: templateRole,
  FIELD: templateField,
  TEMPLATE: template,
  CLAUSE: templateClause,
  GROUP: templateGroup,
} as const;
type Row = typeof templateRole.$inferSelect | typeof templateField.$inferSelect;
/** What tells whether somebody changed a row since it was read. */
type Seen = { id: string; updatedAt: number };

interface RecordLine {
  kind: RecordKind;
  partId: string;
  name: string;
  record: PartRecord;
  changes?: PartChange[];
}

/** A line in the record of an enterprise's roles, fields, templates and clauses; `operatorId` is empty where time did it. */
export const recordLine = (
  { db, now, newId }: Pick<Context, 'db' | 'now' | 'newId'>,
  { changes = [], ...line }: RecordLine & { ownerKey: string; operatorId: string },
): Statement =>
  db.insert(templateRecord).values({
    id: newId(),
    at: now,
    remark: changes.length > 0 ? JSON.stringify(changes) : '',
    ...line,
  });

/** A line of what the actor did; `ownerKey` tells whose it is, where another organization changes it. */
export const recordPart = (context: SignedInContext, line: RecordLine & { ownerKey?: string }): Statement =>
  recordLine(context, {
    ownerKey: context.actor.ownerKey,
    operatorId: context.actor.accountId,
    ...line,
  });

/** Who made and changed a part, as the wire has it. */
export const historyOf = (row: Row, names: ReadonlyMap<string, string>) => ({
  createUserName: names.get(row.createdBy) ?? '',
  createTime: row.createdAt,
  updateBy: row.updatedBy,
  updateUserName: names.get(row.updatedBy) ?? '',
  updateTime: row.updatedAt,
  ownerType: row.ownerType,
  editable: true,
});

/** The same of what the system gives: nobody made it, and nobody changes it. */
export const givenHistory = (ownerType: OwnerType) => ({
  createUserName: '',
  createTime: null,
  updateBy: '',
  updateUserName: '',
  updateTime: null,
  ownerType,
  editable: false,
});

/** Throws TEMPLATE_NAME_TAKEN at `field` where another part of the kind, or the system's, has the name. */
export async function checkName(
  { db, actor }: SignedInContext,
  kind: RecordKind,
  name: string,
  field: string,
  { id: ownId, ownerKey }: { id: string; ownerKey: string } = { id: '', ownerKey: actor.ownerKey },
): Promise<void> {
  const table = TABLES[kind];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.ownerKey, ownerKey), eq(table.name, name)));
  const given = (kind === 'ROLE' || kind === 'FIELD') && GIVEN_NAMES[kind].has(name);
  if (given || rows.some(({ id }) => id !== ownId))
    throw new AppError('TEMPLATE_NAME_TAKEN', { name }, field);
}

/** Writes a part under a name that somebody else may have taken since it was looked for: TEMPLATE_NAME_TAKEN at `field`. */
export async function named(name: string, field: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('TEMPLATE_NAME_TAKEN', { name }, field);
    throw error;
  }
}

/** Whose a new part is, and who made it. */
export const newPart = ({ actor, now }: SignedInContext) => ({
  ownerKey: actor.ownerKey,
  ownerType: actor.entOwnerType,
  createdBy: actor.accountId,
  createdAt: now,
  updatedBy: actor.accountId,
  updatedAt: now,
});

/** Writes `more` new parts, if there is room for them. Throws TEMPLATE_PARTS_FULL. */
export async function addParts(
  context: SignedInContext,
  kind: RecordKind,
  more: number,
  statements: Statement[],
): Promise<void> {
  const table = TABLES[kind];
  const room = sql`select 1 where (select count(*) from ${table} where ${table.ownerKey} = ${context.actor.ownerKey}) <= ${LIMITS.templateParts - more}`;
  await commit(
    context,
    [room],
    statements,
    new AppError('TEMPLATE_PARTS_FULL', { max: LIMITS.templateParts }),
  );
}

/** Throws TEMPLATE_PART_IN_USE where a template refers to the part. */
export async function checkUnused(
  { db }: SignedInContext,
  kind: PartKind,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const [row] = await db.select({ n: count() }).from(templateUse).where(usesOf(kind, id));
  if (row?.n) throw new AppError('TEMPLATE_PART_IN_USE', { name, count: row.n });
}

const usesOf = (kind: PartKind, id: string) => and(eq(templateUse.kind, kind), eq(templateUse.partId, id));

/** Guard: no template refers to the part yet. */
export const stillUnused = (kind: PartKind, id: string): SQL =>
  sql`select 1 where not exists (select 1 from ${templateUse} where ${usesOf(kind, id)})`;

/** Guard: nobody changed the part since it was read. */
export const stillAsRead = (kind: RecordKind, { id, updatedAt }: Seen): SQL => {
  const table = TABLES[kind];
  return sql`select 1 from ${table} where ${table.id} = ${id} and ${table.updatedAt} = ${updatedAt}`;
};

/** When a change of the part is: after the one before it, whatever the clock says. Throws CONFLICT for an old `seen`. */
export function changeTime({ now }: Pick<Context, 'now'>, row: Seen, seen: number | undefined): number {
  if (seen !== undefined && seen !== row.updatedAt) throw new AppError('CONFLICT');
  return Math.max(now, row.updatedAt + 1);
}
