import type { AuditAction, AuditTarget } from '#core/platform/audit.ts';
import { auditEntry } from '#db/schema/index.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SignedInContext } from './context.ts';

export interface AuditEntry {
  action: AuditAction;
  targetKind: AuditTarget;
  targetId: string;
  /** Display name that every reviewer may see; never a phone or ID number. */
  targetName?: string;
  remark?: string;
}

/** The statement for a line of the audit log. Write it in the transaction of the act, or before personal data is read. */
export const auditOf = (context: SignedInContext, entry: AuditEntry): Statement =>
  context.db.insert(auditEntry).values({
    id: context.newId(),
    at: context.now,
    actorId: context.actor.accountId,
    actorName: context.actor.name,
    ...entry,
  });
