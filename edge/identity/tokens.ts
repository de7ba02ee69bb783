import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { type Bytes, fromBase64, toBase64Url } from '#core/bytes.ts';
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

/** A refresh token: 32 random bytes behind the session's id. Only its digest is kept. */
export function makeRefreshToken(sessionId: string): string {
  return `${sessionId}.${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;
}

export async function hashToken(token: string): Promise<string> {
  return await sha256Hex(token);
}

export const readSessionId = (token: string): string => token.split('.')[0] ?? '';
