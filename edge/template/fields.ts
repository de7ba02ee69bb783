import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { DICTIONARIES } from '#core/locales/dictionary-text.ts';
import type { Language } from '#core/locales/languages.ts';
import type {
  FieldRow,
  listFields as listCall,
  saveFields as saveCall,
  updateField as updateCall,
} from '#core/template/calls.ts';
import { changesOf, type FieldType } from '#core/template/parts.ts';
import { STANDARD_NAMES, standardFields } from '#core/template/standard-parts.ts';
import { templateField } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { needBusinessEdition } from '#edge/identity/business-edition.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { belowPart, isFound, ownSlice, ownThenStandard, partOrder } from './own-then-standard.ts';
import {
  addParts,
  changeTime,
  checkName,
  historyOf,
  named,
  newPart,
  recordPart,
  standardHistory,
  stillAsRead,
} from './part-history.ts';

const SORTABLE = {
  field_name: templateField.name,
  field_length: templateField.length,
  create_time: templateField.createdAt,
  update_time: templateField.updatedAt,
};

/** [7.5a] The enterprise's own fields, newest first, followed by the built-in ones. */
export async function listFields(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  await needBusinessEdition(context);
  const { db, actor } = context;
  const { fieldName: name, fieldType: types } = input;
  const ours = eq(templateField.ownerKey, actor.ownerKey);
  const where = and(
    ours,
    isIf(templateField.ownerType, input.ownerType),
    containsIf(templateField.name, name),
    types
      ? sql`exists (select 1 from json_each(${templateField.types}) where ${inArray(sql`json_each.value`, types)})`
      : undefined,
  );
  const all = standardFields(context.language);
  const { below, toCome, paging } = await belowPart(db, input, {
    table: templateField,
    own: ours,
    builtIn: all,
  });
  const { limit, offset } = ownSlice(paging);
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(templateField)
      .where(and(where, below))
      .orderBy(...orderBy(input, SORTABLE), ...partOrder(templateField))
      .limit(limit)
      .offset(offset),
    db.select({ n: count() }).from(templateField).where(where),
  ]);
  const names = await namesOf(
    context,
    rows.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]),
  );
  const own = rows.map(
    (row): FieldRow => ({
      id: row.id,
      fieldName: row.name,
      fieldLength: row.length,
      ...typesOf(row.types, context.language),
      isFront: 1,
      ...historyOf(row, names),
    }),
  );
  const ownerType = input.ownerType ?? actor.entOwnerType;
  const builtIn = all
    .filter((one) => ownerType === actor.entOwnerType && isFound(one.name, name))
    .filter((one) => !types || one.types.some((type) => types.includes(type)))
    .map(
      (one): FieldRow => ({
        id: one.id,
        fieldName: one.name,
        fieldLength: one.length,
        ...typesOf(one.types, context.language),
        isFront: 0,
        ...standardHistory(ownerType),
      }),
    );
  return ownThenStandard(paging, own, counted?.n ?? 0, builtIn, toCome);
}

/** [3.8] Type codes separated by commas, and their display names. */
const typesOf = (types: readonly FieldType[], language: Language) => ({
  fieldType: types.join(','),
  fieldTypeName: types
    .map((type) => DICTIONARIES[language].fieldType[type])
    .join(language === 'en-US' ? ', ' : '、'),
});

/** [7.5b] Adds all fields or none. Throws TEMPLATE_NAME_TAKEN at the first name already in use. */
export async function saveFields(
  { fieldList }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  await needBusinessEdition(context);
  const names = fieldList.map(({ fieldName }) => fieldName);
  await checkNames(context, names);
  const rows = fieldList.map(({ fieldName, fieldLength, fieldType }) => ({
    ...newPart(context),
    id: context.newId(),
    name: fieldName,
    length: fieldLength,
    types: fieldType,
  }));
  const answer = { ids: rows.map(({ id }) => id) };
  try {
    await addParts(context, 'FIELD', rows.length, [
      context.db.insert(templateField).values(rows),
      ...rows.map(({ id, name, length, types }) =>
        recordPart(context, {
          kind: 'FIELD',
          partId: id,
          name,
          record: 'ADDED',
          changes: changesOf({}, factsOf({ types, length })),
        }),
      ),
      ...context.remember(answer),
    ]);
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    // a name was taken concurrently: check again to find out which one
    await checkNames(context, names);
    throw error;
  }
  return answer;
}

/** Throws TEMPLATE_NAME_TAKEN at the first name that is repeated or in use. */
async function checkNames({ db, actor }: SignedInContext, names: readonly string[]): Promise<void> {
  const taken = await db
    .select({ name: templateField.name })
    .from(templateField)
    .where(and(eq(templateField.ownerKey, actor.ownerKey), inArray(templateField.name, [...names])));
  const others = new Set([...STANDARD_NAMES.FIELD, ...taken.map(({ name }) => name)]);
  const at = names.findIndex((name, i) => others.has(name) || names.indexOf(name) < i);
  if (at >= 0)
    throw new AppError('TEMPLATE_NAME_TAKEN', { name: names[at] ?? '' }, `fieldList.${at}.fieldName`);
}

/** [7.5c] Changes a field. Throws NOT_FOUND, CONFLICT, TEMPLATE_NAME_TAKEN. */
export async function updateField(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  await needBusinessEdition(context);
  const { db, actor } = context;
  const { fieldName: name, fieldLength: length, fieldType: types } = input;
  const update = async () => {
    const row = await readField(context, input.id);
    const updatedAt = changeTime(context, row, input.updateTime);
    await checkName(context, 'FIELD', name, 'fieldName', row);
    const changes = changesOf(factsOf(row), factsOf({ name, length, types }));
    if (changes.length === 0) return;
    await commit(
      context,
      [stillAsRead('FIELD', row)],
      [
        db
          .update(templateField)
          .set({ name, length, types, updatedBy: actor.accountId, updatedAt })
          .where(eq(templateField.id, row.id)),
        recordPart(context, { kind: 'FIELD', partId: row.id, name, record: 'CHANGED', changes }),
      ],
    );
  };
  await named(name, 'fieldName', () => withRetry(update));
  return null;
}

/** Reads one of the enterprise's own fields. Throws NOT_FOUND, also for built-in ones. */
async function readField({ db, actor }: SignedInContext, id: string) {
  const [row] = await db
    .select()
    .from(templateField)
    .where(and(eq(templateField.id, id), eq(templateField.ownerKey, actor.ownerKey)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Properties of a field that the change history compares. */
const factsOf = ({ name, length, types }: { name?: string; length: number; types: readonly string[] }) => ({
  ...(name === undefined ? {} : { name }),
  length: String(length),
  type: types.join(','),
});
