import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type * as calls from '#core/employee/onboarding-calls.ts';
import {
  changesBetween,
  FIELD_LIMITS,
  FIELD_MACHINE,
  type FieldCategory,
  type FieldChange,
  type FieldDefinition,
  type FieldEvent,
  type FieldRecord,
  PRESET_STAYS,
} from '#core/employee/onboarding-fields.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { onboardingField, onboardingFieldRecord } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, GuardFailed, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { definitionOf, type FieldSource, presetsLeft, readOnboardingFields } from './onboarding-fields.ts';

/** A version of a field, as the record keeps it. */
const recordField = (
  { db, actor, now, newId }: SignedInContext,
  fieldId: string,
  version: number,
  record: FieldRecord,
  definition: FieldDefinition,
  changes: FieldChange[] = [],
): Statement =>
  db.insert(onboardingFieldRecord).values({
    id: newId(),
    enterpriseId: actor.entId,
    fieldId,
    version,
    at: now,
    record,
    operatorId: actor.accountId,
    definition,
    changes,
  });

/** A field of the enterprise, with all in force, and its state after the event. Throws ONBOARDING_FIELD_GONE. */
async function readField(context: SignedInContext, fieldId: string, event: FieldEvent) {
  const rows = await readOnboardingFields(context);
  const row = rows.find(({ id }) => id === fieldId);
  const state = row && next(FIELD_MACHINE, row.state, event);
  if (!row || !state) throw new AppError('ONBOARDING_FIELD_GONE');
  return { row, rows, state };
}

/** Guard: nobody changed the field since it was read, nor removed it. */
const fieldUnchanged = ({ id, version }: FieldSource): SQL =>
  sql`select 1 from ${onboardingField} where ${onboardingField.id} = ${id} and ${onboardingField.version} = ${version}`;

/** The place at the end of a category. */
const last = (rows: readonly FieldSource[], category: FieldCategory): number =>
  1 + Math.max(0, ...rows.filter((row) => row.category === category).map(({ position }) => position));

/** Statements that add a field with the first line of its record. */
function added(context: SignedInContext, field: FieldDefinition, position: number, code = '') {
  const { db, actor, now } = context;
  const id = context.newId();
  const statements: Statement[] = [
    db.insert(onboardingField).values({
      ...field,
      id,
      enterpriseId: actor.entId,
      code,
      position,
      createdAt: now,
      updatedAt: now,
      updatedBy: actor.accountId,
    }),
    recordField(context, id, 1, 'ADDED', field),
  ];
  return { id, statements };
}

/** Writes `more` new fields where there is room for them; of two at once the second counts the first. */
async function write(context: SignedInContext, more: number, statements: Statement[]): Promise<void> {
  const room = sql`select 1 where (select count(*) from ${onboardingField} where ${onboardingField.enterpriseId} = ${context.actor.entId} and ${onboardingField.state} = 'ACTIVE') <= ${FIELD_LIMITS.fields - more}`;
  await commit(
    context,
    [room],
    statements,
    new AppError('ONBOARDING_FIELDS_FULL', { max: FIELD_LIMITS.fields }),
  );
}

/** Carries a change out under a name that another field may have: then ONBOARDING_NAME_TAKEN. */
async function named(name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('ONBOARDING_NAME_TAKEN', { name }, 'field.name');
    throw error;
  }
}

/** Throws ONBOARDING_NAME_TAKEN, ONBOARDING_FIELDS_FULL. */
export async function addOnboardingField(
  { field }: ParsedInputOf<typeof calls.addOnboardingField>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.addOnboardingField>> {
  const rows = await readOnboardingFields(context);
  const { id, statements } = added(context, field, last(rows, field.category));
  const answer = { fieldId: id };
  await named(field.name, () => write(context, 1, [...statements, ...context.remember(answer)]));
  return answer;
}

/** Adds the preset fields that are not there, after those that are. Throws ONBOARDING_FIELDS_FULL. */
export function addPresetFields(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.addPresetFields>> {
  return withRetry(async () => {
    const rows = await readOnboardingFields(context);
    const presets = presetsLeft(rows, context.language);
    const answer = { added: presets.length };
    const statements = presets.flatMap(
      ({ code, field }, i) => added(context, field, last(rows, field.category) + i, code).statements,
    );
    try {
      await write(context, presets.length, [...statements, ...context.remember(answer)]);
    } catch (error) {
      // Somebody else added some of them meanwhile: what is left is looked for anew.
      if (presets.length > 0 && isUniqueError(error)) throw new GuardFailed();
      throw error;
    }
    return answer;
  });
}

/**
 * Changes a field for files that are begun from now on. One that goes to another category stands at its end. Throws
 * ONBOARDING_FIELD_CHANGED where somebody was quicker, ONBOARDING_FIELD_GONE, ONBOARDING_NAME_TAKEN.
 */
export async function changeOnboardingField(
  { fieldId, version, field }: ParsedInputOf<typeof calls.changeOnboardingField>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.changeOnboardingField>> {
  const { row, rows } = await readField(context, fieldId, 'change');
  if (row.version !== version) throw new AppError('ONBOARDING_FIELD_CHANGED');
  const fixed = (['category', 'type'] as const).filter((what) => row.code && row[what] !== field[what]);
  if (fixed.length > 0)
    throw new InputRefused(fixed.map((what) => ({ path: `field.${what}`, problem: PRESET_STAYS })));
  const changes = changesBetween(definitionOf(row), field);
  if (changes.length === 0) return { version };
  const { db, actor, now } = context;
  const position = field.category === row.category ? row.position : last(rows, field.category);
  await named(field.name, () =>
    commit(
      context,
      [fieldUnchanged(row)],
      [
        db
          .update(onboardingField)
          .set({ ...field, position, version: version + 1, updatedAt: now, updatedBy: actor.accountId })
          .where(eq(onboardingField.id, fieldId)),
        recordField(context, fieldId, version + 1, 'CHANGED', field, changes),
      ],
      new AppError('ONBOARDING_FIELD_CHANGED'),
    ),
  );
  return { version: version + 1 };
}

/**
 * Puts a field before another one of its category, or at the end where that one is not there. All of the category get
 * their places anew. Throws ONBOARDING_FIELD_GONE.
 */
export function moveOnboardingField(
  { fieldId, beforeId }: ParsedInputOf<typeof calls.moveOnboardingField>,
  context: SignedInContext,
): Promise<null> {
  return withRetry(async () => {
    const { db, actor, now } = context;
    const { row, rows } = await readField(context, fieldId, 'move');
    if (beforeId === fieldId) return null;
    const siblings = rows.filter(({ category }) => category === row.category).map(({ id }) => id);
    const order = siblings.filter((id) => id !== fieldId);
    const place = order.indexOf(beforeId);
    order.splice(place < 0 ? order.length : place, 0, fieldId);
    if (order.every((id, i) => id === siblings[i])) return null;
    const version = row.version + 1;
    await commit(
      context,
      [fieldUnchanged(row)],
      [
        ...order.map((id, i) =>
          db
            .update(onboardingField)
            .set({ position: i + 1 })
            .where(and(eq(onboardingField.id, id), eq(onboardingField.enterpriseId, actor.entId))),
        ),
        db
          .update(onboardingField)
          .set({ version, updatedAt: now, updatedBy: actor.accountId })
          .where(eq(onboardingField.id, fieldId)),
        recordField(context, fieldId, version, 'MOVED', definitionOf(row)),
      ],
    );
    return null;
  });
}

/** Takes a field out of force; its name is free again. Throws ONBOARDING_FIELD_GONE. */
export function removeOnboardingField(
  { fieldId }: ParsedInputOf<typeof calls.removeOnboardingField>,
  context: SignedInContext,
): Promise<null> {
  return withRetry(async () => {
    const { db, actor, now } = context;
    const { row, state } = await readField(context, fieldId, 'remove');
    const version = row.version + 1;
    await commit(
      context,
      [fieldUnchanged(row)],
      [
        db
          .update(onboardingField)
          .set({ state, version, updatedAt: now, updatedBy: actor.accountId })
          .where(eq(onboardingField.id, fieldId)),
        recordField(context, fieldId, version, 'REMOVED', definitionOf(row)),
      ],
    );
    return null;
  });
}
