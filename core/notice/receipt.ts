import { toHex, utf8 } from '#core/bytes.ts';

/**
 * The signature of a delivery receipt by the gateway: HMAC-SHA-256 with its key (SMS_KEY, MAIL_KEY) over
 * `timestamp.channel.id.state.reason`, in hexadecimal digits. `seconds` is the timestamp, epoch seconds in decimal digits.
 *
 * ```ts
 * await signReceipt('key', '1795958480', { channel: 'sms', id: '01J', state: 'FAILED', reason: 'NUMBER_INVALID' });
 * ```
 */
export async function signReceipt(
  key: string,
  seconds: string,
  receipt: { channel: string; id: string; state: string; reason?: string | undefined },
): Promise<string> {
  const { channel, id, state, reason = '' } = receipt;
  const imported = await crypto.subtle.importKey('raw', utf8(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const text = [seconds, channel, id, state, reason].join('.');
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(text))));
}
