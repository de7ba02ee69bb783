import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readKept, writeKept } from './secrets.ts';

/** What the local database asks for, and what it knows that by. */
export type LibsqlAccess = {
  /** A JWT (EdDSA) that opens the whole database, for `Authorization: Bearer …`. */
  authToken: string;
  /** The raw Ed25519 public key in URL-safe base64, as sqld's --auth-jwt-key-file reads it. */
  publicKey: string;
};

/**
 * The token of the local database, made at the first start and kept in `file` (secrets.json). The private key that
 * signed it is kept by nobody, so that no second token can be made; who wants another one removes both lines.
 */
export function loadLibsqlAccess(file: string): LibsqlAccess {
  const kept = readKept(file);
  const { LIBSQL_AUTH_TOKEN: authToken, LIBSQL_PUBLIC_KEY: publicKey } = kept;
  if (authToken && publicKey) return { authToken, publicKey };
  const made = makeAccess();
  writeKept(file, { ...kept, LIBSQL_AUTH_TOKEN: made.authToken, LIBSQL_PUBLIC_KEY: made.publicKey });
  return made;
}

/** Writes the public key where sqld reads it, which takes no line end after it. */
export function writePublicKey(file: string, { publicKey }: LibsqlAccess): void {
  writeFileSync(file, publicKey, { mode: 0o600 });
}

function makeAccess(): LibsqlAccess {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { authToken: signToken(privateKey), publicKey: String(publicKey.export({ format: 'jwk' }).x) };
}

// "rw" is sqld's own name for reading and writing; without `exp` it is good as long as the key is.
function signToken(key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw' })}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
