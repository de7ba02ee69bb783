import { and, eq, gt, lte, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Bytes, fromBase64, toBase64, utf8 } from '#core/bytes.ts';
import type { WechatSettings } from '#core/config/payment-settings.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { fromPem } from '#core/pki/certificate/pem.ts';
import { DAY_MS } from '#core/time.ts';
import { paymentKey } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { importPublicKey } from './rsa.ts';
import { unavailable } from './with-retries.ts';

/** Trust period of a certificate after WeChat Pay last listed it. */
const TRUST_MS = DAY_MS;
/**
 * Limit of certificate downloads per minute: serial numbers come from unauthenticated senders, and an unknown one
 * triggers a download.
 */
const FETCHES_PER_MINUTE = 6;

const listed = z.object({
  data: z.array(
    z.object({
      serial_no: z.string().regex(/^[0-9A-Fa-f]{8,64}$/),
      effective_time: z.iso.datetime({ offset: true }),
      expire_time: z.iso.datetime({ offset: true }),
      encrypt_certificate: z.object({
        algorithm: z.literal('AEAD_AES_256_GCM'),
        nonce: z.string(),
        associated_data: z.string().default(''),
        ciphertext: z.string(),
      }),
    }),
  ),
});

type EncryptedResource = { nonce: string; associated_data?: string | undefined; ciphertext: string };

/** Decrypts data that WeChat Pay encrypted with the APIv3 key (AES-256-GCM). Throws if it was encrypted otherwise. */
export async function openSealed(
  apiKey: string,
  { nonce, associated_data, ciphertext }: EncryptedResource,
): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', utf8(apiKey), 'AES-GCM', false, ['decrypt']);
  const how = {
    name: 'AES-GCM',
    iv: utf8(nonce),
    additionalData: utf8(associated_data ?? ''),
    tagLength: 128,
  };
  return new Uint8Array(await crypto.subtle.decrypt(how, key, fromBase64(ciphertext)));
}

/** A not yet verified response of `GET /v3/certificates`, with a function that verifies it. */
export type ListedCertificates = {
  body: Bytes;
  serial: string;
  isSignedWith(key: CryptoKey): Promise<boolean>;
};

/**
 * The key of WeChat Pay with this serial number: the configured public key, or that of a platform certificate. During a
 * rotation the old and the new certificate are both valid. An unknown serial number triggers a download of the
 * certificates. Null if there is no such key. Throws PAYMENT_UNAVAILABLE if the download fails or is needed too often.
 */
export async function wechatKey(
  context: Context,
  settings: WechatSettings,
  serial: string,
  fetchListed: () => Promise<ListedCertificates>,
): Promise<CryptoKey | null> {
  if (settings.publicKeyId && serial === settings.publicKeyId)
    return importPublicKey('WECHAT_PAY_PUBLIC_KEY', settings.publicKey);
  if (!/^[0-9A-Fa-f]{8,64}$/.test(serial)) return null;
  const known = await storedKey(context, settings, serial);
  if (known) return known;
  if ((await countAttempt(context, 'wechat-certificates', 60_000)) > FETCHES_PER_MINUTE)
    throw unavailable('WeChat Pay: certificates are asked for too often');
  await keepCertificates(context, settings, await fetchListed());
  return storedKey(context, settings, serial);
}

/** Includes the merchant number: each merchant has other certificates. */
const idOf = ({ mchid }: WechatSettings, serial: string): string => `wechat:${mchid}:${serial.toUpperCase()}`;

async function storedKey(
  { db, now }: Context,
  settings: WechatSettings,
  serial: string,
): Promise<CryptoKey | null> {
  const current = and(
    eq(paymentKey.id, idOf(settings, serial)),
    lte(paymentKey.notBefore, now),
    gt(paymentKey.notAfter, now),
  );
  const [row] = await db.select().from(paymentKey).where(current);
  return row ? importPublicKey('a platform certificate', row.publicKey) : null;
}

/**
 * Stores the listed certificates and deletes all others. The list can be trusted: its entries are encrypted with the
 * APIv3 key, which only WeChat Pay shares with us, and it is signed with one of them or with the configured public key.
 * Throws PAYMENT_UNAVAILABLE if it is not.
 */
async function keepCertificates(
  { db, now }: Context,
  settings: WechatSettings,
  answer: ListedCertificates,
): Promise<void> {
  const rows = await opened(settings, answer.body).catch(() => null);
  if (!rows)
    throw unavailable('WeChat Pay: the list of certificates cannot be read: is WECHAT_PAY_API_KEY right?');
  const signer =
    answer.serial === settings.publicKeyId
      ? await importPublicKey('WECHAT_PAY_PUBLIC_KEY', settings.publicKey)
      : rows.find(({ id }) => id === idOf(settings, answer.serial))?.key;
  if (!signer || !(await answer.isSignedWith(signer)))
    throw unavailable('WeChat Pay: the list of certificates is not signed by one of them');
  const ids = rows.map(({ id }) => id);
  await db.batch([
    db.delete(paymentKey).where(and(eq(paymentKey.provider, 'wechat'), notInArray(paymentKey.id, ids))),
    ...rows.map(({ id, publicKey, notBefore, notAfter: end }) => {
      const notAfter = Math.min(end, now + TRUST_MS);
      return db
        .insert(paymentKey)
        .values({ id, provider: 'wechat', publicKey, notBefore, notAfter })
        .onConflictDoUpdate({ target: paymentKey.id, set: { publicKey, notBefore, notAfter } });
    }),
  ]);
}

async function opened(settings: WechatSettings, body: Bytes) {
  const { data } = listed.parse(JSON.parse(new TextDecoder().decode(body)));
  return Promise.all(
    data.map(async ({ serial_no, encrypt_certificate }) => {
      const pem = new TextDecoder().decode(await openSealed(settings.apiKey, encrypt_certificate));
      const { serialHex, publicKey, notBefore, notAfter } = parseCertificate(fromPem('CERTIFICATE', pem)[0]!);
      if (BigInt(`0x${serialHex}`) !== BigInt(`0x${serial_no}`)) throw new Error('another serial number');
      const text = toBase64(publicKey.spki);
      const key = await importPublicKey('a platform certificate', text);
      return { id: idOf(settings, serial_no), publicKey: text, notBefore, notAfter, key };
    }),
  );
}
