import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';

/**
 * PEM text (RFC 7468) of `der` under a label such as CERTIFICATE or PRIVATE KEY.
 *
 * ```ts
 * toPem('CERTIFICATE', der); // -----BEGIN CERTIFICATE-----…
 * ```
 */
export function toPem(label: string, der: Bytes): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/**
 * The DER of every block with this label, in order. Throws ASN1_BROKEN if a block is not base64.
 *
 * ```ts
 * const certificates = fromPem('CERTIFICATE', text).map(parseCertificate);
 * ```
 */
export function fromPem(label: string, text: string): Bytes[] {
  const blocks = text.matchAll(new RegExp(`-----BEGIN ${label}-----([^-]*)-----END ${label}-----`, 'g'));
  return [...blocks].map(([, body]) => {
    if (!/^[A-Za-z0-9+/=\s]*$/.test(body!))
      throw new AppError('ASN1_BROKEN', { reason: 'not base64', at: 0 });
    return fromBase64(body!);
  });
}
