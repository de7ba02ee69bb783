/** A draft as it lies on this device. */
export type DeviceDraft = { draftId: string; taskName: string; fileNum: number };

const prefixOf = (ownerKey: string) => `signet-draft:${ownerKey}:`;

/** The drafts of an owner that this browser keeps and in which something was written. */
export async function listDeviceDrafts(ownerKey: string): Promise<DeviceDraft[]> {
  const prefix = prefixOf(ownerKey);
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []));
  if (names.length === 0) return [];
  const [{ Doc }, { IndexeddbPersistence }, { readDraft }] = await Promise.all([
    import('yjs'),
    import('y-indexeddb'),
    import('#core/task/draft.ts'),
  ]);
  const drafts: DeviceDraft[] = [];
  for (const name of names) {
    const doc = new Doc();
    const kept = new IndexeddbPersistence(name, doc);
    await kept.whenSynced;
    const { task, documents } = readDraft(doc);
    await kept.destroy();
    doc.destroy();
    if (task.taskName !== '' || documents.length > 0)
      drafts.push({ draftId: name.slice(prefix.length), taskName: task.taskName, fileNum: documents.length });
  }
  return drafts;
}

/** Takes a draft off this device. */
export async function dropDeviceDraft(ownerKey: string, draftId: string): Promise<void> {
  const { clearDocument } = await import('y-indexeddb');
  await clearDocument(prefixOf(ownerKey) + draftId);
}
