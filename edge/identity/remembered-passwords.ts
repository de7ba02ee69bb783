import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { verifyPassword } from '#edge/kernel/crypto/passwords.ts';

/** How long a right signing password need not be hashed again in its session. */
const RETENTION_MS = 5 * 60_000;
const MOST = 2_000;

/** By session: MAC of the password that was right, and until when it counts. */
const remembered = new Map<string, { mac: Buffer; until: number }>();
/** Random key of this isolate, which nothing else knows; made with the first password. */
let macKey: Uint8Array | null = null;

/**
 * Whether the password matches the caller's stored `hash`. Hashing takes 60 ms in which an isolate answers nobody, so a
 * password that was right is recognised in the same session for a few minutes by a MAC over session, account, stored hash
 * and password: a changed password has another hash. A wrong one is always hashed. Tries are counted by the caller.
 */
export async function verifyInSession(
  { actor, now }: Pick<SignedInContext, 'actor' | 'now'>,
  password: string,
  hash: string,
): Promise<boolean> {
  const { sessionId, accountId } = actor;
  macKey ??= crypto.getRandomValues(new Uint8Array(32));
  const mac = createHmac('sha256', macKey)
    .update(JSON.stringify([sessionId, accountId, hash, password.normalize('NFKC')]))
    .digest();
  const known = remembered.get(sessionId);
  if (sessionId !== '' && known && now < known.until && timingSafeEqual(known.mac, mac)) return true;
  const right = await verifyPassword(password, hash);
  if (right && sessionId !== '') {
    if (remembered.size >= MOST) remembered.clear();
    remembered.set(sessionId, { mac, until: now + RETENTION_MS });
  }
  return right;
}
