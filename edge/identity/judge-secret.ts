import type { AppError } from '#core/errors.ts';
import type { Context } from '#edge/kernel/context.ts';
import { clearSliding, countSliding, slidingSoFar } from '#edge/kernel/count-attempts.ts';
import { endTry, reserveTry } from './reserve-try.ts';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Wrong ones in a quarter of an hour, and in a day: a right one in between makes them no more in the day. */
const TRIES = 5;
const TRIES_A_DAY = 20;

/**
 * Judges a secret of somebody who is signed in, a login or signing password, which whoever got hold of the session can
 * guess at a few times only: each try is reserved before it is judged, so that many at once are no more. `name` is that of
 * the secret, wherever it is asked for. Resolves with what `judge` says, and throws `tooOften` without judging.
 */
export async function judgeSecret(
  context: Context,
  name: string,
  tooOften: AppError,
  judge: () => Promise<boolean>,
): Promise<boolean> {
  const day = `${name}:day`;
  if (!(await reserveTry(context, name, WINDOW_MS, TRIES))) throw tooOften;
  // Unless it was found to be right, it is wrong: what broke off may have told something.
  let right = false;
  let judged = false;
  try {
    if ((await slidingSoFar(context, day, DAY_MS)) >= TRIES_A_DAY) throw tooOften;
    judged = true;
    right = await judge();
    if (right) await clearSliding(context, name);
    else await countSliding(context, day, DAY_MS);
    return right;
  } finally {
    await endTry(context, name, WINDOW_MS, judged && !right);
  }
}

/** Of the signing password of an account, for signing and for changing it: guesses at both count together. */
export const signPasswordName = (accountId: string): string => `sign-password:${accountId}`;
