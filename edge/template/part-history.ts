import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { OwnerType } from '#core/identity/states.ts';
import type { PartChange, PartKind, PartRecord, RecordKind } from '#core/template/parts.ts';
import { STANDARD_NAMES } from '#core/template/standard-parts.ts';
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

/** Tables of the kinds of parts. All have a name unique per owner, a creator and the last change. */
const TABLES = {
  ROLE: templateRole,
  FIELD: templateField,
  TEMPLATE: template,
  CLAUSE: templateClause,
  GROUP: templateGroup,
} as const;
type Row = typeof templateRole.$inferSelect | typeof templateField.$inferSelect;
/** Version of a row as read, for optimistic locking. */
type SeenVersion = { id: string; updatedAt: number };

interface RecordLine {
  kind: RecordKind;
  partId: string;
  name: string;
  record: PartRecord;
  changes?: PartChange[];
}

/**
 * An entry in the change history of an enterprise's roles, fields, templates and clauses; `operatorId` is empty for
 * automatic changes.
 */
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

/** An entry for an act of the actor; `ownerKey` is set if another organization made the change. */
export const recordPart = (context: SignedInContext, line: RecordLine & { ownerKey?: string }): Statement =>
  recordLine(context, {
    ownerKey: context.actor.ownerKey,
    operatorId: context.actor.accountId,
    ...line,
  });

/** Creator and last editor of a part, in wire format. */
export const historyOf = (row: Row, names: ReadonlyMap<string, string>) => ({
  createUserName: names.get(row.createdBy) ?? '',
  createTime: row.createdAt,
  updateBy: row.updatedBy,
  updateUserName: names.get(row.updatedBy) ?? '',
  updateTime: row.updatedAt,
  ownerType: row.ownerType,
  editable: true,
});

/** The same for built-in parts, which have neither. */
export const standardHistory = (ownerType: OwnerType) => ({
  createUserName: '',
  createTime: null,
  updateBy: '',
  updateUserName: '',
  updateTime: null,
  ownerType,
  editable: false,
});

/** Throws TEMPLATE_NAME_TAKEN at `field` if another part of the kind, own or built-in, has the name. */
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
  const isStandard = (kind === 'ROLE' || kind === 'FIELD') && STANDARD_NAMES[kind].has(name);
  if (isStandard || rows.some(({ id }) => id !== ownId))
    throw new AppError('TEMPLATE_NAME_TAKEN', { name }, field);
}

/**
 * Runs a write and converts a unique violation to TEMPLATE_NAME_TAKEN at `field`: the name may have been taken since
 * the check.
 */
export async function named(name: string, field: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('TEMPLATE_NAME_TAKEN', { name }, field);
    throw error;
  }
}

/** Owner and creator of a new part. */
export const newPart = ({ actor, now }: SignedInContext) => ({
  ownerKey: actor.ownerKey,
  ownerType: actor.entOwnerType,
  createdBy: actor.accountId,
  createdAt: now,
  updatedBy: actor.accountId,
  updatedAt: now,
});

/** Inserts `more` new parts. Throws TEMPLATE_PARTS_FULL if that exceeds the limit. */
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

/** Throws TEMPLATE_PART_IN_USE if a template refers to the part. */
export async function checkUnused(
  { db }: SignedInContext,
  kind: PartKind,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const [row] = await db.select({ n: count() }).from(templateUse).where(usesOf(kind, id));
  if (row?.n) throw new AppError('TEMPLATE_PART_IN_USE', { name, count: row.n });
}

const usesOf = (kind: PartKind, id: string) => and(eq(templateUse.kind, kind), eq(templateUse.partId, id));

/** Guard: still no template refers to the part. */
export const stillUnused = (kind: PartKind, id: string): SQL =>
  sql`select 1 where not exists (select 1 from ${templateUse} where ${usesOf(kind, id)})`;

/** Guard: the part is unchanged since it was read. */
export const stillAsRead = (kind: RecordKind, { id, updatedAt }: SeenVersion): SQL => {
  const table = TABLES[kind];
  return sql`select 1 from ${table} where ${table.id} = ${id} and ${table.updatedAt} = ${updatedAt}`;
};

/** Time of a change: later than the previous one even if the clock went back. Throws CONFLICT if `seen` is outdated. */
export function changeTime(
  { now }: Pick<Context, 'now'>,
  row: SeenVersion,
  seen: number | undefined,
): number {
  if (seen !== undefined && seen !== row.updatedAt) throw new AppError('CONFLICT');
  return Math.max(now, row.updatedAt + 1);
}
