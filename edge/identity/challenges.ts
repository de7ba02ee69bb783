import { toBase64Url } from '#core/bytes.ts';
import { usedNonce } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isUniqueError } from '#edge/kernel/storage/commit.ts';

const CHALLENGE_MS = 5 * 60_000;

/** What a challenge is for; one of another purpose is not recognized. `passkey-add:` is followed by the account. */
export type ChallengePurpose = 'ukey-challenge' | 'passkey-login' | `passkey-add:${string}`;

/** A challenge that the product recognizes without storing it: time, random bytes, and a keyed digest of both. */
export async function makeChallenge(context: Context, purpose: ChallengePurpose): Promise<string> {
  const body = `${context.now.toString(36)}.${toBase64Url(crypto.getRandomValues(new Uint8Array(18)))}`;
  return `${body}.${await context.keys.indexOf(body, purpose)}`;
}

/** Uses a challenge up; false if it is not ours, of another purpose, too old, or was used. */
export async function spendChallenge(
  context: Context,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  // Exactly three parts: with more behind them, one challenge would be as many as one likes.
  const [time = '', random = '', mac = '', ...more] = challenge.split('.');
  if (more.length > 0) return false;
  const made = Number.parseInt(time, 36);
  const genuine = mac === (await context.keys.indexOf(`${time}.${random}`, purpose));
  if (!genuine || !(made <= context.now + 1_000) || made + CHALLENGE_MS < context.now) return false;
  try {
    await context.db.insert(usedNonce).values({ nonce: challenge, expiresAt: made + CHALLENGE_MS });
    return true;
  } catch (error) {
    if (isUniqueError(error)) return false;
    throw error;
  }
}
