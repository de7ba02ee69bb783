import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { SenderRole } from '#core/autosign/opening.ts';
import type { BusinessType } from '#core/company/business-types.ts';
import type { Language } from '#core/locales/languages.ts';
import type { Consent } from '#core/task/calls.ts';

/** An enterprise's agreement that tasks are signed automatically with one of its seals, within limits. */
export const autoSign = sqliteTable(
  'auto_sign',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    sealId: text('seal_id').notNull(),
    /** Null for all. */
    businessTypes: text('business_types', { mode: 'json' }).$type<BusinessType[]>(),
    senderRoles: text('sender_roles', { mode: 'json' }).$type<SenderRole[]>(),
    dailyLimit: integer('daily_limit').notNull(),
    until: integer('until').notNull(),
    /** Paragraphs of the agreement in the language read, and the digest that also covers the scope. */
    agreement: text('agreement', { mode: 'json' }).$type<string[]>().notNull(),
    language: text('language').$type<Language>().notNull(),
    digest: text('digest').notNull(),
    /** How the administrator proved their willingness. */
    method: text('method').$type<Consent['method']>().notNull(),
    openedBy: text('opened_by').notNull(),
    openedAt: integer('opened_at').notNull(),
    endedBy: text('ended_by').notNull().default(''),
    endedAt: integer('ended_at'),
  },
  (t) => [
    index('auto_sign_enterprise').on(t.enterpriseId, t.openedAt),
    index('auto_sign_seal').on(t.sealId, t.endedAt),
  ],
);

/** A signature that was made automatically under an opening; counts towards its daily limit. */
export const autoSignUse = sqliteTable(
  'auto_sign_use',
  {
    openingId: text('opening_id').notNull(),
    signerId: text('signer_id').notNull(),
    taskId: text('task_id').notNull(),
    signedAt: integer('signed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.openingId, t.signerId] }),
    index('auto_sign_use_day').on(t.openingId, t.signedAt),
  ],
);
