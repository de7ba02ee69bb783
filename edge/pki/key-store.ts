import { eq } from 'drizzle-orm';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { generateKeyPair, type KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';
import { type certificate, signingKey } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

export interface NewKey {
  id: string;
  spki: Bytes;
  pkcs8: Bytes;
  /** The statement that writes the wrapped key, in one commit with its certificate. */
  statement: Statement;
}

/** A new key of the edge keystore, stored wrapped by the key-encryption key and bound to its id. */
export async function makeKey(context: Context, kind: KeyKind): Promise<NewKey> {
  const id = context.newId();
  const { spki, pkcs8 } = await generateKeyPair(kind);
  const wrapped = await context.keys.wrap(pkcs8, `key:${id}`);
  return {
    id,
    spki,
    pkcs8,
    statement: context.db
      .insert(signingKey)
      .values({ id, kind, wrapped, kekId: context.keys.kekId, createdAt: context.now }),
  };
}

export type CertificateRow = typeof certificate.$inferSelect;

export type KeyRow = typeof signingKey.$inferSelect;

/** Wrapped keys that were read together with their certificates. */
const readWith = new WeakMap<CertificateRow, KeyRow>();

/** The same certificate; `openSigner` need not ask for its key, which was read with it. */
export function withKey<Row extends CertificateRow>(row: Row, key: KeyRow | null | undefined): Row {
  if (key && key.id === row.keyId) readWith.set(row, key);
  return row;
}

/** The signer for a certificate's key. Throws KEY_UNSUPPORTED if the key is not in the edge keystore. */
export async function openSigner(context: Context, row: CertificateRow): Promise<Signer> {
  if (!row.keyId) throw new AppError('KEY_UNSUPPORTED', { algorithm: row.subject });
  const [read] = readWith.has(row)
    ? []
    : await context.db.select().from(signingKey).where(eq(signingKey.id, row.keyId));
  const key = readWith.get(row) ?? read;
  if (!key) throw new AppError('KEY_UNSUPPORTED', { algorithm: row.subject });
  const pkcs8 = await context.keys.unwrap(key.wrapped, `key:${key.id}`);
  return pkcs8Signer(pkcs8, { certificate: fromBase64(row.der) });
}
