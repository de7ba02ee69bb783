import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EmployeeImage, EmployeeRecord, EmployeeState } from '#core/employee/states.ts';
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
    createdAt: integer('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('employee_roster').on(t.enterpriseId, t.state, t.createdAt, t.id),
    index('employee_department').on(t.departmentId),
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
