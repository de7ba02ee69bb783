import { cbc } from '@noble/ciphers/aes.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { type Bytes, concatBytes, fromHex, sameBytes } from '#core/bytes.ts';
import type { PdfEncryption } from './document.ts';
import {
  isDict,
  isName,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfString,
} from './objects.ts';

type Method = PdfEncryption['method'];

type Lookup = (dict: PdfDict, key: string) => PdfObject;

/** Decrypts strings and streams of an encrypted file (7.6) with the empty user password. */
export interface Decryptor {
  readonly info: PdfEncryption;
  /** Decrypts a string in object `num` `gen`. */
  string(bytes: Bytes, num: number, gen: number): Bytes;
  /** Decrypts a stream's stored bytes; `dict` may specify its own crypt filter. */
  stream(bytes: Bytes, dict: PdfDict, num: number, gen: number, lookup: Lookup): Bytes;
}

const PADDING = fromHex('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a');

/**
 * The decryptor for /Encrypt. `lookup` resolves keys. `info.opened` is false for security handlers other than Standard
 * and for files that require a password.
 */
export function makeDecryptor(encrypt: PdfDict, trailer: PdfDict, lookup: Lookup): Decryptor {
  const number = (dict: PdfDict, key: string, otherwise: number): number => {
    const value = lookup(dict, key);
    return typeof value === 'number' ? value : otherwise;
  };
  const bytes = (key: string): Bytes => {
    const value = lookup(encrypt, key);
    return isString(value) ? value.bytes : new Uint8Array(0);
  };
  const version = number(encrypt, 'V', 0);
  const revision = number(encrypt, 'R', 0);
  const permissions = number(encrypt, 'P', 0) | 0;
  const filters = lookup(encrypt, 'CF');
  const methodOf = (name: PdfObject): Method => {
    if (version < 4) return 'RC4';
    if (!isName(name) || name.value === 'Identity') return 'none';
    const filter = isDict(filters) ? lookup(filters, name.value) : null;
    const cfm = isDict(filter) ? lookup(filter, 'CFM') : null;
    if (isName(cfm, 'AESV3')) return 'AES-256';
    if (isName(cfm, 'AESV2')) return 'AES-128';
    return isName(cfm, 'V2') ? 'RC4' : 'none';
  };
  const streamMethod = methodOf(lookup(encrypt, 'StmF'));
  const stringMethod = methodOf(lookup(encrypt, 'StrF'));
  const encryptMetadata = lookup(encrypt, 'EncryptMetadata') !== false;
  const standard = isName(lookup(encrypt, 'Filter'), 'Standard');
  const key = standard ? fileKey() : undefined;
  const info: PdfEncryption = {
    version,
    revision,
    method: streamMethod,
    opened: key !== undefined,
    permissions,
  };

  function fileKey(): Bytes | undefined {
    if (version === 5 && (revision === 5 || revision === 6)) return keyOfRevision5Or6();
    if (version < 1 || version > 4 || revision < 2 || revision > 4) return undefined;
    const bits = version === 1 ? 40 : version === 4 ? 128 : number(encrypt, 'Length', 40);
    const size = Math.min(16, Math.max(5, Math.floor(bits / 8)));
    const ids = lookup(trailer, 'ID');
    const firstId = typeof ids === 'object' && ids?.kind === 'array' ? ids.items[0] : null;
    const id = isString(firstId) ? firstId.bytes : new Uint8Array(0);
    const p = new Uint8Array([permissions, permissions >> 8, permissions >> 16, permissions >>> 24]);
    const tail = revision >= 4 && !encryptMetadata ? new Uint8Array([255, 255, 255, 255]) : new Uint8Array(0);
    let hash = md5(concatBytes(PADDING, bytes('O').subarray(0, 32), p, id, tail));
    if (revision >= 3) for (let i = 0; i < 50; i++) hash = md5(hash.subarray(0, size));
    const found = hash.slice(0, size) as Bytes;
    const u = bytes('U');
    if (revision === 2) return sameBytes(rc4(found, PADDING), u.subarray(0, 32)) ? found : undefined;
    let check = rc4(found, md5(concatBytes(PADDING, id)) as Bytes);
    for (let i = 1; i < 20; i++) check = rc4(found.map((b) => b ^ i) as Bytes, check);
    return sameBytes(check, u.subarray(0, 16)) ? found : undefined;
  }

  function keyOfRevision5Or6(): Bytes | undefined {
    const u = bytes('U');
    const ue = bytes('UE');
    if (u.length < 48 || ue.length < 32) return undefined;
    const hash = (salt: Bytes) => (revision === 5 ? (sha256(salt) as Bytes) : hardenedHash(salt));
    if (!sameBytes(hash(u.slice(32, 40)), u.subarray(0, 32))) return undefined;
    const intermediate = hash(u.slice(40, 48));
    return cbc(intermediate, new Uint8Array(16), { disablePadding: true }).decrypt(ue.slice(0, 32)) as Bytes;
  }

  const open = (method: Method, data: Bytes, num: number, gen: number): Bytes => {
    if (!key || method === 'none') return data;
    if (method === 'AES-256') return aes(key, data);
    const salt = method === 'AES-128' ? [0x73, 0x41, 0x6c, 0x54] : [];
    const seed = concatBytes(key, new Uint8Array([num, num >> 8, num >> 16, gen, gen >> 8, ...salt]));
    const own = md5(seed).slice(0, Math.min(16, key.length + 5)) as Bytes;
    return method === 'RC4' ? rc4(own, data) : aes(own, data);
  };

  return {
    info,
    string: (data, num, gen) => open(stringMethod, data, num, gen),
    stream(data, dict, num, gen, lookup) {
      const type = lookup(dict, 'Type');
      if (isName(type, 'XRef')) return data;
      if (isName(type, 'Metadata') && !encryptMetadata && version >= 4) return data;
      const filter = lookup(dict, 'Filter');
      const first = typeof filter === 'object' && filter?.kind === 'array' ? filter.items[0] : filter;
      if (isName(first ?? null, 'Crypt')) {
        const params = lookup(dict, 'DecodeParms');
        const own = typeof params === 'object' && params?.kind === 'array' ? params.items[0] : params;
        return open(isDict(own ?? null) ? methodOf(lookup(own as PdfDict, 'Name')) : 'none', data, num, gen);
      }
      return open(streamMethod, data, num, gen);
    },
  };
}

/** Hash of revision 6 for the empty password (ISO 32000-2, 7.6.4.3.4, algorithm 2.B). */
function hardenedHash(salt: Bytes): Bytes {
  let k = sha256(salt) as Bytes;
  for (let round = 0; ; round++) {
    const block = new Uint8Array(k.length * 64);
    for (let i = 0; i < 64; i++) block.set(k, i * k.length);
    const e = cbc(k.subarray(0, 16), k.subarray(16, 32), { disablePadding: true }).encrypt(block);
    let sum = 0;
    for (let i = 0; i < 16; i++) sum += e[i]!;
    const hash = [sha256, sha384, sha512][sum % 3]!;
    k = hash(e) as Bytes;
    if (round >= 63 && e[e.length - 1]! <= round - 31) return k.slice(0, 32);
  }
}

/**
 * AES-CBC with the initialisation vector first; with invalid padding the data is returned unchanged, as other readers
 * do.
 */
function aes(key: Bytes, data: Bytes): Bytes {
  const length = data.length - (data.length % 16);
  if (length < 32) return new Uint8Array(0);
  const plain = cbc(key, data.subarray(0, 16), { disablePadding: true }).decrypt(
    data.subarray(16, length),
  ) as Bytes;
  const pad = plain[plain.length - 1]!;
  return pad >= 1 && pad <= 16 ? plain.subarray(0, plain.length - pad) : plain;
}

function rc4(key: Bytes, data: Bytes): Bytes {
  const s = new Uint8Array(256);
  for (let i = 0; i < 256; i++) s[i] = i;
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + s[i]! + key[i % key.length]!) & 255;
    [s[i], s[j]] = [s[j]!, s[i]!];
  }
  const out = new Uint8Array(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    j = (j + s[i]!) & 255;
    [s[i], s[j]] = [s[j]!, s[i]!];
    out[n] = data[n]! ^ s[(s[i]! + s[j]!) & 255]!;
  }
  return out;
}

/** `object` with its strings decrypted. Contents of a signature is never encrypted (7.6.2). */
export function decryptStrings(object: PdfObject, num: number, gen: number, decryptor: Decryptor): PdfObject {
  const walk = (o: PdfObject): PdfObject => {
    if (typeof o !== 'object' || o === null) return o;
    if (isString(o)) return { ...o, bytes: decryptor.string(o.bytes, num, gen) } satisfies PdfString;
    if (o.kind === 'array') return { ...o, items: o.items.map(walk) };
    if (isDict(o)) return dict(o);
    if (isStream(o)) return { ...o, dict: dict(o.dict) };
    return o;
  };
  const dict = (o: PdfDict): PdfDict => {
    const signature = o.entries.has('ByteRange') && o.entries.has('Contents');
    const entries = new Map<string, PdfObject>();
    for (const [k, v] of o.entries) entries.set(k, signature && k === 'Contents' ? v : walk(v));
    return { ...o, entries };
  };
  return walk(object);
}
