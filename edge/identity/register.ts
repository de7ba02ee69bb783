import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { register as call } from '#core/identity/register-calls.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { isMobile } from '#core/validate/mobile.ts';
import type { Context } from '#edge/kernel/context.ts';
import { hashPassword } from '#edge/kernel/crypto/passwords.ts';
import { createAccount, requireAgreements } from './create-account.ts';
import { readDevice } from './devices.ts';
import { judgeAuthCode } from './judge-auth-code.ts';
import { openPasswordEnvelope } from './password-envelope.ts';
import { checkNewPassword } from './set-password.ts';
import { startSession } from './start-session.ts';

/**
 * [1.13b] Creates an account from the proven values, ignoring all others of the request, and signs in. A registered mobile
 * never received a code, so it is refused like a wrong code. What was sent to the number before becomes the account's.
 */
export async function register(
  input: ParsedInputOf<typeof call>,
  context: Context,
  request: Request,
): Promise<SessionUser> {
  const { mobile, agreements } = input;
  if (!isMobile(mobile)) throw new AppError('INPUT_INVALID', {}, 'mobile');
  requireAgreements(agreements);
  const password = await openPasswordEnvelope(context, input.password);
  checkNewPassword('REGISTER', password, [mobile]);
  const by = await readDevice(context, request);
  const proof = await judgeAuthCode(context, 'REGISTER', mobile, input.code, { field: 'code', by });
  const row = await createAccount(context, {
    contact: mobile,
    passwordHash: await hashPassword(password),
    proof,
  });
  return startSession(context, row, request);
}
