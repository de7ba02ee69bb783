import { scryptSync, timingSafeEqual } from 'node:crypto';
import { fromBase64, toBase64 } from '#core/bytes.ts';

/**
 * Passwords are hashed with scrypt (RFC 7914), N = 2^15, r = 8, p = 1: 32 MB and about 80 ms on one core.
 * docs/decisions/passwords.md says why not argon2id.
 */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

// The synchronous variant: workerd runs the asynchronous one on the same thread, too, and delivers all results through
// one queue, which failed for most of fifty concurrent requests ("resolved from a different request context").
const derive = (password: string, salt: Uint8Array, cost: typeof COST): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, 32, cost);

export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = derive(password, salt, COST);
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${toBase64(salt)}$${toBase64(key)}`;
}

/** Whether the password matches. An empty hash takes the same time and never matches. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash || NOBODY).split('$');
  if (kind !== 'scrypt' || !salt || !key) return false;
  const made = derive(password, fromBase64(salt), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    maxmem: COST.maxmem,
  });
  const same = timingSafeEqual(made, fromBase64(key));
  return same && hash !== '';
}

// Compared against if the account does not exist, so that timing does not reveal which accounts exist.
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${toBase64(new Uint8Array(16))}$${toBase64(new Uint8Array(32))}`;
