import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { creditsLowEffect } from './effects.ts';
import { availableCredits, grantCredits } from './ledger.ts';

/** The number of credits left. Throws COPIES_USED_UP if there is none to send a task with. */
export async function refuseWithoutCredits(context: Context, enterpriseId: string): Promise<number> {
  const [balance] = await availableCredits(context, enterpriseId);
  const credits = Number(balance?.credits ?? 0);
  if (credits < 1) throw new AppError('COPIES_USED_UP');
  return credits;
}

/** The effect that warns of few credits, if sending one more task leaves few. */
export async function warnOfFew(
  context: Context,
  enterpriseId: string,
  credits: number,
): Promise<Statement[]> {
  const { lowCopies } = await limitsInForce(context);
  return credits - 1 < lowCopies
    ? [enqueue(context, `copies:${enterpriseId}`, creditsLowEffect, { enterpriseId })]
    : [];
}

/** The trial credits of a newly verified enterprise, granted once. */
export async function trialCopies(context: Context, enterpriseId: string): Promise<Statement[]> {
  const { trialCopies: quantity, trialDays } = await limitsInForce(context);
  if (quantity === 0) return [];
  const expiresAt = context.now + trialDays * DAY_MS;
  return grantCredits(context, { enterpriseId, source: 'TRIAL', quantity, expiresAt });
}
