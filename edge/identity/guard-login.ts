import { AppError } from '#core/errors.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import { DAY_MS } from '#core/time.ts';
import type { Context } from '#edge/kernel/context.ts';
import { clearSliding, countSliding, slidingSoFar } from '#edge/kernel/count-attempts.ts';
import { countFromAddress, fromAddressSoFar } from '#edge/kernel/count-from-address.ts';
import { isKnownDevice, readDevice } from './devices.ts';
import { requireHuman } from './require-human.ts';
import { endTry, isOver, judgedToTheEnd, reserveTry } from './reserve-try.ts';

const QUARTER_MS = 15 * 60_000;
/** Wrong passwords after which a security verification is required. */
const FREE_TRIES = 3;
/** Limit of one known device in a quarter of an hour; it delays its owner only. */
const DEVICE_TRIES = 10;
const DEVICE_TRIES_A_DAY = 50;
/** Limit of one address in a quarter of an hour, over all accounts. */
const ADDRESS_TRIES = 30;
/** Limit of unknown devices on one account in a day; after that they must use an SMS code. */
const STRANGER_TRIES = 100;

/**
 * Judges a password and counts wrong ones so that a guesser is stopped and the owner is not. A device that signed in to
 * the account before has its own counter, which strangers cannot fill. Unknown devices share one counter per account,
 * which requires a security verification and locks only after a hundred in a day. Each address has a counter over all
 * accounts. Each try is reserved before it is judged, so that concurrent tries cannot exceed a limit. An account that
 * does not exist is counted by the typed name and behaves the same.
 * Resolves with what `judge` says. Throws LOGIN_TOO_OFTEN, CAPTCHA_NEEDED, CAPTCHA_WRONG; UNAVAILABLE where judging took
 * too long.
 */
export async function guardLogin(
  context: Context,
  request: Request,
  { username, accountId, proof }: { username: string; accountId: string | null; proof: HumanProof },
  judge: () => Promise<boolean>,
): Promise<boolean> {
  const who = accountId ?? (await context.keys.indexOf(username.toLowerCase(), 'attempt'));
  const deviceId = await readDevice(context, request);
  const known = await isKnownDevice(context, deviceId, accountId);
  const byDevice = `login-device:${who}:${deviceId}`;
  const byStrangers = `login-strange:${who}`;
  const own = known ? byDevice : byStrangers;
  const [today, fromAddress] = await Promise.all([
    slidingSoFar(context, `${own}:day`, DAY_MS),
    known ? 0 : fromAddressSoFar(context, 'login-from', QUARTER_MS),
  ]);
  const isHeld = known && (await slidingSoFar(context, own, QUARTER_MS)) >= DEVICE_TRIES;
  const mostToday = known ? DEVICE_TRIES_A_DAY : STRANGER_TRIES;
  const tooOften = new AppError('LOGIN_TOO_OFTEN', { minutes: 15 });
  if (isHeld || today >= mostToday || fromAddress >= ADDRESS_TRIES) throw tooOften;
  // A proof that was given, as by /loginOld, is judged even if none is required.
  const isProved = Boolean(proof.captchaKey || proof.randomStr);
  if (isProved) await requireHuman(context, proof);
  const most = isProved ? (known ? DEVICE_TRIES : STRANGER_TRIES) : FREE_TRIES;
  const reserved = await reserveTry(context, { name: own, windowMs: QUARTER_MS }, most);
  if (!reserved) {
    if (!isProved) await requireHuman(context, proof);
    throw tooOften;
  }
  const judging = async (): Promise<boolean> => {
    let right = false;
    try {
      const fits = await judge();
      if (isOver(reserved)) throw new AppError('UNAVAILABLE');
      right = fits;
      if (!right) {
        await countSliding(context, `${own}:day`, DAY_MS);
        if (!known) await countFromAddress(context, 'login-from', QUARTER_MS);
      }
      // The counter of unknown devices is kept: a guesser must not clear it by signing in to their own account.
      else if (known) await clearSliding(context, byDevice);
      return right;
    } finally {
      await endTry(context, reserved, QUARTER_MS, !right);
    }
  };
  return judgedToTheEnd(context, judging());
}
