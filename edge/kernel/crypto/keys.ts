import { type Bytes, concatBytes, fromBase64, toBase64, toHex, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Env } from '#edge/kernel/env.ts';

/** Keys derived from the environment's secrets, one per purpose (HKDF-SHA-256, RFC 5869). */
export interface Keyring {
  /** Personal data at rest: AES-GCM text `v1.iv.ciphertext`, bound to `context`. */
  sealField(plain: string, context: string): Promise<string>;
  openField(sealed: string, context: string): Promise<string>;
  /** Keyed digest of a value for look-ups by equality: HMAC-SHA-256 in hex. */
  indexOf(value: string, context: string): Promise<string>;
  /**
   * Private keys at rest, wrapped with the current key-encryption key: `k1.kekId.iv.ciphertext`, bound to `context`.
   * Unwrapping selects the key by its id; older values without an id are tried with every key.
   */
  wrap(plain: Bytes, context: string): Promise<string>;
  unwrap(wrapped: string, context: string): Promise<Bytes>;
  /** Id of the current key-encryption key. */
  kekId: string;
  /** Prefix of values that are wrapped with the current key. */
  wrapPrefix: string;
}

type KeySecrets = Pick<Env, 'KEY_ENCRYPTION_KEY' | 'OTHER_KEY_ENCRYPTION_KEYS' | 'DATA_KEY'>;

type Kek = { id: string; key: CryptoKey };

const rings = new Map<string, Keyring>();

/** Cached per isolate and set of secrets. Concurrent first requests may derive it twice rather than share a promise across requests. */
export async function openKeyring(env: KeySecrets): Promise<Keyring> {
  const name = [env.KEY_ENCRYPTION_KEY, env.OTHER_KEY_ENCRYPTION_KEYS, env.DATA_KEY].join('|');
  const known = rings.get(name);
  if (known) return known;
  const made = await makeKeyring(env);
  rings.set(name, made);
  return made;
}

async function makeKeyring(env: KeySecrets): Promise<Keyring> {
  const others = (env.OTHER_KEY_ENCRYPTION_KEYS ?? '').split(/[\s,]+/).filter(Boolean);
  // Personal data and its indexes are not re-encrypted when the key-encryption key changes, so they need a separate secret.
  if (others.length > 0 && !env.DATA_KEY)
    throw new Error('OTHER_KEY_ENCRYPTION_KEYS is set and DATA_KEY is not: see docs/deploy.md');
  const data = secretOf('DATA_KEY', env.DATA_KEY || env.KEY_ENCRYPTION_KEY);
  const fieldKey = await derive(data, 'field', 'AES');
  const indexKey = await derive(data, 'index', 'HMAC');
  const current = await kekOf('KEY_ENCRYPTION_KEY', env.KEY_ENCRYPTION_KEY);
  const keks = [
    current,
    ...(await Promise.all(others.map((secret) => kekOf('OTHER_KEY_ENCRYPTION_KEYS', secret)))),
  ];
  const wrapPrefix = `k1.${current.id}.`;
  return {
    kekId: current.id,
    wrapPrefix,
    sealField: async (plain, context) => `v1.${await encrypt(fieldKey, utf8(plain), context)}`,
    openField: async (sealed, context) =>
      new TextDecoder().decode(await decrypt(fieldKey, sealed.slice(3), context)),
    indexOf: async (value, context) =>
      toHex(new Uint8Array(await crypto.subtle.sign('HMAC', indexKey, utf8(`${context}\0${value}`)))),
    wrap: async (plain, context) => `${wrapPrefix}${await encrypt(current.key, plain, context)}`,
    unwrap: (wrapped, context) => unwrapWith(keks, wrapped, context),
  };
}

function secretOf(name: string, text: string): Bytes {
  const secret = fromBase64(text);
  if (secret.length < 32) throw new Error(`${name} must be 32 bytes in base64`);
  return secret;
}

async function kekOf(name: string, text: string): Promise<Kek> {
  const secret = secretOf(name, text);
  const hash = await sha256Hex(concatBytes(utf8('kek'), secret));
  return { id: hash.slice(0, 16), key: await derive(secret, 'wrap', 'AES') };
}

async function unwrapWith(keks: readonly Kek[], wrapped: string, context: string): Promise<Bytes> {
  const [, id, rest] = /^k1\.([0-9a-f]{16})\.(.+)$/s.exec(wrapped) ?? [];
  if (id && rest) {
    const kek = keks.find((one) => one.id === id);
    if (!kek) throw new Error(`a key lies under the key-encryption key ${id}, which is not configured`);
    return decrypt(kek.key, rest, context);
  }
  for (const [i, { key }] of keks.entries()) {
    try {
      return await decrypt(key, wrapped, context);
    } catch (error) {
      if (i === keks.length - 1) throw error;
    }
  }
  throw new AppError('INTERNAL');
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
