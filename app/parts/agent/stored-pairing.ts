/** A pairing as stored in the browser: the secret is a non-extractable key. */
export interface StoredPairing {
  agentId: string;
  pairingId: string;
  key: CryptoKey;
}

const NAME = 'signet-agent';
const STORE = 'pairings';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'agentId' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** The stored pairing with this agent; undefined if there is none, or storage is unavailable (a private window). */
export const readPairing = (agentId: string): Promise<StoredPairing | undefined> =>
  run<StoredPairing | undefined>('readonly', (store) => store.get(agentId)).catch(() => undefined);

export const keepPairing = (pairing: StoredPairing): Promise<unknown> =>
  run('readwrite', (store) => store.put(pairing)).catch(() => undefined);

export const dropPairing = (agentId: string): Promise<unknown> =>
  run('readwrite', (store) => store.delete(agentId)).catch(() => undefined);
