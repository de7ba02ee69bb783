import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ItemState, NewcomerEvent, NewcomerRecord } from '#core/employee/newcomer.ts';
import { NEWCOMER_MACHINE, OPEN_STATES } from '#core/employee/newcomer.ts';
import type { FieldDefinition } from '#core/employee/onboarding-fields.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import {
  newcomer,
  newcomerItem,
  newcomerRecord,
  onboardingField,
  onboardingFieldRecord,
} from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

export type NewcomerSource = typeof newcomer.$inferSelect;

/** One item with its field's definition at the time when the file was created. */
export interface ItemSource extends FieldDefinition {
  id: string;
  newcomerId: string;
  /** Which preset field it is; empty for one of the enterprise's own. */
  code: string;
  state: ItemState;
  valueSealed: string;
  reasonSealed: string;
}

/** A newcomer of the current enterprise. Throws NOT_FOUND for newcomers of others. */
export async function readNewcomer(
  { actor, db }: SignedInContext,
  newcomerId: string,
): Promise<NewcomerSource> {
  const [row] = await db
    .select()
    .from(newcomer)
    .where(and(eq(newcomer.id, newcomerId), eq(newcomer.enterpriseId, actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Like `readNewcomer`, for the version that the caller saw. Throws NEWCOMER_CHANGED if its state no longer allows `event`. */
export async function readForChange(
  context: SignedInContext,
  { newcomerId, version }: { newcomerId: string; version: number },
  event: NewcomerEvent,
) {
  const row = await readNewcomer(context, newcomerId);
  const state = next(NEWCOMER_MACHINE, row.state, event);
  if (row.version !== version || state === null) throw new AppError('NEWCOMER_CHANGED');
  return { row, state };
}

/** The caller's own open file. Throws NOT_FOUND for files of others, NEWCOMER_CLOSED after its end. */
export async function readOwnNewcomer(
  { actor, db }: SignedInContext,
  newcomerId: string,
): Promise<NewcomerSource> {
  const [row] = await db
    .select()
    .from(newcomer)
    .where(and(eq(newcomer.id, newcomerId), eq(newcomer.accountId, actor.accountId)));
  if (!row) throw new AppError('NOT_FOUND');
  if (!OPEN_STATES.includes(row.state)) throw new AppError('NEWCOMER_CLOSED');
  return row;
}

/** Guard: the file was not changed since the row was read. */
export const newcomerUnchanged = ({ id, version }: Pick<NewcomerSource, 'id' | 'version'>) =>
  sql`select 1 from ${newcomer} where ${newcomer.id} = ${id} and ${newcomer.version} = ${version}`;

/** Updates columns of a file and increments its version; a new state starts now. */
export const changeNewcomer = (
  { db, now }: Context,
  row: NewcomerSource,
  set: Partial<typeof newcomer.$inferInsert>,
): Statement =>
  db
    .update(newcomer)
    .set({
      ...set,
      ...(set.state && set.state !== row.state ? { since: now } : {}),
      version: row.version + 1,
    })
    .where(eq(newcomer.id, row.id));

/** Materials of some files, in the order of the form. */
export const readItems = ({ db }: Pick<Context, 'db'>, newcomerIds: readonly string[]) =>
  db
    .select({
      item: newcomerItem,
      definition: onboardingFieldRecord.definition,
      code: onboardingField.code,
    })
    .from(newcomerItem)
    .innerJoin(
      onboardingFieldRecord,
      and(
        eq(onboardingFieldRecord.fieldId, newcomerItem.fieldId),
        eq(onboardingFieldRecord.version, newcomerItem.fieldVersion),
      ),
    )
    .innerJoin(onboardingField, eq(onboardingField.id, newcomerItem.fieldId))
    .where(inArray(newcomerItem.newcomerId, [...newcomerIds]))
    .orderBy(asc(newcomerItem.position))
    .then((rows) =>
      rows.map(
        ({ item, definition, code }): ItemSource => ({
          ...definition,
          id: item.id,
          newcomerId: item.newcomerId,
          code,
          state: item.state,
          valueSealed: item.valueSealed,
          reasonSealed: item.reasonSealed,
        }),
      ),
    );

type Keys = Pick<Context, 'keys'>;
const VALUE = 'newcomerValue';
const REASON = 'newcomerReason';

/** A value of an item for its column; empty for none. */
export const sealValue = ({ keys }: Keys, itemId: string, value: string): Promise<string> | string =>
  value === '' ? '' : keys.sealField(value, `${VALUE}:${itemId}`);
export const openValue = ({ keys }: Keys, { id, valueSealed }: ItemSource): Promise<string> | string =>
  valueSealed === '' ? '' : keys.openField(valueSealed, `${VALUE}:${id}`);
export const sealReason = ({ keys }: Keys, itemId: string, reason: string): Promise<string> | string =>
  reason === '' ? '' : keys.sealField(reason, `${REASON}:${itemId}`);
export const openReason = ({ keys }: Keys, { id, reasonSealed }: ItemSource): Promise<string> | string =>
  reasonSealed === '' ? '' : keys.openField(reasonSealed, `${REASON}:${id}`);

export const openNewcomerName = (
  { keys }: Keys,
  row: Pick<NewcomerSource, 'id' | 'nameSealed'>,
): Promise<string> => keys.openField(row.nameSealed, `realName:${row.id}`);

/** `mobile` or `idNumber` of a newcomer in full; empty once the file was erased. */
export const openNewcomerField = (
  { keys }: Keys,
  row: NewcomerSource,
  name: 'mobile' | 'idNumber',
): Promise<string> => {
  const sealed = row.sealed[name];
  return sealed ? keys.openField(sealed, `${name}:${row.id}`) : Promise.resolve('');
};

/** A row of the file's history. */
export const recordNewcomer = (
  context: SignedInContext,
  { id, enterpriseId }: Pick<NewcomerSource, 'id' | 'enterpriseId'>,
  record: NewcomerRecord,
  remark = '',
): Statement =>
  context.db.insert(newcomerRecord).values({
    id: context.newId(),
    enterpriseId,
    newcomerId: id,
    at: context.now,
    record,
    operatorId: context.actor.accountId,
    remark,
  });
