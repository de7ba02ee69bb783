import type { Env } from './env.ts';

/**
 * Whether a value that was read for a request that began at `readAt` may serve one that began at `now` (epoch ms).
 * `TRUST_MS` sets for how long; `usual` (ms) holds if it is not set. With 0, a change in one isolate counts in all others
 * at once: only requests that began before the value was read get it without asking the database.
 */
export function mayTrust(readAt: number, now: number, env: Pick<Env, 'TRUST_MS'>, usual: number): boolean {
  const ms = Number(env.TRUST_MS ?? Number.NaN);
  const trusted = Number.isFinite(ms) ? ms : usual;
  return now <= readAt || now < readAt + trusted;
}
