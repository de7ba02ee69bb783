import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Role } from '#core/call.ts';
import type { BusinessType } from '#core/company/business-types.ts';
import type { AdminState, EnterpriseAuth, EnterpriseBusiness, JoinState } from '#core/company/states.ts';
import type { OwnerType } from '#core/identity/states.ts';
import type { ReminderSchedule } from '#core/task/reminders.ts';

export const enterprise = sqliteTable(
  'enterprise',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The name in the form in which names are compared (core/identity/compare-names.ts); triggers keep it. */
    nameKey: text('name_key').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    /** Unified social credit code; for Hong Kong enterprises the company registration number. */
    creditCode: text('credit_code').notNull().default(''),
    /** Company registration number. */
    companyNumber: text('company_number').notNull().default(''),
    /** Business registration number. */
    businessNumber: text('business_number').notNull().default(''),
    ownerType: text('owner_type').$type<OwnerType>().notNull().default('OUTSIDE'),
    nodeType: text('node_type').notNull().default('ENTERPRISE-ENTERPRISE'),
    parentId: text('parent_id'),
    authStatus: text('auth_status').$type<EnterpriseAuth>().notNull().default('UNAUTH'),
    businessStatus: text('business_status').$type<EnterpriseBusiness>().notNull().default('PENDING_REVIEW'),
    /** Business edition: enables template roles and fields ([6.6g]). */
    isBiz: integer('is_biz', { mode: 'boolean' }).notNull().default(false),
    administratorId: text('administrator_id'),
    /** When signers of its contracts are reminded, where the sender chooses nothing else; null: never. */
    reminders: text('reminders', { mode: 'json' }).$type<ReminderSchedule>(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('enterprise_name').on(t.name),
    index('enterprise_name_key').on(t.nameKey),
    index('enterprise_parent').on(t.parentId),
    index('enterprise_administrator').on(t.administratorId),
    index('enterprise_credit_code').on(t.creditCode),
  ],
);

/** Membership of a person in an enterprise ([6.1], [6.2b]). */
export const member = sqliteTable(
  'member',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    accountId: text('account_id').notNull(),
    /** JSON array of Role. */
    roles: text('roles', { mode: 'json' }).$type<Role[]>().notNull(),
    /** JSON array of business types; null for all. */
    businessTypes: text('business_types', { mode: 'json' }).$type<BusinessType[] | null>(),
    /** Empty without a department. */
    departmentId: text('department_id').notNull().default(''),
    /** Whether the member manages the roster without access to salaries; ignored for administrators. */
    salaryWithheld: integer('salary_withheld', { mode: 'boolean' }).notNull().default(false),
    joinedAt: integer('joined_at').notNull(),
    leftAt: integer('left_at'),
  },
  (t) => [
    uniqueIndex('member_pair').on(t.enterpriseId, t.accountId),
    index('member_account').on(t.accountId),
    // For paging through an enterprise's members by joining time.
    index('member_joined').on(t.enterpriseId, t.joinedAt, t.id).where(sql`left_at is null`),
    index('member_department').on(t.departmentId),
  ],
);

/** A department, one node of the enterprise's tree ([3.22a]). Closed ones are kept for people who left from them. */
export const department = sqliteTable(
  'department',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Empty for top-level departments. */
    parentId: text('parent_id').notNull().default(''),
    name: text('name').notNull(),
    /** Account of the member who heads it; empty if there is none. */
    headId: text('head_id').notNull().default(''),
    /** Sort position among its siblings. */
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
  },
  (t) => [
    uniqueIndex('department_name').on(t.enterpriseId, t.parentId, t.name).where(sql`closed_at is null`),
    index('department_parent').on(t.parentId),
    index('department_enterprise').on(t.enterpriseId),
  ],
);

/** A person's application to join an enterprise ([3.20], [4.9a]); at most one pending per person and enterprise. */
export const joinApplication = sqliteTable(
  'join_application',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    accountId: text('account_id').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<JoinState>().notNull().default('PENDING'),
    /** Reason for a rejection. */
    remark: text('remark').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('join_application_open').on(t.enterpriseId, t.accountId).where(sql`state = 'PENDING'`),
    index('join_application_enterprise').on(t.enterpriseId, t.state, t.createdAt),
    index('join_application_account').on(t.accountId, t.createdAt),
  ],
);

/** A member's application to become the enterprise's administrator ([4.9b]). */
export const adminApplication = sqliteTable(
  'admin_application',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    accountId: text('account_id').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<AdminState>().notNull().default('TO_APPROVE'),
    remark: text('remark').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('admin_application_open').on(t.enterpriseId, t.accountId).where(sql`state = 'TO_APPROVE'`),
    index('admin_application_enterprise').on(t.enterpriseId, t.state, t.createdAt),
    index('admin_application_account').on(t.accountId, t.createdAt),
    index('admin_application_state').on(t.state, t.createdAt),
  ],
);

/** Audit trail of changes to an enterprise's members. Append-only. */
export const companyRecord = sqliteTable(
  'company_record',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').notNull(),
    operatorId: text('operator_id').notNull(),
    /** The person concerned. */
    subjectId: text('subject_id').notNull().default(''),
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('company_record_enterprise').on(t.enterpriseId, t.at)],
);
