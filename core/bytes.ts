/** Byte arrays of all engines: backed by an ArrayBuffer of their own, so WebCrypto accepts them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal text of `bytes`. */
export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += HEX[b];
  return out;
}

/** Parses hexadecimal text, ignoring whitespace. Throws RangeError on anything else. */
export function fromHex(hex: string): Bytes {
  const clean = hex.replace(/\s+/g, '');
  if (clean.length % 2 !== 0 || /[^0-9a-fA-F]/.test(clean)) throw new RangeError('not hexadecimal');
  const out = new Uint8Array(clean.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(clean.slice(i * 2, i * 2 + 2), 16);
  return out;
}

const BASE64 = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');

/** Standard base64 (RFC 4648, clause 4). Optimised for pictures: `btoa` on joined strings took 20 times as long. */
export function toBase64(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(0x3d);
  let to = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out[to++] = BASE64[group >> 18]!;
    out[to++] = BASE64[(group >> 12) & 63]!;
    if (left > 1) out[to++] = BASE64[(group >> 6) & 63]!;
    if (left > 2) out[to++] = BASE64[group & 63]!;
  }
  return new TextDecoder().decode(out);
}

/** Parses base64, standard or URL-safe, padded or not, ignoring whitespace. */
export function fromBase64(text: string): Bytes {
  const binary = atob(text.replace(/\s+/g, '').replace(/-/g, '+').replace(/_/g, '/'));
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

/** URL-safe base64 without padding (RFC 4648, clause 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replaceAll('=', '');
}

/** Concatenates a few parts. Use `joinBytes` if input determines the number of parts. */
export const concatBytes = (...parts: Uint8Array[]): Bytes => joinBytes(parts);

/** Like `concatBytes`, for any number of parts: a call accepts at most about 100,000 arguments. */
export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Whether both contain the same bytes. Not constant-time: never use it for secrets. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text) as Bytes;
/** Never throws: invalid UTF-8 becomes U+FFFD. Drops a leading byte order mark. */
export const fromUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
