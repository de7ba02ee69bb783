import { type Bytes, concatBytes, fromBase64, fromUtf8, toBase64, utf8 } from '#core/bytes.ts';

/**
 * [7.17b] Encrypts the points of an answer with the captcha's `secretKey` (16 characters): AES-128, ECB with PKCS #7
 * padding, in base64, as clients of common captcha services send them. This only keeps the answer out of logs and from
 * simple scripts, because the key came with the picture. ECB is emulated by CBC with a zero IV, since WebCrypto has no
 * ECB.
 */
export async function encryptPoints(points: unknown, secretKey: string): Promise<string> {
  const key = await keyOf(secretKey);
  const plain = utf8(JSON.stringify(points));
  const padding = 16 - (plain.length % 16);
  const padded = concatBytes(plain, new Uint8Array(padding).fill(padding));
  const blocks: Bytes[] = [];
  for (let at = 0; at < padded.length; at += 16)
    blocks.push((await cbc('encrypt', key, ZERO, padded.slice(at, at + 16))).slice(0, 16));
  return toBase64(concatBytes(...blocks));
}

/** The points; undefined for anything that is not such a text. */
export async function decryptPoints(text: string, secretKey: string): Promise<unknown> {
  try {
    const sealed = fromBase64(text);
    if (sealed.length === 0 || sealed.length % 16 !== 0) return undefined;
    const key = await keyOf(secretKey);
    const blocks: Bytes[] = [];
    for (let at = 0; at < sealed.length; at += 16) {
      const block = sealed.slice(at, at + 16);
      // CBC requires valid padding at the end, so an encrypted block of padding is appended.
      const end = await cbc('encrypt', key, block, new Uint8Array(0));
      blocks.push(await cbc('decrypt', key, ZERO, concatBytes(block, end)));
    }
    const padded = concatBytes(...blocks);
    const padding = padded[padded.length - 1] ?? 0;
    if (padding < 1 || padding > 16) return undefined;
    return JSON.parse(fromUtf8(padded.slice(0, padded.length - padding)));
  } catch {
    return undefined;
  }
}

const ZERO = new Uint8Array(16);
const keyOf = (secretKey: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', utf8(secretKey), { name: 'AES-CBC' }, false, ['encrypt', 'decrypt']);
const cbc = async (way: 'encrypt' | 'decrypt', key: CryptoKey, iv: Bytes, data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle[way]({ name: 'AES-CBC', iv }, key, data));
