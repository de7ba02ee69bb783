import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import type { giveCredits as call } from '#core/credit/calls.ts';
import { AppError } from '#core/errors.ts';
import { enterprise } from '#db/schema/index.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { grantCredits } from './ledger.ts';

/** Copies that the platform gives an enterprise. Throws NOT_FOUND, and INPUT_INVALID for a term that has ended. */
export async function giveCredits(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  const [row] = await db
    .select({ name: enterprise.name })
    .from(enterprise)
    .where(eq(enterprise.id, input.entId));
  if (!row) throw new AppError('NOT_FOUND');
  if (input.expireTime !== null && input.expireTime <= now)
    throw new AppError('INPUT_INVALID', {}, 'expireTime');
  await commit(
    context,
    [],
    [
      ...grantCredits(context, {
        enterpriseId: input.entId,
        source: 'GIFT',
        quantity: input.quantity,
        expiresAt: input.expireTime,
        operator: { id: actor.accountId, name: actor.name },
        remark: input.reason,
      }),
      auditOf(context, {
        action: 'COPIES_GIVEN',
        targetKind: 'ENTERPRISE',
        targetId: input.entId,
        targetName: row.name,
        remark: `${input.quantity}: ${input.reason}`,
      }),
      ...context.remember(null),
    ],
  );
  return null;
}
