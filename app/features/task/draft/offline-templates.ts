import type { OutputOf } from '#core/call.ts';
import { firstValues } from '#core/task/template-document.ts';
import { listUsable, readUsable, readVersion, type UsableRow } from '#core/template/version-calls.ts';
import { call, isClientError } from '../../../call.ts';
import { keepsOnDevice } from '../../../parts/room/keeps-on-device.ts';
import { keyOf } from '../../../query.ts';
import { getSession, ownerOf } from '../../../session/session-store.ts';
import { answerOf, openOnce } from '../../../wire/device-store.ts';
import { readPictures } from './make-document.ts';

/*
 * Templates on this device, so that a contract can be started from them offline. One IndexedDB store, a row per
 * template and identity, invisible to other identities in the same browser. Answers of the server replace stored rows.
 */

type Version = OutputOf<typeof readVersion>;

interface OfflineTemplate {
  /** Owner, template id, and the time of the last access, epoch milliseconds. */
  owner: string;
  id: string;
  at: number;
  row: UsableRow;
  version: Version;
}

const NAME = 'signet-templates';
const STORE = 'templates';
/** Maximum number of templates stored per identity; the most recently used are kept. */
const MOST = 40;
/** Number of templates of a list that are prefetched. */
const AHEAD = 10;

const ownOwner = (): string => ownerOf(getSession());

const open = openOnce(NAME, (database) => database.createObjectStore(STORE, { keyPath: ['owner', 'id'] }));

const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE);

/** The templates stored for the signed-in identity, most recent first; empty if storage is unavailable. */
async function offlineTemplates(): Promise<OfflineTemplate[]> {
  const owner = ownOwner();
  const all = IDBKeyRange.bound([owner], [owner, []]);
  const found = await storeFor('readonly')
    .then((store) => answerOf<OfflineTemplate[]>(store.getAll(all)))
    .catch(() => []);
  return found.sort((a, b) => b.at - a.at);
}

/** Stores a version in force and evicts the least recently used ones. */
async function keep(row: UsableRow, version: Version): Promise<void> {
  const owner = ownOwner();
  const stored = await offlineTemplates();
  const store = await storeFor('readwrite');
  for (const old of stored.filter(({ id }) => id !== row.id).slice(MOST - 1)) store.delete([owner, old.id]);
  const one: OfflineTemplate = { owner, id: row.id, at: Date.now(), row, version };
  await answerOf(store.put(one));
}

async function drop(ids: readonly string[]): Promise<void> {
  const store = await storeFor('readwrite');
  for (const id of ids) store.delete([ownOwner(), id]);
}

/** Whether no answer arrived; a refusal by the server must not fall back to stored data. */
const isAway = (error: unknown): boolean =>
  isClientError(error) && (error.kind === 'network' || error.kind === 'timeout');

/** The result of `ask`; offline the result of `offline`, if there is one. */
async function orOffline<T>(ask: () => Promise<T>, offline: () => Promise<T | undefined>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const known = isAway(error) ? await offline() : undefined;
    if (known === undefined) throw error;
    return known;
  }
}

/** The query for a published version with its content, which is immutable; offline from this device. */
export const versionQuery = (versionId: string) => ({
  queryKey: keyOf(readVersion, { versionId }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    orOffline(
      () => call(readVersion, { versionId }, { signal }),
      async () =>
        (await offlineTemplates()).find(({ version }) => version.version.versionId === versionId)?.version,
    ),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The version of a template in force; offline the last one known to this device. */
export const usableTemplate = (id: string): Promise<OutputOf<typeof readUsable>> =>
  orOffline(
    () => call(readUsable, { id }),
    async () => {
      const stored = (await offlineTemplates()).find((one) => one.id === id);
      return (
        stored && {
          templateName: stored.row.templateName,
          businessType: stored.row.businessType,
          status: 'ENABLED' as const,
          businessTypeGiven: true,
          version: { versionId: stored.row.versionId, number: stored.row.number },
        }
      );
    },
  );

type UsableInput = Parameters<typeof keyOf<typeof listUsable>>[1];
type Usable = Pick<OutputOf<typeof listUsable>, 'records' | 'total'> & { isOffline: boolean };

/** The query for templates that a contract can be started from; offline those stored on this device. */
export const usableQuery = (input: UsableInput) => ({
  queryKey: keyOf(listUsable, input, 'orKept'),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Usable> =>
    orOffline<Usable>(
      async () => ({ ...(await call(listUsable, input, { signal })), isOffline: false }),
      async () => {
        const name = String(input.templateName ?? '').trim();
        const records = (await offlineTemplates())
          .map(({ row }) => row)
          .filter(
            ({ businessType, sceneType, templateName }) =>
              (!input.businessType || businessType === input.businessType) &&
              (!input.sceneType || sceneType === input.sceneType) &&
              templateName.includes(name),
          );
        return { records, total: records.length, isOffline: true };
      },
    ),
});

/** Cancels an earlier prefetch when a new one starts. */
let round = 0;

/**
 * Stores the first web templates of a list, with their pictures: a template that was listed once can be used without a
 * network. Word templates are skipped, as the server lays them out. Failed fetches are retried another time.
 */
export async function keepAhead(rows: readonly UsableRow[]): Promise<void> {
  const own = ++round;
  const stored = new Map((await offlineTemplates()).map((one) => [one.id, one.row.versionId]));
  for (const row of rows.filter(({ templateType }) => templateType === 'WEB').slice(0, AHEAD)) {
    if (own !== round || !navigator.onLine) return;
    if (stored.get(row.id) === row.versionId) continue;
    try {
      await keepOne(row);
    } catch (error) {
      if (isAway(error)) return;
      await drop([row.id]).catch(() => undefined);
    }
  }
}

async function keepOne(row: UsableRow): Promise<void> {
  const version = await call(readVersion, { versionId: row.versionId });
  await readPictures(version.content, firstValues(version.content), row.id);
  await keep(row, version);
}

/** Stores a template that was opened by a link. */
export async function keepUsed(version: Version): Promise<void> {
  const { content: _, version: its, isInForce, status: __, ...facts } = version;
  if (!keepsOnDevice() || !isInForce || version.content.kind !== 'WEB') return;
  const row = { ...facts, versionId: its.versionId, number: its.number, updateTime: its.createTime };
  await keep(row, version).catch(() => undefined);
}
