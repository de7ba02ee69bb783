import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { requestToken as call } from '#core/identity/calls.ts';
import { CLIENT_AUTHORIZATION } from '#core/identity/client.ts';
import { isWeakPassword } from '#core/identity/password-rules.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { account as accounts } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { verifyPassword } from '#edge/kernel/crypto/passwords.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { isCommonPassword } from './common-passwords.ts';
import { readDevice } from './devices.ts';
import { type AccountRow, findAccount } from './find-account.ts';
import { guardLogin } from './guard-login.ts';
import { judgeAuthCode } from './judge-auth-code.ts';
import { countPasskeys, judgeLoginPasskey } from './passkeys.ts';
import { openPasswordEnvelope } from './password-envelope.ts';
import { refreshSession } from './refresh-session.ts';
import { startSession } from './start-session.ts';

type Input = ParsedInputOf<typeof call>;

/**
 * [7.6a,b] Log in, refresh, or switch. The request names the client by its fixed basic authorization, and its variant
 * by `ec-type`: `login`, or `no-token` for what goes by a refresh token. Throws CLIENT_INVALID.
 */
export async function requestToken(input: Input, context: Context, request: Request): Promise<SessionUser> {
  const variant = input.grant_type === 'refresh_token' ? 'no-token' : 'login';
  if (
    request.headers.get('authorization') !== CLIENT_AUTHORIZATION ||
    request.headers.get('ec-type') !== variant
  )
    throw new AppError('CLIENT_INVALID');
  switch (input.grant_type) {
    case 'password':
      return byPassword(input, context, request);
    case 'sms_code':
      return byCode(input, context, request);
    case 'refresh_token':
      return refreshSession(context, input.refresh_token, wantedIdentity(input.switch_to, request));
  }
}

/** The identity asked for: `switch_to`, or the header Ent-Id; where both are there they must agree ([7.6b]). */
function wantedIdentity(switchTo: string | undefined, request: Request): string | undefined {
  const header = request.headers.get('ent-id') ?? '';
  if (header !== '' && switchTo !== undefined && header !== switchTo) throw new AppError('NO_PERMISSION');
  return header === '' ? switchTo : header;
}

/**
 * Whoever has passkeys logs in with two factors: the password or a code, and a passkey. Throws PASSKEY_NEEDED without one,
 * PASSKEY_NOT_TAKEN.
 */
async function requirePasskey(
  context: Context,
  request: Request,
  accountId: string,
  response: string | undefined,
): Promise<void> {
  if (response !== undefined) return judgeLoginPasskey(context, request, accountId, response);
  if ((await countPasskeys(context, accountId)) > 0) throw new AppError('PASSKEY_NEEDED');
}

/** Without the passkey at hand, a code and the password are two factors too. Throws LOGIN_FAILED, LOGIN_TOO_OFTEN. */
async function requirePassword(
  envelope: string,
  context: Context,
  request: Request,
  account: AccountRow,
): Promise<void> {
  const password = await openPasswordEnvelope(context, envelope);
  const who = { username: account.id, accountId: account.id, proof: {} };
  const right = await guardLogin(context, request, who, () => verifyPassword(password, account.passwordHash));
  if (!right) throw new AppError('LOGIN_FAILED');
}

/** An unknown account takes as long as a known one and gets the same answer. */
async function byPassword(
  input: Extract<Input, { grant_type: 'password' }>,
  context: Context,
  request: Request,
): Promise<SessionUser> {
  const account = await findAccount(context, input.username);
  // Opened first: an invalid envelope is not a try.
  const password = await openPasswordEnvelope(context, input.password);
  const who = { username: input.username, accountId: account?.id ?? null, proof: input };
  const right = await guardLogin(context, request, who, async () => {
    const fits = await verifyPassword(password, account?.passwordHash ?? '');
    return fits && account?.status === 'ENABLE';
  });
  if (!account || !right) throw new AppError('LOGIN_FAILED');
  await requirePasskey(context, request, account.id, input.passkey);
  // [5.7g] Only here is the password at hand: a weak one must be changed on the home page.
  if (!account.defaultPassword && (isWeakPassword(password) || isCommonPassword(password)))
    await context.db.update(accounts).set({ defaultPassword: true }).where(eq(accounts.id, account.id));
  return startSession(context, account, request);
}

async function byCode(
  input: Extract<Input, { grant_type: 'sms_code' }>,
  context: Context,
  request: Request,
): Promise<SessionUser> {
  const by = await readDevice(context, request);
  const proof = await judgeAuthCode(context, 'LOGIN', input.mobile, input.code, { by });
  const account = await findAccount(context, input.mobile);
  if (account?.status !== 'ENABLE') throw new AppError('CODE_WRONG', {}, 'authCode');
  return loginWithCode(context, request, account, { ...input, proof });
}

/**
 * Logs in the owner of an account by a judged code to its number, which is used up. Throws PASSKEY_NEEDED, PASSKEY_NOT_TAKEN,
 * LOGIN_FAILED, LOGIN_TOO_OFTEN.
 */
export async function loginWithCode(
  context: Context,
  request: Request,
  account: AccountRow,
  {
    proof,
    passkey,
    password,
  }: { proof: OneTimeProof; passkey?: string | undefined; password?: string | undefined },
): Promise<SessionUser> {
  if (password === undefined || passkey !== undefined)
    await requirePasskey(context, request, account.id, passkey);
  else await requirePassword(password, context, request, account);
  await commitSpending(context, [proof], [], []);
  return startSession(context, account, request);
}
