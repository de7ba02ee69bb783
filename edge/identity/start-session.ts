import { LIMITS } from '#core/config/limits.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { session } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { keepDevice, networkOf } from './devices.ts';
import type { AccountRow } from './find-account.ts';
import { openLoginName, openOwnName } from './names.ts';
import { endOldest } from './sessions.ts';
import { hashToken, makeAccessToken, makeRefreshToken } from './tokens.ts';

type SignedIn = Pick<AccountRow, 'id' | 'loginSealed' | 'plainLogin' | 'nameSealed' | 'plainName'>;

/**
 * A new session of an account, acting as the person; whatever token the request brought is left as it is. The browser
 * gets a device cookie, so that it is known the next time. `keyId` names the bound UKey that it is begun with.
 */
export async function startSession(
  context: Context,
  account: SignedIn,
  request: Request,
  keyId = '',
): Promise<SessionUser> {
  const id = context.newId();
  const refreshToken = await makeRefreshToken(context.env, id);
  await context.db.insert(session).values({
    id,
    accountId: account.id,
    refreshHash: await hashToken(refreshToken),
    rotatedAt: context.now,
    expiresAt: context.now + LIMITS.refreshTokenMs,
    device: context.userAgent.slice(0, 200),
    deviceId: await keepDevice(context, request),
    network: networkOf(context.address),
    keyId,
    createdAt: context.now,
  });
  await endOldest(context, account.id);
  return describeSession(context, account, id, '', refreshToken);
}

/** The session on the wire ([3.21a,b]). */
export async function describeSession(
  context: Context,
  account: SignedIn,
  sessionId: string,
  entId: string,
  refreshToken: string,
): Promise<SessionUser> {
  const expiresAtTime = context.now + LIMITS.accessTokenMs;
  return {
    accessToken: await makeAccessToken(
      context.env,
      { accountId: account.id, sessionId, entId },
      context.now,
      LIMITS.accessTokenMs,
    ),
    refreshToken,
    refreshTime: expiresAtTime - LIMITS.refreshBeforeMs,
    expiresAtTime,
    expiresAt: Math.floor(LIMITS.accessTokenMs / 1000),
    entId,
    userId: account.id,
    username: await openLoginName(context, account),
    name: await openOwnName(context, account),
  };
}
