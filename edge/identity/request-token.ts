import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { requestToken as call, SessionUser } from '#core/identity/calls.ts';
import type { Context } from '../context.ts';
import { verifyPassword } from '../crypto/passwords.ts';
import { attemptsSoFar, clearAttempts, countAttempt } from './count-attempts.ts';
import { findAccount } from './find-account.ts';
import { openPasswordEnvelope } from './password-envelope.ts';
import { refreshSession } from './refresh-session.ts';
import { spendAuthCode } from './spend-auth-code.ts';
import { startSession } from './start-session.ts';

const WINDOW_MS = 15 * 60_000;
const TRIES = 10;

/** [7.6a,b] Log in, refresh, or switch. */
export async function requestToken(
  input: ParsedInputOf<typeof call>,
  context: Context,
): Promise<SessionUser> {
  switch (input.grant_type) {
    case 'password':
      return byPassword(input, context);
    case 'sms_code':
      return byCode(input, context);
    case 'refresh_token':
      return refreshSession(context, input.refresh_token, input.switch_to);
  }
}

/**
 * Attempts are counted for one account from one address: whoever guesses locks out themselves, not the account's
 * owner elsewhere. An unknown account takes as long and says the same.
 */
async function byPassword(
  input: { username: string; password: string },
  context: Context,
): Promise<SessionUser> {
  const counter = `login:${await context.keys.indexOf(`${input.username}|${context.address}`, 'attempt')}`;
  if ((await attemptsSoFar(context, counter, WINDOW_MS)) >= TRIES)
    throw new AppError('LOGIN_TOO_OFTEN', { minutes: 15 });
  const password = await openPasswordEnvelope(context, input.password);
  const account = await findAccount(context, input.username);
  const right = await verifyPassword(password, account?.passwordHash ?? '');
  if (!account || !right || account.status !== 'ENABLE') {
    await countAttempt(context, counter, WINDOW_MS);
    throw new AppError('LOGIN_FAILED');
  }
  await clearAttempts(context, counter, WINDOW_MS);
  return startSession(context, account);
}

async function byCode(input: { mobile: string; code: string }, context: Context): Promise<SessionUser> {
  await spendAuthCode(context, 'LOGIN', input.mobile, input.code);
  const account = await findAccount(context, input.mobile);
  if (account?.status !== 'ENABLE') throw new AppError('CODE_WRONG');
  return startSession(context, account);
}
