import { type Bytes, fromBase64, toBase64, utf8 } from '#core/bytes.ts';

/** Prefix of secrets; symmetric signatures, version 1 (Standard Webhooks, "Signature scheme", standardwebhooks.com). */
const SECRET = 'whsec_';

export const makeSecret = (random: Bytes): string => `${SECRET}${toBase64(random)}`;

/**
 * Headers of an event: HMAC-SHA-256 over `id.timestamp.body` with each secret, newest first, so that a receiver may
 * have either during a rotation. `at` is the time of this attempt, epoch ms.
 */
export async function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
): Promise<Record<string, string>> {
  const seconds = Math.floor(at / 1000);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const raw = fromBase64(secret.slice(SECRET.length));
      const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      const mac = await crypto.subtle.sign('HMAC', key, utf8(`${id}.${seconds}.${body}`));
      return `v1,${toBase64(new Uint8Array(mac))}`;
    }),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
