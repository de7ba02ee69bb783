import { type Bytes, concatBytes, fromBase64, toBase64, toHex, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Env } from '../env.ts';

/** Keys derived from the environment's secrets, one for each purpose (HKDF-SHA-256, RFC 5869). */
export interface Keyring {
  /** Personal data at rest: AES-GCM text `v1.iv.ciphertext`, bound to `context`. */
  sealField(plain: string, context: string): Promise<string>;
  openField(sealed: string, context: string): Promise<string>;
  /** Keyed digest of a value for look-ups by equality: HMAC-SHA-256 in hex. */
  indexOf(value: string, context: string): Promise<string>;
  /** Private keys at rest, under the key-encryption key. */
  wrap(plain: Bytes, context: string): Promise<string>;
  unwrap(wrapped: string, context: string): Promise<Bytes>;
  kekId: string;
}

const rings = new Map<string, Promise<Keyring>>();

export function openKeyring(env: Env): Promise<Keyring> {
  const known = rings.get(env.KEY_ENCRYPTION_KEY);
  if (known) return known;
  const made = makeKeyring(env);
  rings.set(env.KEY_ENCRYPTION_KEY, made);
  return made;
}

async function makeKeyring(env: Env): Promise<Keyring> {
  const secret = fromBase64(env.KEY_ENCRYPTION_KEY);
  if (secret.length < 32) throw new Error('KEY_ENCRYPTION_KEY must be 32 bytes in base64');
  const fieldKey = await derive(secret, 'field', 'AES');
  const wrapKey = await derive(secret, 'wrap', 'AES');
  const indexKey = await derive(secret, 'index', 'HMAC');
  const kekId = toHex(
    new Uint8Array(await crypto.subtle.digest('SHA-256', concatBytes(utf8('kek'), secret))),
  ).slice(0, 16);
  return {
    kekId,
    sealField: async (plain, context) => `v1.${await encrypt(fieldKey, utf8(plain), context)}`,
    openField: async (sealed, context) =>
      new TextDecoder().decode(await decrypt(fieldKey, sealed.slice(3), context)),
    indexOf: async (value, context) =>
      toHex(new Uint8Array(await crypto.subtle.sign('HMAC', indexKey, utf8(`${context}\0${value}`)))),
    wrap: (plain, context) => encrypt(wrapKey, plain, context),
    unwrap: (wrapped, context) => decrypt(wrapKey, wrapped, context),
  };
}

async function derive(secret: Bytes, purpose: string, kind: 'AES' | 'HMAC'): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: utf8('signet'), info: utf8(purpose) };
  return kind === 'AES'
    ? crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    : crypto.subtle.deriveKey(hkdf, base, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']);
}

async function encrypt(key: CryptoKey, plain: Bytes, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(context) },
    key,
    plain,
  );
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

async function decrypt(key: CryptoKey, text: string, context: string): Promise<Bytes> {
  const [iv, sealed] = text.split('.');
  if (!iv || !sealed) throw new AppError('INTERNAL');
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromBase64(iv), additionalData: utf8(context) },
    key,
    fromBase64(sealed),
  );
  return new Uint8Array(plain);
}
