import type { Bytes } from '#core/bytes.ts';
import { answerOf, openOnce } from '../../wire/device-store.ts';
import { keepsOnDevice } from './keeps-on-device.ts';

/**
 * Files of drafts on this device, by SHA-256, before and after their upload: a page opened without a network still
 * shows them. They are deleted with the last draft that references them. One IndexedDB store; memory in a page that keeps
 * nothing on the device.
 */
const NAME = 'signet-files';
const STORE = 'files';

const inMemory = new Map<string, Bytes>();

const open = openOnce(NAME, (database) => database.createObjectStore(STORE));

/** Stores a file on the device; resolves when it is written. */
export async function keepFile(key: string, bytes: Bytes): Promise<void> {
  if (!keepsOnDevice()) {
    inMemory.set(key, bytes);
    return;
  }
  const transaction = (await open()).transaction(STORE, 'readwrite');
  transaction.objectStore(STORE).put(bytes, key);
  await new Promise<void>((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onerror = () => fail(transaction.error);
    transaction.onabort = () => fail(transaction.error);
  });
}

/** Deletes files from the device. */
export async function dropFiles(keys: readonly string[]): Promise<void> {
  if (!keepsOnDevice()) return;
  const store = (await open()).transaction(STORE, 'readwrite').objectStore(STORE);
  await Promise.all(keys.map((key) => answerOf(store.delete(key))));
}

/** A file stored on the device, or undefined. */
export async function keptFile(key: string): Promise<Bytes | undefined> {
  if (!keepsOnDevice()) return inMemory.get(key);
  return answerOf<Bytes | undefined>((await open()).transaction(STORE).objectStore(STORE).get(key));
}
