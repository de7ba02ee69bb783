import { ed25519 } from '@noble/curves/ed25519.js';
import { eq } from 'drizzle-orm';
import { type Bytes, concatBytes, fromBase64, fromHex, toBase64 } from '#core/bytes.ts';
import type { NoteKey } from '#core/log/signed-note.ts';
import { logKey, signingKey } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';

/** There is one log; its rows have fixed ids, so that of two isolates that make it at once one wins. */
const ID = 'log';
const KEY_ID = 'log-1';
/** PKCS #8 of an Ed25519 key up to the key itself (RFC 8410, clause 7). */
const PKCS8_HEAD = fromHex('302e020100300506032b657004220420');

/** The key that checkpoints are checked with; the log's origin is its name. Made at the log's first use. */
export async function openLogKey(context: Context): Promise<NoteKey> {
  const row = (await readRow(context)) ?? (await makeKey(context));
  return { name: row.origin, kind: 'ed25519', publicKey: fromBase64(row.publicKey) };
}

/** The log's private key, 32 bytes. */
export async function openPrivateKey(context: Context): Promise<Bytes> {
  const [row] = await context.db.select().from(signingKey).where(eq(signingKey.id, KEY_ID));
  const pkcs8 = await context.keys.unwrap(row!.wrapped, `key:${KEY_ID}`);
  return pkcs8.slice(-32);
}

const readRow = async ({ db }: Context) => (await db.select().from(logKey).where(eq(logKey.id, ID)))[0];

async function makeKey(context: Context) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const wrapped = await context.keys.wrap(concatBytes(PKCS8_HEAD, secret), `key:${KEY_ID}`);
  const row = {
    id: ID,
    origin: originOf(context),
    publicKey: toBase64(ed25519.getPublicKey(secret)),
    keyId: KEY_ID,
  };
  try {
    await commit(
      context,
      [],
      [
        context.db.insert(signingKey).values({
          id: KEY_ID,
          kind: 'Ed25519',
          wrapped,
          kekId: context.keys.kekId,
          createdAt: context.now,
        }),
        context.db.insert(logKey).values(row),
      ],
    );
    return row;
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    return (await readRow(context))!;
  }
}

/** The log's address without its scheme (C2SP tlog-checkpoint); it stays when the address changes. */
function originOf({ env }: Context): string {
  const address = env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL) : null;
  return `${address ? address.host + address.pathname.replace(/\/+$/, '') : 'localhost'}/log`;
}
