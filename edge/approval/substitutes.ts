import { and, eq, gt } from 'drizzle-orm';
import type * as calls from '#core/approval/flow-calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { approvalSubstitute } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { findMembership } from '#edge/company/read-company.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

const own = ({ actor }: SignedInContext) =>
  and(eq(approvalSubstitute.enterpriseId, actor.entId), eq(approvalSubstitute.accountId, actor.accountId));

export async function getSubstitute(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getSubstitute>> {
  const [row] = await context.db
    .select()
    .from(approvalSubstitute)
    .where(and(own(context), gt(approvalSubstitute.toAt, context.now)));
  if (!row) return { substitute: null };
  const names = await namesOf(context, [row.substituteId]);
  return {
    substitute: {
      substituteId: row.substituteId,
      name: names.get(row.substituteId) ?? '',
      from: row.fromAt,
      to: row.toAt,
    },
  };
}

/**
 * Sets who decides in the actor's place. Throws APPROVAL_NOT_A_COLLEAGUE, and SUBSTITUTE_CIRCLE if the chain of
 * substitutes leads back to the actor. Concurrent writes may still create a circle; then everybody decides for
 * themselves.
 */
export async function saveSubstitute(
  { substituteId, from, to }: ParsedInputOf<typeof calls.saveSubstitute>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor, now } = context;
  if (substituteId === '') {
    await db.delete(approvalSubstitute).where(own(context));
    return null;
  }
  if (substituteId === actor.accountId || !(await findMembership(context, actor.entId, substituteId)))
    throw new AppError('APPROVAL_NOT_A_COLLEAGUE', {}, 'substituteId');
  const rows = await db
    .select({ accountId: approvalSubstitute.accountId, substituteId: approvalSubstitute.substituteId })
    .from(approvalSubstitute)
    .where(and(eq(approvalSubstitute.enterpriseId, actor.entId), gt(approvalSubstitute.toAt, now)));
  const next = new Map(rows.map((row) => [row.accountId, row.substituteId]));
  const seen = new Set<string>();
  for (let at: string | undefined = substituteId; at !== undefined && !seen.has(at); at = next.get(at)) {
    if (at === actor.accountId) throw new AppError('SUBSTITUTE_CIRCLE', {}, 'substituteId');
    seen.add(at);
  }
  const set = { substituteId, fromAt: from, toAt: to };
  await db
    .insert(approvalSubstitute)
    .values({ enterpriseId: actor.entId, accountId: actor.accountId, ...set })
    .onConflictDoUpdate({ target: [approvalSubstitute.enterpriseId, approvalSubstitute.accountId], set });
  return null;
}
