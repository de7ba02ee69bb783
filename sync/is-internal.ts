import { sameBytes, utf8 } from '#core/bytes.ts';

/** Whether `given` is the key. Digests are compared, so that the time tells nothing of the key. */
export async function isInternal(given: string, key: string): Promise<boolean> {
  if (key === '') return false;
  const [a, b] = await Promise.all([given, key].map((text) => crypto.subtle.digest('SHA-256', utf8(text))));
  return sameBytes(new Uint8Array(a!), new Uint8Array(b!));
}
