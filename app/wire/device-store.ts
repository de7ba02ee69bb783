/** Opens a database of the browser once; tries again after a failure. `create` makes its stores. */
export function openOnce(name: string, create: (database: IDBDatabase) => void): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | null = null;
  return () => {
    opening ??= new Promise((done, fail) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => create(request.result);
      request.onsuccess = () => done(request.result);
      request.onerror = () => {
        opening = null;
        fail(request.error);
      };
    });
    return opening;
  };
}

/** The result of a request to such a database. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
