import { type Bytes, toHex, utf8 } from './bytes.ts';

/**
 * SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8, in lower-case hexadecimal: 64 characters.
 *
 * ```ts
 * await sha256Hex('abc'); // 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 * ```
 */
export const sha256Hex = async (data: Bytes | ArrayBuffer | string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data)));
