import { fromBase64 } from '../bytes.ts';

/** Required secrets, each 32 random bytes in base64. Their purposes: docs/deploy.md. */
export const SECRET_NAMES = [
  'KEY_ENCRYPTION_KEY',
  'TOKEN_SECRET',
  'SYNC_SECRET',
  'INTERNAL_KEY',
  'PASSWORD_KEY',
] as const;

/** Optional secrets of the same format; the second can hold several, separated by commas. */
const OTHERS = ['DATA_KEY', 'OTHER_KEY_ENCRYPTION_KEYS'] as const;
const SECRET_BYTES = 32;

/**
 * An error message that names a weak secret in mode `pro`, or null. Missing, too short and all-zero secrets are weak.
 */
export function weakSecret(env: object): string | null {
  const values = env as Record<string, unknown>;
  if (values.SIGNET_MODE !== 'pro') return null;
  const missing = SECRET_NAMES.find((name) => !values[name]);
  if (missing) return `SIGNET_MODE is pro and the secret ${missing} is not set: set it in the environment.`;
  const weak = [...SECRET_NAMES, ...OTHERS].find((name) =>
    String(values[name] ?? '')
      .split(',')
      .some((secret) => secret.trim() !== '' && !isStrong(secret.trim())),
  );
  if (!weak) return null;
  return `SIGNET_MODE is pro and the secret ${weak} is too short or all zero: set 32 random bytes in base64 (openssl rand -base64 32).`;
}

function isStrong(secret: string): boolean {
  try {
    const bytes = fromBase64(secret);
    return bytes.length >= SECRET_BYTES && bytes.some((byte) => byte !== 0);
  } catch {
    return false;
  }
}
