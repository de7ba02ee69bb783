import type { Bytes } from '#core/bytes.ts';

/**
 * Files of drafts on this device, by SHA-256, before and after their upload: a page opened without a network still
 * shows them. They are deleted with the last draft that references them. One IndexedDB store.
 */
const NAME = 'signet-files';
const STORE = 'files';

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => {
      opening = null;
      fail(request.error);
    };
  });
  return opening;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** Stores a file on the device; resolves when it is written. */
export async function keepFile(key: string, bytes: Bytes): Promise<void> {
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
  const store = (await open()).transaction(STORE, 'readwrite').objectStore(STORE);
  await Promise.all(keys.map((key) => answer(store.delete(key))));
}

/** A file stored on the device, or undefined. */
export async function keptFile(key: string): Promise<Bytes | undefined> {
  return answer<Bytes | undefined>((await open()).transaction(STORE).objectStore(STORE).get(key));
}
