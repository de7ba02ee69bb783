import { type Bytes, fromHex, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Bucket } from './bucket.ts';

/**
 * The file store: immutable, content-addressed by SHA-256. Nothing is overwritten, and partial uploads are never visible.
 * It also holds temporary folders for data between two calls.
 */
export interface FileStore {
  /** Stores the bytes and returns their key; `known` is their SHA-256 where the caller has computed it. */
  put(bytes: Bytes, known?: string): Promise<string>;
  /** Reads a file or a range of it. Throws NOT_FOUND. */
  get(key: string, from?: number, to?: number): Promise<Bytes>;
  /** Streams a file, without buffering it. */
  stream(key: string): Promise<ReadableStream<Bytes>>;
  has(key: string): Promise<boolean>;
  /** Stores bytes under a path of their own (the tiles of the log). What lies there is never overwritten. */
  place(path: string, bytes: Bytes): Promise<void>;
  /** Reads what was stored under a path. Throws NOT_FOUND. */
  placed(path: string): Promise<Bytes>;
  /** The same; null where nothing lies there. */
  placedOrNull(path: string): Promise<Bytes | null>;
  /** Stores bytes in a temporary folder and returns their SHA-256. */
  keep(folder: string, bytes: Bytes): Promise<string>;
  /** Reads bytes from a temporary folder. Throws NOT_FOUND. */
  kept(folder: string, sha256: string): Promise<Bytes>;
  /** Removes a temporary folder. */
  drop(folder: string): Promise<void>;
}

const folderKey = (folder: string) => `kept/${folder}/`;
const place = (key: string) => `files/${key.slice(0, 2)}/${key}`;

export function openFileStore(bucket: Bucket): FileStore {
  const read = async (key: string, range?: { offset: number; length: number }) => {
    const object = await bucket.get(place(key), range ? { range } : undefined);
    if (!object) throw new AppError('NOT_FOUND');
    return object;
  };
  const placedOrNull = async (path: string) => {
    const object = await bucket.get(path);
    return object && new Uint8Array(await object.arrayBuffer());
  };
  return {
    placedOrNull,
    async place(path, bytes) {
      if (!(await bucket.head(path))) await bucket.put(path, bytes);
    },
    async placed(path) {
      const bytes = await placedOrNull(path);
      if (!bytes) throw new AppError('NOT_FOUND');
      return bytes;
    },
    async put(bytes, known) {
      const digest = known ? fromHex(known).buffer : await crypto.subtle.digest('SHA-256', bytes);
      const key = toHex(new Uint8Array(digest));
      if (!(await bucket.head(place(key)))) await bucket.put(place(key), bytes, { sha256: digest });
      return key;
    },
    async get(key, from = 0, to) {
      if (to !== undefined && to <= from) return new Uint8Array(0);
      const object = await read(key, to === undefined ? undefined : { offset: from, length: to - from });
      return new Uint8Array(await object.arrayBuffer());
    },
    async stream(key) {
      return (await read(key)).body;
    },
    async has(key) {
      return (await bucket.head(place(key))) !== null;
    },
    async keep(folder, bytes) {
      const digest = await crypto.subtle.digest('SHA-256', bytes);
      const key = toHex(new Uint8Array(digest));
      await bucket.put(folderKey(folder) + key, bytes, { sha256: digest });
      return key;
    },
    async kept(folder, sha256) {
      const object = await bucket.get(folderKey(folder) + sha256);
      if (!object) throw new AppError('NOT_FOUND');
      return new Uint8Array(await object.arrayBuffer());
    },
    async drop(folder) {
      const { objects } = await bucket.list({ prefix: folderKey(folder) });
      if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    },
  };
}
