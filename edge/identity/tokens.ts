import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { type Bytes, concatBytes, fromBase64, toBase64Url, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Env } from '#edge/kernel/env.ts';

/** What an access token says: which session, acting as whom. Encrypted (JWE dir, A256GCM), so the browser learns nothing from it. */
export interface AccessClaims {
  accountId: string;
  sessionId: string;
  entId: string;
}

const secretOf = (env: Env): Bytes => fromBase64(env.TOKEN_SECRET).slice(0, 32);

export function makeAccessToken(
  env: Env,
  claims: AccessClaims,
  now: number,
  lifeMs: number,
): Promise<string> {
  return new EncryptJWT({ sid: claims.sessionId, ent: claims.entId })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(claims.accountId)
    .setIssuer('signet')
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + lifeMs) / 1000))
    .encrypt(secretOf(env));
}

/** Throws SESSION_EXPIRED, SESSION_INVALID. */
export async function readAccessToken(env: Env, token: string, now: number): Promise<AccessClaims> {
  try {
    const { payload } = await jwtDecrypt(token, secretOf(env), {
      issuer: 'signet',
      currentDate: new Date(now),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || typeof payload.ent !== 'string')
      throw new AppError('SESSION_INVALID');
    return { accountId: payload.sub, sessionId: payload.sid, entId: payload.ent };
  } catch (error) {
    throw error instanceof errors.JWTExpired
      ? new AppError('SESSION_EXPIRED')
      : new AppError('SESSION_INVALID');
  }
}

/** The key that signs refresh tokens: of the same secret as access tokens, for this purpose alone. */
async function refreshKey(env: Env): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', concatBytes(utf8('refresh-token\0'), secretOf(env)));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/**
 * A refresh token: 32 random bytes behind the session's id, and a signature of both, so that a discarded one is told from one
 * that was never given. Only its digest is kept.
 */
export async function makeRefreshToken(env: Env, sessionId: string): Promise<string> {
  const said = `${sessionId}.${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;
  const signature = await crypto.subtle.sign('HMAC', await refreshKey(env), utf8(said));
  return `${said}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Whether a refresh token was given to somebody once, by whatever session. */
export async function wasIssued(env: Env, token: string): Promise<boolean> {
  const at = token.lastIndexOf('.');
  const signature = /^[\w-]{43}$/.exec(token.slice(at + 1))?.[0];
  if (!signature) return false;
  return crypto.subtle.verify('HMAC', await refreshKey(env), fromBase64(signature), utf8(token.slice(0, at)));
}

export async function hashToken(token: string): Promise<string> {
  return await sha256Hex(token);
}

export const readSessionId = (token: string): string => token.split('.')[0] ?? '';
