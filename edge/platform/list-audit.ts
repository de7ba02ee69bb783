import { and, count, desc } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listAudit as call } from '#core/platform/calls.ts';
import { auditEntry } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf, withinIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';

/** [6.1] The audit log, newest first. Append-only. */
export async function listAudit(
  input: ParsedInputOf<typeof call>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const where = and(
    isIf(auditEntry.action, input.action),
    containsIf(auditEntry.actorName, input.actorName),
    containsIf(auditEntry.targetName, input.targetName),
    withinIf(auditEntry.at, input.from, input.to),
  );
  const { rows, page } = await readPage(
    db,
    input,
    db.select().from(auditEntry).where(where).orderBy(desc(auditEntry.at), desc(auditEntry.id)),
    db.select({ n: count() }).from(auditEntry).where(where),
  );
  return {
    records: rows.map(({ actorId: _actorId, ...row }) => ({
      ...row,
      action: row.action,
      targetKind: row.targetKind,
    })),
    ...page,
  };
}
