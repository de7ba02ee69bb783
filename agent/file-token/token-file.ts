import { randomBytes, scrypt as scryptOf } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { KEY_ALGORITHMS, tokenSerial } from '#core/agent/protocol.ts';
import { type Bytes, fromBase64, toBase64, utf8 } from '#core/bytes.ts';

/** Consecutive wrong PINs that lock a token; the same limit applies to the administrator's PIN. */
export const PIN_ATTEMPTS = 6;

const sealed = z.object({ salt: z.string(), iv: z.string(), data: z.string() });
export const tokenFile = z.object({
  format: z.literal('signet-token-1'),
  serial: tokenSerial,
  label: z.string().min(1).max(64),
  attemptsLeft: z.number().int().min(0),
  adminAttemptsLeft: z.number().int().min(0),
  /** The master key encrypted with the PIN and with the administrator's PIN (scrypt, AES-256-GCM). */
  master: sealed,
  adminMaster: sealed,
  keys: z.array(
    z.object({
      id: z.string(),
      algorithm: z.enum(KEY_ALGORITHMS),
      label: z.string(),
      /** PKCS#8, encrypted with the master key. */
      iv: z.string(),
      data: z.string(),
      certificate: z.string().nullable(),
    }),
  ),
});
export type TokenFile = z.output<typeof tokenFile>;

/** scrypt parameters: about 80 ms and 32 MB for each guess against a copied file. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

async function keyOfPin(pin: string, salt: Bytes, serial: string): Promise<CryptoKey> {
  const raw = await new Promise<Buffer>((resolve, reject) => {
    scryptOf(pin.normalize('NFKC'), Buffer.concat([salt, utf8(serial)]), 32, SCRYPT, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
  return importMaster(new Uint8Array(raw));
}

export const importMaster = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

export const random = (length: number): Bytes => new Uint8Array(randomBytes(length));

/** Encrypts the master key with a PIN. */
export async function sealMaster(
  master: Bytes,
  pin: string,
  serial: string,
): Promise<z.output<typeof sealed>> {
  const salt = random(16);
  const parts = await seal(await keyOfPin(pin, salt, serial), master, serial);
  return { salt: toBase64(salt), ...parts };
}

/** Decrypts the master key; null for a wrong PIN. */
export async function openMaster(
  from: z.output<typeof sealed>,
  pin: string,
  serial: string,
): Promise<Bytes | null> {
  const key = await keyOfPin(pin, fromBase64(from.salt), serial);
  return unseal(key, from, serial).catch(() => null);
}

export async function seal(key: CryptoKey, plain: Bytes, bound: string) {
  const iv = random(12);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(bound) }, key, plain);
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
}

export async function unseal(
  key: CryptoKey,
  from: { iv: string; data: string },
  bound: string,
): Promise<Bytes> {
  const parameters = { name: 'AES-GCM', iv: fromBase64(from.iv), additionalData: utf8(bound) };
  return new Uint8Array(await crypto.subtle.decrypt(parameters, key, fromBase64(from.data)));
}

export async function readTokenFile(path: string): Promise<TokenFile> {
  return tokenFile.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** Writes a temporary file and renames it, so that a token is never half written. */
export async function writeTokenFile(path: string, token: TokenFile): Promise<void> {
  const aside = `${path}.${process.pid}.new`;
  await writeFile(aside, `${JSON.stringify(token, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, path);
}
