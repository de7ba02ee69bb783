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
 * Somebody on an enterprise's roster ([3.2b]). What is personal lies in `sealed`, each value AES-GCM under the field key
 * and bound to its name and row; days are texts as 2026-11-22, empty where there is none.
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
    /** Keyed digests: the mobile's is the one that accounts are found by. */
    mobileIndex: text('mobile_index').notNull(),
    idNumberIndex: text('id_number_index').notNull(),
    /** All personal values but the name, which stands by itself because lists read and search it. */
    sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Last day of the ID document; empty for one without an end. */
    idExpiry: text('id_expiry').notNull().default(''),
    entryDate: text('entry_date').notNull(),
    /** Of the enterprise's departments; empty where they are in none. */
    departmentId: text('department_id').notNull().default(''),
    jobContent: text('job_content').notNull().default(''),
    workLocation: text('work_location').notNull().default(''),
    regularDate: text('regular_date').notNull().default(''),
    firstWorkDate: text('first_work_date').notNull().default(''),
    contractStart: text('contract_start').notNull().default(''),
    contractEnd: text('contract_end').notNull().default(''),
    departDate: text('depart_date').notNull().default(''),
    /** Since when only that they were employed is kept; null before. */
    erasedAt: integer('erased_at'),
    createdAt: integer('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('employee_roster').on(t.enterpriseId, t.state, t.createdAt, t.id),
    index('employee_department').on(t.departmentId),
    index('employee_left').on(t.departDate).where(sql`state = 'DEPARTED' and erased_at is null`),
    // Nobody is employed twice at once; who comes back has a row of their own.
    uniqueIndex('employee_mobile').on(t.enterpriseId, t.mobileIndex).where(sql`state = 'ACTIVE'`),
    uniqueIndex('employee_id_number').on(t.enterpriseId, t.idNumberIndex).where(sql`state = 'ACTIVE'`),
  ],
);

/** A picture of an employee's papers, stored under a key of its own: removing the row is removing the picture. */
export const employeeImage = sqliteTable(
  'employee_image',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    /** EDUCATION, RESIGNATION. */
    kind: text('kind').$type<EmployeeImage>().notNull(),
    fileKey: text('file_key').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    type: text('type').$type<PictureType>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('employee_image_kind').on(t.employeeId, t.kind)],
);

/** Who did and who looked at what of an employee: appended to, never edited; holds no values. */
export const employeeRecord = sqliteTable(
  'employee_record',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').$type<EmployeeRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    /** Sections or kinds of pictures that it concerns. */
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('employee_record_employee').on(t.employeeId, t.at)],
);

/** A move between departments: appended to, never edited. */
export const employeeTransfer = sqliteTable(
  'employee_transfer',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    /** Since when they are there. */
    day: text('day').notNull(),
    fromId: text('from_id').notNull(),
    toId: text('to_id').notNull(),
    /** Sealed, empty where none was given. */
    reasonSealed: text('reason_sealed').notNull().default(''),
    operatorId: text('operator_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('employee_transfer_employee').on(t.employeeId, t.at)],
);

/** What a field of an employee was and became: appended to, erased with what is erased of the employee. */
export const employeeChange = sqliteTable(
  'employee_change',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    employeeId: text('employee_id').notNull(),
    section: text('section').$type<Section>().notNull(),
    field: text('field').notNull(),
    /** Sealed, empty for nothing. */
    beforeSealed: text('before_sealed').notNull(),
    afterSealed: text('after_sealed').notNull(),
    operatorId: text('operator_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('employee_change_employee').on(t.employeeId, t.section, t.at)],
);

/** A sheet of employees that was imported. Its id is made by the device, so a part that is sent twice is kept once. */
export const employeeImport = sqliteTable(
  'employee_import',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    creatorId: text('creator_id').notNull(),
    fileName: text('file_name').notNull(),
    duplicates: text('duplicates').$type<Duplicates>().notNull(),
    /** As they were when it began: a change of the fields does not reach it. */
    columns: text('columns', { mode: 'json' }).$type<ImportColumn[]>().notNull(),
    rowNum: integer('row_num').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Since when all rows are here; null meanwhile. */
    startedAt: integer('started_at'),
    /** Since when none waits. */
    endedAt: integer('ended_at'),
    /** Whether whoever began it lost the right to before its end. */
    refused: integer('refused', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('employee_import_enterprise').on(t.enterpriseId, t.createdAt)],
);

/** A row of an import. The id is that of the employee whom it adds, so it adds one. */
export const employeeImportRow = sqliteTable(
  'employee_import_row',
  {
    id: text('id').primaryKey(),
    importId: text('import_id').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    /** In the sheet. */
    number: integer('number').notNull(),
    state: text('state').$type<ImportRowState>().notNull(),
    /** ImportRow as JSON, sealed; empty where nothing has to be mended any more. */
    cellsSealed: text('cells_sealed').notNull(),
    /** Of a failed row; none where it failed for no known reason. */
    problems: text('problems', { mode: 'json' }).$type<WrongCell[]>(),
    /** Whom it added or changed. */
    employeeId: text('employee_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('employee_import_row_number').on(t.importId, t.number),
    index('employee_import_row_state').on(t.importId, t.state, t.number),
    index('employee_import_row_failed').on(t.createdAt).where(sql`state = 'FAILED' and cells_sealed <> ''`),
  ],
);

/** What an enterprise asks newcomers for. A removed field keeps its row, and frees its name and its place. */
export const onboardingField = sqliteTable(
  'onboarding_field',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    state: text('state').$type<FieldState>().notNull().default('ACTIVE'),
    /** Which of the preset fields it is; empty for one of the enterprise's own. */
    code: text('code').notNull().default(''),
    name: text('name').notNull(),
    category: text('category').$type<FieldCategory>().notNull(),
    type: text('type').$type<OnboardingType>().notNull(),
    /** Most characters, of a number most digits; null where the type has a form of its own. */
    length: integer('length'),
    options: text('options', { mode: 'json' }).$type<string[]>().notNull(),
    required: integer('required', { mode: 'boolean' }).notNull(),
    shownTo: text('shown_to').$type<FieldReader>().notNull(),
    /** Place in its category. */
    position: integer('position').notNull(),
    /** Counts every change; its definition at that time is the line of the record with the same number. */
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
  },
  (t) => [
    uniqueIndex('onboarding_field_name').on(t.enterpriseId, t.name).where(sql`state = 'ACTIVE'`),
    uniqueIndex('onboarding_field_code')
      .on(t.enterpriseId, t.code)
      .where(sql`state = 'ACTIVE' and code <> ''`),
  ],
);

/**
 * Every version of a field, appended to and never edited: the record of changes, and what a newcomer's file refers to by
 * field and version, so that no later change reaches a file that was begun.
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
