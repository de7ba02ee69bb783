import { and, count, desc, eq, gte, lte } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { AuditAction, AuditTarget } from '#core/platform/audit.ts';
import type { listAudit as call } from '#core/platform/calls.ts';
import { auditEntry } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { contains } from '#edge/kernel/storage/contains.ts';

/** [6.1] The audit log, the newest first. Nothing changes it. */
export async function listAudit(
  input: ParsedInputOf<typeof call>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const where = and(
    input.action ? eq(auditEntry.action, input.action) : undefined,
    input.actorName ? contains(auditEntry.actorName, input.actorName) : undefined,
    input.targetName ? contains(auditEntry.targetName, input.targetName) : undefined,
    input.from === undefined ? undefined : gte(auditEntry.at, input.from),
    input.to === undefined ? undefined : lte(auditEntry.at, input.to),
  );
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(auditEntry)
      .where(where)
      .orderBy(desc(auditEntry.at), desc(auditEntry.id))
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    db.select({ n: count() }).from(auditEntry).where(where),
  ]);
  return {
    records: rows.map(({ actorId: _actorId, ...row }) => ({
      ...row,
      action: row.action as AuditAction,
      targetKind: row.targetKind as AuditTarget,
    })),
    total: counted?.n ?? 0,
    current: input.current,
    size: input.size,
  };
}
