import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { utf8 } from '../bytes.ts';

/**
 * What shared rooms there are: a draft of a task, the address book of an owner, a template in edit, the form of a newcomer, and the events
 * that tell an identity's open pages to fetch anew. The room's name is `kind:id`.
 */
export const ROOM_KINDS = ['draft', 'contacts', 'template', 'newcomer', 'events'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

const ROOM_NAME = /^(draft|contacts|template|newcomer|events):[A-Za-z0-9_-]{1,64}$/;

/** The kind of the room of this name, or null where it is no name of ours. */
export function roomKind(name: string): RoomKind | null {
  return (ROOM_NAME.exec(name)?.[1] as RoomKind | undefined) ?? null;
}

/** How long a ticket lasts, and with it a connection; then a page asks for another. */
export const SYNC_TICKET_MS = 30 * 60_000;

/** Who may enter one room, and how. `sub` is the account's id, `name` what the others in the room see. */
export const syncClaims = z.object({
  /** The ticket's own id, by which it can be ended early. */
  jti: z.string().min(1).max(64),
  sub: z.string().min(1).max(64),
  name: z.string().max(200),
  room: z.string().regex(ROOM_NAME),
  access: z.enum(['write', 'read']),
  /** When the token and every connection made with it ends, in seconds since 1970 (RFC 7519, 4.1.4). */
  exp: z.number().int(),
});
export type SyncClaims = z.infer<typeof syncClaims>;

/** A JWT (HS256) with the claims; the edge hands it out after it has checked who asks. */
export function signSyncToken(claims: SyncClaims, secret: string): Promise<string> {
  return new SignJWT(syncClaims.parse(claims)).setProtectedHeader({ alg: 'HS256' }).sign(utf8(secret));
}

/**
 * The claims of a token for `room`, or null where it is forged, expired at `now` (ms since 1970), made for another
 * room or otherwise not one of ours.
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
