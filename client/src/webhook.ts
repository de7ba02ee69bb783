/** What an event of a task tells: no names, which are asked for with a key. */
export interface TaskEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly planId: string;
    readonly number: string;
    readonly status: string;
    /** Number and hash of the line of the trail. */
    readonly seq: number;
    readonly hash: string;
  };
}

const TOLERANCE_S = 300;

/**
 * Checks a received webhook (Standard Webhooks, version 1) and reads its event. `body` is the text as received.
 * Throws if the signature is wrong, or older or newer than five minutes.
 */
export async function readWebhook(
  secret: string,
  headers: { get(name: string): string | null } | Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): Promise<TaskEvent> {
  const header = (name: string): string => {
    const value =
      typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };
  const id = header('webhook-id');
  const at = header('webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= TOLERANCE_S))
    throw new Error('webhook: too old, or of the future');
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
  for (const one of header('webhook-signature').split(' ')) {
    const [version, mac] = one.split(',');
    if (version === 'v1' && mac && (await crypto.subtle.verify('HMAC', key, bytesOf(mac), signed)))
      return JSON.parse(body) as TaskEvent;
  }
  throw new Error('webhook: not signed with this secret');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
