/** Whether the device has written a text of a room whose name begins with `room`. Runs in the page. */
export async function isWritten({ room, wanted }: { room: string; wanted: string }): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith(room)) continue;
    const db = await done(indexedDB.open(name));
    const updates = await done(db.transaction('updates').objectStore('updates').getAll());
    db.close();
    if (updates.some((update: Uint8Array) => new TextDecoder().decode(update).includes(wanted))) return true;
  }
  return false;
}
