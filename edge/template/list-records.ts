import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listPartRecords as call } from '#core/template/calls.ts';
import type { PartChange } from '#core/template/parts.ts';
import { templateRecord } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { needBusinessEdition } from '#edge/identity/business-edition.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';

/**
 * Change history of roles, fields, templates or clauses, newest first; entries of the same millisecond in insertion
 * order.
 */
export async function listPartRecords(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  if (input.kind === 'ROLE' || input.kind === 'FIELD') await needBusinessEdition(context);
  const { db, actor } = context;
  const where = and(eq(templateRecord.ownerKey, actor.ownerKey), eq(templateRecord.kind, input.kind));
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select()
      .from(templateRecord)
      .where(where)
      .orderBy(desc(templateRecord.at), sql`${templateRecord}.rowid desc`),
    db.select({ n: count() }).from(templateRecord).where(where),
  );
  const names = await namesOf(
    context,
    rows.map(({ operatorId }) => operatorId),
  );
  return {
    records: rows.map(({ id, at, record, name, operatorId, remark }) => ({
      id,
      at,
      record,
      name,
      operator: names.get(operatorId) ?? '',
      changes: remark === '' ? [] : (JSON.parse(remark) as PartChange[]),
    })),
    ...page,
  };
}
