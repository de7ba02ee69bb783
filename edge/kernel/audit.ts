import type { AuditAction, AuditTarget } from '#core/platform/audit.ts';
import { auditEntry } from '#db/schema/index.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SignedInContext } from './context.ts';

export interface Audited {
  action: AuditAction;
  targetKind: AuditTarget;
  targetId: string;
  /** As it may be shown to every reviewer: never a number. */
  targetName?: string;
  remark?: string;
}

/** A line of the audit log, to be written with the act that it tells of, or before a look at something. */
export const auditOf = (context: SignedInContext, entry: Audited): Statement =>
  context.db.insert(auditEntry).values({
    id: context.newId(),
    at: context.now,
    actorId: context.actor.accountId,
    actorName: context.actor.name,
    ...entry,
  });
