import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction, AuditTarget } from '#core/platform/audit.ts';

/** Audit log of privileged acts and of access to personal data. Append-only; contains none of the data accessed. */
export const auditEntry = sqliteTable(
  'audit_entry',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    /** PERSON, ENTERPRISE, APPLICATION, PHOTO. */
    targetKind: text('target_kind').$type<AuditTarget>().notNull(),
    targetId: text('target_id').notNull(),
    targetName: text('target_name').notNull().default(''),
    remark: text('remark').notNull().default(''),
  },
  (t) => [
    index('audit_entry_time').on(t.at, t.id),
    index('audit_entry_actor').on(t.actorId, t.at),
    index('audit_entry_target').on(t.targetId, t.at),
    index('audit_entry_action').on(t.action, t.at),
  ],
);
