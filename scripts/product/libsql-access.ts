import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Refusal } from '../install.mjs';
import { readSecrets, writeSecrets } from './secrets.ts';

/** Credentials of the local database, and the key that it verifies them with. */
export type LibsqlAccess = {
  /** A JWT (EdDSA) with access to the whole database, for `Authorization: Bearer …`. */
  authToken: string;
  /** The raw Ed25519 public key in URL-safe base64, as sqld's --auth-jwt-key-file reads it. */
  publicKey: string;
};

/**
 * The token of the database: with SIGNET_DATABASE that of the environment; otherwise created at the first start and stored in `file` (secrets.json). The private key that
 * signed it is discarded, so that no second token can be issued; to get another one, remove both lines.
 */
export function loadLibsqlAccess(file: string): LibsqlAccess {
  if (process.env.SIGNET_DATABASE) return accessFromSettings(process.env);
  const stored = readSecrets(file);
  const { LIBSQL_AUTH_TOKEN: authToken, LIBSQL_PUBLIC_KEY: publicKey } = stored;
  if (authToken && publicKey) return { authToken, publicKey };
  const made = makeAccess();
  writeSecrets(file, { ...stored, LIBSQL_AUTH_TOKEN: made.authToken, LIBSQL_PUBLIC_KEY: made.publicKey });
  return made;
}

/** Of a server that others run: the token and key from the environment. */
function accessFromSettings({ LIBSQL_AUTH_TOKEN, LIBSQL_PUBLIC_KEY }: NodeJS.ProcessEnv): LibsqlAccess {
  if (LIBSQL_AUTH_TOKEN && LIBSQL_PUBLIC_KEY)
    return { authToken: LIBSQL_AUTH_TOKEN, publicKey: LIBSQL_PUBLIC_KEY };
  throw new Refusal(
    'SIGNET_DATABASE is set: set LIBSQL_AUTH_TOKEN and LIBSQL_PUBLIC_KEY to its token and key too.',
  );
}

/** Writes the public key for sqld, which accepts no trailing newline. */
export function writePublicKey(file: string, { publicKey }: LibsqlAccess): void {
  writeFileSync(file, publicKey, { mode: 0o600 });
}

function makeAccess(): LibsqlAccess {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { authToken: signToken(privateKey), publicKey: String(publicKey.export({ format: 'jwk' }).x) };
}

// "rw" is sqld's name for read and write access; without `exp` the token is valid as long as the key is.
function signToken(key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw' })}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
