/**
 * What the product is run as ([9.35i] names pro, sit and uat): `pro` for everybody, where nothing is simulated; `uat` and
 * `sit` for acceptance and integration, where simulators answer for outside services; `local` for one machine, which
 * `npm start` chooses by itself.
 */
export const MODES = ['pro', 'uat', 'sit', 'local'] as const;
export type Mode = (typeof MODES)[number];

/**
 * One sentence where `mode` is none of the four, otherwise null. A name that is only like one of them is not guessed at:
 * `prod` or `PRO` taken for something else than `pro` would let simulators answer in production.
 */
export function refusedMode(mode: unknown): string | null {
  if (MODES.some((known) => known === mode)) return null;
  const given = typeof mode === 'string' ? `"${mode}"` : 'not set';
  return `SIGNET_MODE is ${given}: set it to pro, uat, sit or local, written like this; see docs/deploy.md.`;
}
