import { AppError } from '#core/errors.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import type { Context } from '#edge/kernel/context.ts';
import { clearSliding, countSliding, slidingSoFar, uncountSliding } from '#edge/kernel/count-attempts.ts';
import { countFromAddress, fromAddressSoFar } from '#edge/kernel/count-from-address.ts';
import { isKnownDevice, readDevice } from './devices.ts';
import { requireHuman } from './require-human.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Wrong passwords after which a security verification is asked for. */
const FREE_TRIES = 3;
/** Of one known device in a quarter of an hour; its owner waits, nobody else does. */
const DEVICE_TRIES = 10;
/** Of one address in a quarter of an hour, over all accounts. */
const ADDRESS_TRIES = 30;
/** Of strange devices on one account in a day; from then on a strange device must use a code by SMS. */
const STRANGER_TRIES = 100;
/** Under way at the same moment; more than these ask for a security verification, so that a burst is no way around it. */
const AT_ONCE = 32;

/**
 * Judges a password and counts wrong ones so that a guesser is stopped and the owner is not: a device that signed in to
 * the account before has a counter of its own, which strangers cannot fill; strangers share one for the account, which
 * asks for a security verification and never locks, until a hundred in a day; and each address has one over all
 * accounts. An account that does not exist is counted by the name that was typed and behaves the same.
 * Resolves with what `judge` says. Throws LOGIN_TOO_OFTEN, CAPTCHA_NEEDED, CAPTCHA_WRONG.
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
  const now = `${own}:now`;
  await countSliding(context, now, QUARTER_MS);
  try {
    const [wrong, underWay, today, fromAddress] = await Promise.all([
      slidingSoFar(context, own, QUARTER_MS),
      slidingSoFar(context, now, QUARTER_MS),
      known ? 0 : slidingSoFar(context, `${byStrangers}:day`, DAY_MS),
      known ? 0 : fromAddressSoFar(context, 'login-from', QUARTER_MS),
    ]);
    const stopped = known ? wrong >= DEVICE_TRIES : today >= STRANGER_TRIES || fromAddress >= ADDRESS_TRIES;
    if (stopped) throw new AppError('LOGIN_TOO_OFTEN', { minutes: 15 });
    // A proof that was given, as by /loginOld, is judged even where none is asked for.
    if (wrong >= FREE_TRIES || underWay > AT_ONCE || proof.captchaKey || proof.randomStr)
      await requireHuman(context, proof);
    const right = await judge();
    if (!right) {
      await countSliding(context, own, QUARTER_MS);
      if (!known) {
        await countSliding(context, `${byStrangers}:day`, DAY_MS);
        await countFromAddress(context, 'login-from', QUARTER_MS);
      }
    }
    // A stranger's counter stays as it is: a guesser must not clear it by signing in to an account of their own.
    else if (known) await clearSliding(context, byDevice);
    return right;
  } finally {
    await uncountSliding(context, now, QUARTER_MS);
  }
}
