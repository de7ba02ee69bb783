import { and, eq, isNull } from 'drizzle-orm';
import { loginText } from '#core/agent/login-text.ts';
import { fromBase64, utf8 } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import type { loginByUkey as call } from '#core/identity/ukey-calls.ts';
import { SIGNATURE_OF_KEY } from '#core/pki/algorithm/signature-of-key.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { account, certificate, userUkey } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress, fromAddressSoFar } from '#edge/kernel/count-from-address.ts';
import { checkUsable } from '#edge/pki/check-usable.ts';
import { makeChallenge, spendChallenge } from './challenges.ts';
import { ownOrigin } from './own-origin.ts';
import { startSession } from './start-session.ts';

const WINDOW_MS = 15 * 60_000;
/** Limit of one address. A certificate has no limit: its number is public in every document it signed, and a signature cannot be guessed. */
const TRIES = 30;

export const giveUkeyChallenge = async (context: Context): Promise<{ challenge: string }> => ({
  challenge: await makeChallenge(context, 'ukey-challenge'),
});

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
  const origin = ownOrigin(context, request);
  if (!origin || !(await spendChallenge(context, 'ukey-challenge', input.challenge))) return refuse();
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
