import { AppError } from '#core/errors.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import type { Context } from '../context.ts';
import { clearSliding, countSliding, slidingSoFar, uncountSliding } from './count-attempts.ts';
import { countFromAddress, uncountFromAddress } from './count-from-address.ts';
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

/**
 * Counts wrong passwords so that a guesser is stopped and the owner is not: a device that signed in to the account
 * before has a counter of its own, which strangers cannot fill; strangers share one for the account, which asks for a
 * security verification and never locks, until a hundred in a day; and each address has one over all accounts. An
 * account that does not exist is counted by the name that was typed and behaves the same. A try is counted before the
 * password is looked at, so that many at once cannot pass the limits, and taken back where it was refused before that.
 * Resolves with what is to be called once the password was right. Throws LOGIN_TOO_OFTEN, CAPTCHA_NEEDED, CAPTCHA_WRONG.
 */
export async function guardLogin(
  context: Context,
  request: Request,
  username: string,
  accountId: string | null,
  proof: HumanProof,
): Promise<() => Promise<void>> {
  const who = accountId ?? (await context.keys.indexOf(username.toLowerCase(), 'attempt'));
  const deviceId = await readDevice(context, request);
  const known = accountId !== null && (await isKnownDevice(context, deviceId, accountId));
  const counters = known ? ownDevice(context, `login-device:${who}:${deviceId}`) : stranger(context, who);
  const { stopped, tries } = await counters.count();
  try {
    if (stopped) throw new AppError('LOGIN_TOO_OFTEN', { minutes: 15 });
    // A proof that was given, as by /loginOld, is judged even where none is asked for.
    if (tries > FREE_TRIES || proof.captchaKey || proof.randomStr) await requireHuman(context, proof);
  } catch (error) {
    await counters.uncount();
    throw error;
  }
  return counters.passed;
}

interface Counters {
  /** Counts this try, and says how many there were of its kind in a quarter of an hour. */
  count(): Promise<{ stopped: boolean; tries: number }>;
  uncount(): Promise<void>;
  passed(): Promise<void>;
}

function ownDevice(context: Context, name: string): Counters {
  return {
    async count() {
      await countSliding(context, name, QUARTER_MS);
      const tries = await slidingSoFar(context, name, QUARTER_MS);
      return { stopped: tries > DEVICE_TRIES, tries };
    },
    uncount: () => uncountSliding(context, name, QUARTER_MS),
    passed: () => clearSliding(context, name),
  };
}

function stranger(context: Context, who: string): Counters {
  const name = `login-strange:${who}`;
  const byDay = `${name}:day`;
  async function uncount() {
    await Promise.all([
      uncountSliding(context, name, QUARTER_MS),
      uncountSliding(context, byDay, DAY_MS),
      uncountFromAddress(context, 'login-from', QUARTER_MS),
    ]);
  }
  return {
    async count() {
      const [, , fromAddress] = await Promise.all([
        countSliding(context, name, QUARTER_MS),
        countSliding(context, byDay, DAY_MS),
        countFromAddress(context, 'login-from', QUARTER_MS),
      ]);
      const [tries, today] = await Promise.all([
        slidingSoFar(context, name, QUARTER_MS),
        slidingSoFar(context, byDay, DAY_MS),
      ]);
      return { stopped: today > STRANGER_TRIES || fromAddress > ADDRESS_TRIES, tries };
    },
    uncount,
    // The tries before stay counted: a guesser must not clear them by signing in to an account of their own.
    passed: uncount,
  };
}
