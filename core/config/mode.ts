/**
 * The operating mode ([9.35i] names pro, sit and uat): `pro` is production, where nothing is simulated; in `uat` and
 * `sit` for acceptance and integration tests, simulators replace external services; `local` is a single machine, the
 * default of `npm start`.
 */
export const MODES = ['pro', 'uat', 'sit', 'local'] as const;
export type Mode = (typeof MODES)[number];

/**
 * An error message if `mode` is not one of the four, otherwise null. Similar names are not guessed: if `prod` or `PRO`
 * were taken for another mode than `pro`, simulators would answer in production.
 */
export function refusedMode(mode: unknown): string | null {
  if (MODES.some((known) => known === mode)) return null;
  const value = typeof mode === 'string' ? `"${mode}"` : 'not set';
  return `SIGNET_MODE is ${value}: set it to pro, uat, sit or local, written like this; see docs/deploy.md.`;
}
