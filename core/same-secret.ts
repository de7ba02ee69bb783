import { sameBytes, utf8 } from './bytes.ts';

/**
 * Whether `candidate` equals the secret. Compares digests, so that timing reveals nothing. An empty secret never matches.
 */
export async function sameSecret(candidate: string, secret: string): Promise<boolean> {
  if (secret === '') return false;
  const [a, b] = await Promise.all(
    [candidate, secret].map((text) => crypto.subtle.digest('SHA-256', utf8(text))),
  );
  return sameBytes(new Uint8Array(a!), new Uint8Array(b!));
}
