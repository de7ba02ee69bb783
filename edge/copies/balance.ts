import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { copiesLowEffect } from './effects.ts';
import { availableCopies, grantCopies } from './ledger.ts';

/** The number of copies left. Throws COPIES_USED_UP if there is none to send a task with. */
export async function refuseWithoutCopies(context: Context, enterpriseId: string): Promise<number> {
  const [balance] = await availableCopies(context, enterpriseId);
  const copies = Number(balance?.copies ?? 0);
  if (copies < 1) throw new AppError('COPIES_USED_UP');
  return copies;
}

/** The effect that warns of few copies, if sending one more task leaves few. */
export async function warnOfFew(
  context: Context,
  enterpriseId: string,
  copies: number,
): Promise<Statement[]> {
  const { lowCopies } = await limitsInForce(context);
  return copies - 1 < lowCopies
    ? [enqueue(context, `copies:${enterpriseId}`, copiesLowEffect, { enterpriseId })]
    : [];
}

/** The trial copies of a newly verified enterprise, granted once. */
export async function trialCopies(context: Context, enterpriseId: string): Promise<Statement[]> {
  const { trialCopies: quantity, trialDays } = await limitsInForce(context);
  if (quantity === 0) return [];
  const expiresAt = context.now + trialDays * DAY_MS;
  return grantCopies(context, { enterpriseId, source: 'TRIAL', quantity, expiresAt });
}
