import { and, eq, isNull } from 'drizzle-orm';
import { loginText } from '#core/agent/login-text.ts';
import { fromBase64, toBase64Url, utf8 } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import type { loginByUkey as call } from '#core/identity/ukey-calls.ts';
import { SIGNATURE_OF_KEY } from '#core/pki/algorithm/signature-of-key.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { account, certificate, usedNonce, userUkey } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress, fromAddressSoFar } from '#edge/kernel/count-from-address.ts';
import { isUniqueError } from '#edge/kernel/storage/commit.ts';
import { checkUsable } from '#edge/pki/check-usable.ts';
import { startSession } from './start-session.ts';

const CHALLENGE_MS = 5 * 60_000;
const WINDOW_MS = 15 * 60_000;
/** Limit of one address. A certificate has no limit: its number is public in every document it signed, and a signature cannot be guessed. */
const TRIES = 30;

/** A challenge that the product recognizes: time, random bytes, and a keyed digest of both. */
export async function giveUkeyChallenge(context: Context): Promise<{ challenge: string }> {
  const body = `${context.now.toString(36)}.${toBase64Url(crypto.getRandomValues(new Uint8Array(18)))}`;
  return { challenge: `${body}.${await context.keys.indexOf(body, 'ukey-challenge')}` };
}

/**
 * Logs in with a UKey that is bound to an account ([1.13a]): its key signed the challenge for this site. The origin is
 * part of what was signed, so that a page elsewhere cannot use what was signed for it. Throws UKEY_LOGIN_FAILED
 * without saying what of it, TOO_OFTEN, and what is wrong with the certificate once the key was proved.
 */
export async function loginByUkey(
  input: ParsedInputOf<typeof call>,
  context: Context,
  request: Request,
): Promise<SessionUser> {
  const failed = new AppError('UKEY_LOGIN_FAILED');
  if ((await fromAddressSoFar(context, 'ukey-login', WINDOW_MS)) >= TRIES) throw new AppError('TOO_OFTEN');
  const refuse = async (): Promise<never> => {
    await countFromAddress(context, 'ukey-login', WINDOW_MS);
    throw failed;
  };
  const origin = originOf(context, request);
  if (!origin || !(await spendChallenge(context, input.challenge))) return refuse();
  const [found] = await context.db
    .select({ account, certificate, keyId: userUkey.id })
    .from(userUkey)
    .innerJoin(certificate, eq(certificate.id, userUkey.certificateId))
    .innerJoin(account, eq(account.id, userUkey.accountId))
    .where(and(eq(certificate.serial, input.certificateSerial), isNull(userUkey.unboundAt)));
  if (!found) return refuse();
  const { publicKey } = parseCertificate(fromBase64(found.certificate.der));
  const algorithm = SIGNATURE_OF_KEY[publicKey.kind];
  const message = utf8(loginText(origin, input.challenge));
  if (!algorithm || !(await verifySignature(publicKey, algorithm, message, fromBase64(input.value))).ok)
    return refuse();
  checkUsable(found.certificate, context.now);
  if (found.account.status !== 'ENABLE') return refuse();
  return startSession(context, found.account, request, found.keyId);
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origin of the page that asks, if it is this product's own. PUBLIC_URL says which that is, and never the Host of the
 * request: whoever relays what was signed for another site writes that site there. On one's own machine its other names are
 * the same place.
 */
function originOf({ env }: Context, request: Request): string | undefined {
  const given = request.headers.get('origin') ?? '';
  if (!URL.canParse(given) || !URL.canParse(env.PUBLIC_URL ?? '')) return undefined;
  const [origin, own] = [new URL(given), new URL(env.PUBLIC_URL ?? '')];
  // PUBLIC_URL may be the address without TLS, for verifiers; never the other way round.
  if (origin.protocol !== own.protocol && origin.protocol !== 'https:') return undefined;
  const isHere = [origin, own].every(({ hostname }) => LOOPBACK.includes(hostname));
  const isOwn = origin.host === own.host || (isHere && origin.port === own.port);
  return isOwn ? origin.origin : undefined;
}

async function spendChallenge(context: Context, challenge: string): Promise<boolean> {
  const [time = '', random = '', mac = ''] = challenge.split('.');
  const made = Number.parseInt(time, 36);
  const genuine = mac === (await context.keys.indexOf(`${time}.${random}`, 'ukey-challenge'));
  if (!genuine || !(made <= context.now + 1_000) || made + CHALLENGE_MS < context.now) return false;
  try {
    await context.db.insert(usedNonce).values({ nonce: challenge, expiresAt: made + CHALLENGE_MS });
    return true;
  } catch (error) {
    if (isUniqueError(error)) return false;
    throw error;
  }
}
