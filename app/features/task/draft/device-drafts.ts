import type { Draft } from '#core/task/draft.ts';
import { dropFiles } from '../../../parts/room/file-box.ts';
import { keepsOnDevice } from '../../../parts/room/keeps-on-device.ts';

/** A draft stored on this device. */
export type DeviceDraft = { draftId: string; taskName: string; fileNum: number };

const PREFIX = 'signet-draft:';

/**
 * The database of a draft. The owner is in its name, so that another identity in the same browser sees nothing of it.
 */
export const draftStore = (ownerKey: string, draftId: string): string => `${PREFIX}${ownerKey}:${draftId}`;

/** The non-empty drafts of an owner that this browser stores. */
export async function listDeviceDrafts(ownerKey: string): Promise<DeviceDraft[]> {
  const prefix = draftStore(ownerKey, '');
  const drafts: DeviceDraft[] = [];
  for (const name of await storesFrom(prefix)) {
    const { task, documents } = await readStore(name);
    if (task.taskName !== '' || documents.length > 0)
      drafts.push({ draftId: name.slice(prefix.length), taskName: task.taskName, fileNum: documents.length });
  }
  return drafts;
}

/** Deletes a draft and its files from this device. */
export async function dropDeviceDraft(ownerKey: string, draftId: string): Promise<void> {
  const store = draftStore(ownerKey, draftId);
  const { documents } = await readStore(store);
  const { clearDocument } = await import('y-indexeddb');
  await clearDocument(store);
  await dropUnusedFiles(documents.map(({ fileKey }) => fileKey));
}

/** Deletes those of the files that no draft on this device, of any owner, references any more. */
export async function dropUnusedFiles(fileKeys: readonly string[]): Promise<void> {
  if (fileKeys.length === 0 || !keepsOnDevice()) return;
  const named = new Set<string>();
  for (const name of await storesFrom(PREFIX))
    for (const { fileKey } of (await readStore(name)).documents) named.add(fileKey);
  await dropFiles(fileKeys.filter((key) => !named.has(key)));
}

const storesFrom = async (prefix: string): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []));

async function readStore(name: string): Promise<Draft> {
  const [{ Doc }, { IndexeddbPersistence }, { readDraft }] = await Promise.all([
    import('yjs'),
    import('y-indexeddb'),
    import('#core/task/draft.ts'),
  ]);
  const doc = new Doc();
  const persistence = new IndexeddbPersistence(name, doc);
  await persistence.whenSynced;
  const draft = readDraft(doc);
  await persistence.destroy();
  doc.destroy();
  return draft;
}
