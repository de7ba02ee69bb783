import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ImportColumn } from '#core/employee/import-columns.ts';
import type { WrongCell } from '#core/employee/judge-row.ts';
import type {
  FieldCategory,
  FieldChange,
  FieldDefinition,
  FieldReader,
  FieldRecord,
  FieldState,
  OnboardingType,
} from '#core/employee/onboarding-fields.ts';
import type { Section } from '#core/employee/sections.ts';
import type {
  Duplicates,
  EmployeeImage,
  EmployeeRecord,
  EmployeeState,
  ImportRowState,
} from '#core/employee/states.ts';
import type { PictureType } from '#core/realname/clean-picture.ts';
import type { IdType } from '#core/validate/id-number.ts';

/**
 * A person on an enterprise's roster ([3.2b]). Personal data is in `sealed`, each value encrypted with AES-GCM under
 * the field key and bound to its name and row. Days are texts such as 2026-11-22; empty if not set.
 */
export const employee = sqliteTable(
  'employee',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    /** ACTIVE, DEPARTED. */
    state: text('state').$type<EmployeeState>().notNull().default('ACTIVE'),
    nameSealed: text('name_sealed').notNull(),
    idType: text('id_type').$type<IdType>().notNull(),
    /** Keyed digests for look-ups; the mobile's is the same as in `account`. */
    mobileIndex: text('mobile_index').notNull(),
    idNumberIndex: text('id_number_index').notNull(),
    /** All personal values except the name, which has its own column because lists read and search it. */
    sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Last day of the ID document's validity; empty if it does not expire. */
    idExpiry: text('id_expiry').notNull().default(''),
    entryDate: text('entry_date').notNull(),
    /** Department in the enterprise; empty without one. */
    departmentId: text('department_id').notNull().default(''),
    jobContent: text('job_content').notNull().default(''),
    workLocation: text('work_location').notNull().default(''),
    regularDate: text('regular_date').notNull().default(''),
    firstWorkDate: text('first_work_date').notNull().default(''),
    contractStart: text('contract_start').notNull().default(''),
    contractEnd: text('contract_end').notNull().default(''),
    departDate: text('depart_date').notNull().default(''),
    /** When personal data was erased, so that only the fact of employment is kept; null before. */
    erasedAt: integer('erased_at'),
    createdAt: integer('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('employee_roster').on(t.enterpriseId, t.state, t.createdAt, t.id),
    index('employee_department').on(t.departmentId),
    index('employee_left').on(t.departDate).where(sql`state = 'DEPARTED' and erased_at is null`),
    // A person is employed once at a time; a re-hired person gets a new row.
    uniqueIndex('employee_mobile').on(t.enterpriseId, t.mobileIndex).where(sql`state = 'ACTIVE'`),
    uniqueIndex('employee_id_number').on(t.enterpriseId, t.idNumberIndex).where(sql`state = 'ACTIVE'`),
  ],
);

/** A picture of an employee's documents, encrypted with its own key: deleting the row makes the picture unreadable. */
export const employeeImage = sqliteTable(
  'employee_image',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    /** EDUCATION, RESIGNATION, PAPER. */
    kind: text('kind').$type<EmployeeImage>().notNull(),
    /** Name of another paper; empty for the two that have their place. */
    name: text('name').notNull().default(''),
    /** Last day of validity; empty if it does not expire. */
    expiry: text('expiry').notNull().default(''),
    fileKey: text('file_key').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    type: text('type').$type<PictureType>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('employee_image_named').on(t.employeeId, t.kind, t.name),
    index('employee_image_expiry').on(t.enterpriseId, t.expiry).where(sql`expiry <> ''`),
  ],
);

/** Audit trail of changes to and access to an employee's data. Append-only; contains no values. */
export const employeeRecord = sqliteTable(
  'employee_record',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').$type<EmployeeRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    /** Sections or kinds of pictures concerned. */
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('employee_record_employee').on(t.employeeId, t.at)],
);

/** A transfer between departments. Append-only. */
export const employeeTransfer = sqliteTable(
  'employee_transfer',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    /** First day in the new department. */
    day: text('day').notNull(),
    fromId: text('from_id').notNull(),
    toId: text('to_id').notNull(),
    /** Encrypted; empty without a reason. */
    reasonSealed: text('reason_sealed').notNull().default(''),
    operatorId: text('operator_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('employee_transfer_employee').on(t.employeeId, t.at)],
);

/** Old and new value of an employee's field. Append-only, but erased together with the employee's data. */
export const employeeChange = sqliteTable(
  'employee_change',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    section: text('section').$type<Section>().notNull(),
    field: text('field').notNull(),
    /** Encrypted; empty for no value. */
    beforeSealed: text('before_sealed').notNull(),
    afterSealed: text('after_sealed').notNull(),
    operatorId: text('operator_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('employee_change_employee').on(t.employeeId, t.section, t.at)],
);

/** An import of an employee sheet. The client generates the id, so a part sent twice is stored once. */
export const employeeImport = sqliteTable(
  'employee_import',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    creatorId: text('creator_id').notNull(),
    fileName: text('file_name').notNull(),
    duplicates: text('duplicates').$type<Duplicates>().notNull(),
    /** Columns as of the start of the import: later changes of the fields do not affect it. */
    columns: text('columns', { mode: 'json' }).$type<ImportColumn[]>().notNull(),
    rowNum: integer('row_num').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When all rows had been uploaded; null until then. */
    startedAt: integer('started_at'),
    /** When no row was waiting any more; null until then. */
    endedAt: integer('ended_at'),
    /** Whether the importer lost the permission before the import ended. */
    refused: integer('refused', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('employee_import_enterprise').on(t.enterpriseId, t.createdAt),
    // Sheets that were not uploaded to their end.
    index('employee_import_open').on(t.createdAt).where(sql`started_at is null`),
  ],
);

/** A row of an import. Its id becomes the id of the added employee, so it adds at most one. */
export const employeeImportRow = sqliteTable(
  'employee_import_row',
  {
    id: text('id').primaryKey(),
    importId: text('import_id').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Row number in the sheet. */
    number: integer('number').notNull(),
    state: text('state').$type<ImportRowState>().notNull(),
    /** ImportRow as JSON, encrypted; empty once nothing is left to correct. */
    cellsSealed: text('cells_sealed').notNull(),
    /** Problems of a failed row; null if it failed with an unexpected error. */
    problems: text('problems', { mode: 'json' }).$type<WrongCell[]>(),
    /** The employee added or changed. */
    employeeId: text('employee_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('employee_import_row_number').on(t.importId, t.number),
    index('employee_import_row_state').on(t.importId, t.state, t.number),
    index('employee_import_row_failed').on(t.createdAt).where(sql`state = 'FAILED' and cells_sealed <> ''`),
  ],
);

/** A field of an enterprise's onboarding form. A removed field keeps its row but frees its name and position. */
export const onboardingField = sqliteTable(
  'onboarding_field',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    state: text('state').$type<FieldState>().notNull().default('ACTIVE'),
    /** Code of a preset field; empty for the enterprise's own fields. */
    code: text('code').notNull().default(''),
    name: text('name').notNull(),
    category: text('category').$type<FieldCategory>().notNull(),
    type: text('type').$type<OnboardingType>().notNull(),
    /** Maximum number of characters, for numbers of digits; null if the type has a fixed format. */
    length: integer('length'),
    options: text('options', { mode: 'json' }).$type<string[]>().notNull(),
    required: integer('required', { mode: 'boolean' }).notNull(),
    shownTo: text('shown_to').$type<FieldReader>().notNull(),
    /** Sort position in its category. */
    position: integer('position').notNull(),
    /** Incremented with every change; the record with the same version holds the definition at that time. */
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
  },
  (t) => [
    index('onboarding_field_enterprise').on(t.enterpriseId, t.state),
    uniqueIndex('onboarding_field_name').on(t.enterpriseId, t.name).where(sql`state = 'ACTIVE'`),
    uniqueIndex('onboarding_field_code')
      .on(t.enterpriseId, t.code)
      .where(sql`state = 'ACTIVE' and code <> ''`),
  ],
);

/**
 * All versions of a field, which is also the change history. Append-only. A newcomer's file refers to field and
 * version, so later changes do not affect a file in progress.
 */
export const onboardingFieldRecord = sqliteTable(
  'onboarding_field_record',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    fieldId: text('field_id').notNull(),
    version: integer('version').notNull(),
    at: integer('at').notNull(),
    record: text('record').$type<FieldRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    definition: text('definition', { mode: 'json' }).$type<FieldDefinition>().notNull(),
    changes: text('changes', { mode: 'json' }).$type<FieldChange[]>().notNull(),
  },
  (t) => [
    uniqueIndex('onboarding_field_version').on(t.fieldId, t.version),
    index('onboarding_field_record_enterprise').on(t.enterpriseId, t.at),
  ],
);
