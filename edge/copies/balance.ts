import { AppError } from '#core/errors.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/commit.ts';
import { availableCopies, grantCopies } from './ledger.ts';

const DAY_MS = 86_400_000;

/** Throws COPIES_USED_UP where the enterprise has no copy left to send a task with. */
export async function refuseWithoutCopies(context: Context, enterpriseId: string): Promise<void> {
  const [balance] = await availableCopies(context, enterpriseId);
  if (Number(balance?.copies ?? 0) < 1) throw new AppError('COPIES_USED_UP');
}

/** The trial copies of an enterprise that was verified; an enterprise gets them once. */
export async function trialCopies(context: Context, enterpriseId: string): Promise<Statement[]> {
  const { trialCopies: quantity, trialDays } = await limitsInForce(context);
  if (quantity === 0) return [];
  const expiresAt = context.now + trialDays * DAY_MS;
  return grantCopies(context, { enterpriseId, source: 'TRIAL', quantity, expiresAt });
}
