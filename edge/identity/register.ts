import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { AGREEMENT_VERSION, AGREEMENTS } from '#core/identity/agreements.ts';
import type { register as call } from '#core/identity/register-calls.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { account, agreementConsent } from '#db/schema/index.ts';
import { claimForPerson } from '#edge/claim/claim-for-person.ts';
import type { Context } from '#edge/kernel/context.ts';
import { hashPassword } from '#edge/kernel/crypto/passwords.ts';
import { isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readDevice } from './devices.ts';
import { judgeAuthCode } from './judge-auth-code.ts';
import { sealIdentity } from './names.ts';
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
  if (AGREEMENTS.some((id) => agreements[id] !== AGREEMENT_VERSION))
    throw new AppError('AGREEMENT_NOT_ACCEPTED', {}, 'agreements');
  const password = await openPasswordEnvelope(context, input.password);
  checkNewPassword('REGISTER', password, [mobile]);
  const by = await readDevice(context, request);
  const proof = await judgeAuthCode(context, 'REGISTER', mobile, input.code, { field: 'code', by });
  const id = context.newId();
  const row = {
    id,
    // [3.2a] The login name is the mobile number until it is changed.
    ...(await sealIdentity(context, id, { loginName: mobile, mobile })),
    passwordHash: await hashPassword(password),
    language: context.language,
    createdAt: context.now,
  };
  try {
    await withRetry(async () => {
      const claim = await claimForPerson(context, {
        accountId: id,
        mobileIndex: row.mobileIndex,
        name: '',
      });
      await commitSpending(context, [proof], claim.guards, [
        context.db.insert(account).values(row),
        ...AGREEMENTS.map((agreement) =>
          context.db.insert(agreementConsent).values({
            accountId: id,
            agreement,
            version: AGREEMENT_VERSION,
            language: context.language,
            acceptedAt: context.now,
          }),
        ),
        ...claim.statements,
      ]);
    });
  } catch (error) {
    // The mobile is registered, or another account uses it as login name.
    if (isUniqueError(error)) throw new AppError('CODE_WRONG', {}, 'code');
    throw error;
  }
  return startSession(context, row, request);
}
