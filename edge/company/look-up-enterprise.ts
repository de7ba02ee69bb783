import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listEnterpriseTreeSimple as call } from '#core/company/calls.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import { isEnterpriseName } from '#core/validate/enterprise-name.ts';
import { enterprise } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** [7.15a] [5.15a] Looks up the whole name, however it is spelt, in an index; a part of a name finds nothing. */
export async function lookUpEnterprise(
  input: ParsedInputOf<typeof call>,
  { db }: Context,
): Promise<OutputOf<typeof call>> {
  if (!isEnterpriseName(input.nodeName)) return [];
  const rows = await db
    .select({ relationId: enterprise.id, nodeName: enterprise.name })
    .from(enterprise)
    .where(and(eq(enterprise.nameKey, nameKey(input.nodeName)), eq(enterprise.nodeType, input.nodeTypes)));
  return rows.map((row) => ({ ...row, nodeType: input.nodeTypes }));
}
