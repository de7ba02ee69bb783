import { eq } from 'drizzle-orm';
import { fromBase64, toBase64, toBase64Url, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { setting, usedNonce } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';

/** The caller, with the request id if the call is idempotent. */
type Asking = Context & Pick<Partial<SignedInContext>, 'requestKey'>;

const NONCE_MS = 5 * 60_000;
export const PASSWORD_KEY_NAME = 'password-key';

interface KeyPair {
  keyId: string;
  spki: string;
  privateKey: CryptoKey;
}

/** Cached as a value, never as a promise: in workerd another request must not await it. */
let pair: KeyPair | null = null;

/** The key and nonce that a browser encrypts a password under ([5.7h]). */
export async function givePasswordKey(
  context: Context,
): Promise<{ keyId: string; spki: string; nonce: string }> {
  const { keyId, spki } = await keyPair(context);
  const body = `${context.now.toString(36)}.${toBase64Url(crypto.getRandomValues(new Uint8Array(12)))}`;
  return { keyId, spki, nonce: `${body}.${await sign(context, body)}` };
}

/**
 * The password in an envelope made by `encryptPassword`. Each nonce opens once and for five minutes, or again for the
 * same request sent twice, which has one effect; throws PASSWORD_ENVELOPE_INVALID for anything else.
 */
export async function openPasswordEnvelope(context: Asking, envelope: string): Promise<string> {
  const { password, spend } = await readPasswordEnvelope(context, envelope);
  await spend();
  return password;
}

/** As `openPasswordEnvelope`; the password counts once `spend`, which uses up the nonce, has not thrown. */
export async function readPasswordEnvelope(
  context: Asking,
  envelope: string,
): Promise<{ password: string; spend: () => Promise<void> }> {
  const { keyId, privateKey } = await keyPair(context);
  const [id, sealed] = envelope.split('.');
  if (id !== keyId || !sealed) throw new AppError('PASSWORD_ENVELOPE_INVALID');
  const text = await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, fromBase64(sealed)).then(
    (plain) => new TextDecoder().decode(plain),
    () => '',
  );
  const at = text.indexOf('\0');
  if (at < 0) throw new AppError('PASSWORD_ENVELOPE_INVALID');
  const nonce = text.slice(0, at);
  const made = await timeOfNonce(context, nonce);
  return { password: text.slice(at + 1), spend: () => spendNonce(context, nonce, made) };
}

/** When a nonce of ours was made, epoch ms; throws for any other and for one that is too old. */
async function timeOfNonce(context: Asking, nonce: string): Promise<number> {
  const [time = '', random = '', mac = ''] = nonce.split('.');
  const made = Number.parseInt(time, 36);
  const genuine = mac === (await sign(context, `${time}.${random}`));
  if (!genuine || !(made <= context.now + 1000) || made + NONCE_MS < context.now)
    throw new AppError('PASSWORD_ENVELOPE_INVALID');
  return made;
}

async function spendNonce(context: Asking, nonce: string, made: number): Promise<void> {
  const { requestKey = '' } = context;
  const { db } = context;
  const spent = await db
    .insert(usedNonce)
    .values({ nonce, expiresAt: made + NONCE_MS, requestKey })
    .onConflictDoNothing()
    .returning();
  if (spent.length === 0) {
    const [first] = await db.select().from(usedNonce).where(eq(usedNonce.nonce, nonce));
    if (requestKey === '' || first?.requestKey !== requestKey)
      throw new AppError('PASSWORD_ENVELOPE_INVALID');
  }
}

async function sign(context: Context, text: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase64(context.env.PASSWORD_KEY),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toBase64Url(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(`password-nonce\0${text}`))).slice(0, 16),
  );
}

/** The server's RSA key pair for passwords: made once, kept wrapped in the database, the same in every isolate. */
async function keyPair(context: Context): Promise<KeyPair> {
  pair ??= await loadKeyPair(context);
  return pair;
}

async function loadKeyPair(context: Context): Promise<KeyPair> {
  const read = () => context.db.select().from(setting).where(eq(setting.name, PASSWORD_KEY_NAME));
  let [row] = await read();
  if (!row) {
    await makeKeyPair(context);
    [row] = await read();
  }
  const { keyId, spki, wrapped } = JSON.parse(row!.value) as { keyId: string; spki: string; wrapped: string };
  const pkcs8 = await context.keys.unwrap(wrapped, PASSWORD_KEY_NAME);
  const privateKey = await crypto.subtle.importKey(
    'pkcs8',
    pkcs8,
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['decrypt'],
  );
  return { keyId, spki, privateKey };
}

async function makeKeyPair(context: Context): Promise<void> {
  const made = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  );
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', made.publicKey));
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', made.privateKey));
  const keyId = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', spki)).slice(0, 9));
  const value = JSON.stringify({
    keyId,
    spki: toBase64(spki),
    wrapped: await context.keys.wrap(pkcs8, PASSWORD_KEY_NAME),
  });
  await context.db
    .insert(setting)
    .values({ name: PASSWORD_KEY_NAME, value, updatedAt: context.now })
    .onConflictDoNothing();
}
