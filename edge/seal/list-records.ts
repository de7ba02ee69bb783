import { count, desc, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listRecords as call } from '#core/seal/calls.ts';
import { sealRecord } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { readSealToEdit } from './access.ts';

/** Changes and uses of a seal, newest first; entries of the same millisecond in insertion order. */
export async function listRecords(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { row } = await readSealToEdit(context, input.stampId);
  const where = eq(sealRecord.sealId, row.id);
  const { rows, page } = await readPage(
    context.db,
    input,
    context.db
      .select()
      .from(sealRecord)
      .where(where)
      .orderBy(desc(sealRecord.at), sql`${sealRecord}.rowid desc`),
    context.db.select({ n: count() }).from(sealRecord).where(where),
  );
  return {
    records: rows.map((line) => ({
      id: line.id,
      at: line.at,
      record: line.record,
      operator: line.operator,
      remark: line.remark,
      planId: line.taskId,
      taskName: line.taskName,
    })),
    ...page,
  };
}
