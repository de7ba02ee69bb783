import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type * as calls from '#core/employee/onboarding-calls.ts';
import { FIELD_CATEGORIES, type FieldDefinition, presetFields } from '#core/employee/onboarding-fields.ts';
import { onboardingField, onboardingFieldRecord } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';

export type FieldSource = typeof onboardingField.$inferSelect;

export const definitionOf = ({
  name,
  category,
  type,
  length,
  options,
  required,
  shownTo,
}: FieldSource): FieldDefinition => ({ name, category, type, length, options, required, shownTo });

/** The fields in force of the enterprise acted for: by category, within one in their order. */
export async function readOnboardingFields({ db, actor }: SignedInContext): Promise<FieldSource[]> {
  const rows = await db
    .select()
    .from(onboardingField)
    .where(and(eq(onboardingField.enterpriseId, actor.entId), eq(onboardingField.state, 'ACTIVE')));
  const place = ({ category }: FieldSource) => FIELD_CATEGORIES.indexOf(category);
  return rows.toSorted(
    (a, b) =>
      place(a) - place(b) || a.position - b.position || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
}

/** Preset fields that are not there: neither the field itself nor, for one whose name is taken, its name. */
export function presetsLeft(rows: readonly FieldSource[], language: SignedInContext['language']) {
  const codes = new Set(rows.map(({ code }) => code));
  const names = new Set(rows.map(({ name }) => name));
  return presetFields(language).filter(({ code, field }) => !codes.has(code) && !names.has(field.name));
}

export async function listOnboardingFields(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listOnboardingFields>> {
  const rows = await readOnboardingFields(context);
  const names = await namesOf(
    context,
    rows.map(({ updatedBy }) => updatedBy),
  );
  return {
    fields: rows.map((row) => ({
      ...definitionOf(row),
      fieldId: row.id,
      version: row.version,
      preset: row.code !== '',
      code: row.code,
      operationTime: row.updatedAt,
      operator: names.get(row.updatedBy) ?? '',
    })),
    presetsLeft: presetsLeft(rows, context.language).length,
  };
}

/** Every change of the fields, the last first; of one moment, in a fixed order. */
export async function listOnboardingRecords(
  input: ParsedInputOf<typeof calls.listOnboardingRecords>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listOnboardingRecords>> {
  const { db, actor } = context;
  const where = eq(onboardingFieldRecord.enterpriseId, actor.entId);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select()
      .from(onboardingFieldRecord)
      .where(where)
      .orderBy(desc(onboardingFieldRecord.at), desc(onboardingFieldRecord.id)),
    db.select({ n: count() }).from(onboardingFieldRecord).where(where),
  );
  const names = await namesOf(
    context,
    rows.map(({ operatorId }) => operatorId),
  );
  return {
    records: rows.map(({ id, fieldId, version, at, record, operatorId, definition, changes }) => ({
      id,
      fieldId,
      version,
      at,
      record,
      name: definition.name,
      operator: names.get(operatorId) ?? '',
      changes,
    })),
    ...page,
  };
}
