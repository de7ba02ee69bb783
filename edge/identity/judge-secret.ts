import type { AppError } from '#core/errors.ts';
import type { Context } from '#edge/kernel/context.ts';
import { clearSliding, countSliding, slidingSoFar, uncountSliding } from '#edge/kernel/count-attempts.ts';

const WINDOW_MS = 15 * 60_000;
/** Wrong ones in a quarter of an hour. */
const TRIES = 5;
/** More than these are not under way at the same moment, so that a burst is no way around the tries. */
const AT_ONCE = 32;

/**
 * Judges a secret of somebody who is signed in, a login or signing password, which whoever got hold of the session can
 * guess at a few times only. `name` is that of the secret, wherever it is asked for. Resolves with what `judge` says, and
 * throws `tooOften` without judging.
 */
export async function judgeSecret(
  context: Context,
  name: string,
  tooOften: AppError,
  judge: () => Promise<boolean>,
): Promise<boolean> {
  const now = `${name}:now`;
  await countSliding(context, now, WINDOW_MS);
  try {
    const [wrong, underWay] = await Promise.all([
      slidingSoFar(context, name, WINDOW_MS),
      slidingSoFar(context, now, WINDOW_MS),
    ]);
    if (wrong >= TRIES || underWay > AT_ONCE) throw tooOften;
    const right = await judge();
    if (right) await clearSliding(context, name);
    else await countSliding(context, name, WINDOW_MS);
    return right;
  } finally {
    await uncountSliding(context, now, WINDOW_MS);
  }
}

/** Of the signing password of an account, for signing and for changing it: guesses at both count together. */
export const signPasswordName = (accountId: string): string => `sign-password:${accountId}`;
