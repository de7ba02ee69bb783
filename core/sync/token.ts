import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { utf8 } from '../bytes.ts';

/**
 * Kinds of shared rooms: a task's draft, an owner's address book, a template being edited, a new employee's form, and
 * the events that tell an identity's open pages to refetch. The room's name is `kind:id`.
 */
export const ROOM_KINDS = ['draft', 'contacts', 'template', 'newcomer', 'events'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

const ROOM_NAME = /^(draft|contacts|template|newcomer|events):[A-Za-z0-9_-]{1,64}$/;

/** The kind of room by its name; null if the name is unknown. */
export function roomKind(name: string): RoomKind | null {
  return (ROOM_NAME.exec(name)?.[1] as RoomKind | undefined) ?? null;
}

/** Lifetime of a ticket and its connection; the page then requests another. */
export const SYNC_TICKET_MS = 30 * 60_000;

/** Access to one room. `sub` is the account's id, `name` is visible to the others in the room. */
export const syncClaims = z.object({
  /** The ticket's own id, for early revocation. */
  jti: z.string().min(1).max(64),
  sub: z.string().min(1).max(64),
  name: z.string().max(200),
  room: z.string().regex(ROOM_NAME),
  access: z.enum(['write', 'read']),
  /** Expiry of the token and of every connection made with it, in seconds since 1970 (RFC 7519, 4.1.4). */
  exp: z.number().int(),
});
export type SyncClaims = z.infer<typeof syncClaims>;

/** Signs a JWT (HS256) with the claims; the edge issues it after checking the caller's rights. */
export function signSyncToken(claims: SyncClaims, secret: string): Promise<string> {
  return new SignJWT(syncClaims.parse(claims)).setProtectedHeader({ alg: 'HS256' }).sign(utf8(secret));
}

/**
 * The claims of a token for `room`; null if it is forged, expired at `now` (ms since 1970), issued for another room or
 * otherwise invalid.
 */
export async function verifySyncToken(
  token: string,
  secret: string,
  room: string,
  now: number,
): Promise<SyncClaims | null> {
  try {
    const { payload } = await jwtVerify(token, utf8(secret), {
      algorithms: ['HS256'],
      currentDate: new Date(now),
    });
    const claims = syncClaims.parse(payload);
    return claims.room === room ? claims : null;
  } catch {
    return null;
  }
}
