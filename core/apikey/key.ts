import { type Bytes, toBase64Url } from '#core/bytes.ts';

const PREFIX = '0123456789abcdefghjkmnpqrstvwxyz';

/** `signet_PREFIX_SECRET`: 12 characters to look the key up, and 32 random bytes in base64url. */
const FORM = /^signet_([0-9a-z]{12})_[\w-]{43}$/;

/** Makes a new prefix from 12 random bytes. */
export const makePrefix = (random: Bytes): string => Array.from(random, (byte) => PREFIX[byte % 32]).join('');

/** Makes a new key with this prefix from 32 random bytes. */
export const makeKey = (prefix: string, random: Bytes): string => `signet_${prefix}_${toBase64Url(random)}`;

/** The prefix by which a key is looked up; null if the text is not a key. */
export const prefixOf = (key: string): string | null => FORM.exec(key)?.[1] ?? null;
