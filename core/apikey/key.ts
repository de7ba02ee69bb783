import { type Bytes, toBase64Url } from '#core/bytes.ts';

const PREFIX = '0123456789abcdefghjkmnpqrstvwxyz';

/** `signet_PREFIX_SECRET`: 12 characters that find the key, and 32 random bytes in base64url. */
const FORM = /^signet_([0-9a-z]{12})_[\w-]{43}$/;

/** A new prefix from 12 random bytes. */
export const makePrefix = (random: Bytes): string => Array.from(random, (byte) => PREFIX[byte % 32]).join('');

/** A new key under a prefix from 32 random bytes. */
export const makeKey = (prefix: string, random: Bytes): string => `signet_${prefix}_${toBase64Url(random)}`;

/** The part that finds a key; null where the text is no key. */
export const prefixOf = (key: string): string | null => FORM.exec(key)?.[1] ?? null;
