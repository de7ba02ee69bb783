import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import type { Context } from '#edge/kernel/context.ts';
import { clearSliding, countSliding, slidingSoFar } from '#edge/kernel/count-attempts.ts';
import { endTry, isOver, judgedToTheEnd, reserveTry } from './reserve-try.ts';

const WINDOW_MS = 15 * 60_000;
/** Limits of wrong tries in a quarter of an hour and in a day; a correct one in between does not reset the daily limit. */
const TRIES = 5;
const TRIES_A_DAY = 20;

/**
 * Judges a login or signing password of a signed-in person, with few tries, so that a stolen session cannot guess it.
 * Each try is reserved before it is judged, so that concurrent tries cannot exceed the limit. `name` identifies the
 * secret, wherever it is asked for. Resolves with what `judge` says, and throws `tooOften` without judging, or UNAVAILABLE
 * where judging took too long. `beside` is done in the same exchange as the reservation; where it throws, nothing is judged.
 */
export const judgeSecret = (
  context: Context,
  name: string,
  tooOften: AppError,
  judge: () => Promise<boolean>,
  beside: () => Promise<void> = async () => undefined,
): Promise<boolean> => judgedToTheEnd(context, judgeReserved(context, name, tooOften, judge, beside));

async function judgeReserved(
  context: Context,
  name: string,
  tooOften: AppError,
  judge: () => Promise<boolean>,
  beside: () => Promise<void>,
): Promise<boolean> {
  const day = `${name}:day`;
  // One exchange, in this order.
  const [reserved, counted, also] = await Promise.all([
    reserveTry(context, { name, windowMs: WINDOW_MS }, TRIES),
    slidingSoFar(context, day, DAY_MS),
    beside().then(
      () => null,
      (error: unknown) => ({ error }),
    ),
  ]);
  if (!reserved) throw also?.error ?? tooOften;
  // Anything but a correct secret counts as wrong, errors included: an aborted try may have leaked something.
  let right = false;
  let judged = false;
  try {
    if (also) throw also.error;
    // What was counted before the reservation waited for others is too old.
    const today = reserved.waited ? await slidingSoFar(context, day, DAY_MS) : counted;
    if (today >= TRIES_A_DAY) throw tooOften;
    judged = true;
    const fits = await judge();
    if (isOver(reserved)) throw new AppError('UNAVAILABLE');
    right = fits;
    return right;
  } finally {
    const wrong = judged && !right;
    await endTry(context, reserved, WINDOW_MS, wrong, [
      ...(right ? [clearSliding(context, name)] : []),
      ...(wrong ? [countSliding(context, day, DAY_MS)] : []),
    ]);
  }
}

/** Tries of an account's signing password; those for signing and for changing it count together. */
export const signPasswordName = (accountId: string): string => `sign-password:${accountId}`;
