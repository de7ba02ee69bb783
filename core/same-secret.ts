import { sameBytes, utf8 } from './bytes.ts';

/**
 * Whether `given` equals the secret. Compares digests, so that timing reveals nothing. An empty secret never matches.
 */
export async function sameSecret(given: string, secret: string): Promise<boolean> {
  if (secret === '') return false;
  const [a, b] = await Promise.all(
    [given, secret].map((text) => crypto.subtle.digest('SHA-256', utf8(text))),
  );
  return sameBytes(new Uint8Array(a!), new Uint8Array(b!));
}
