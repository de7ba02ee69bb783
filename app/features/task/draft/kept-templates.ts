import type { OutputOf } from '#core/call.ts';
import { firstValues } from '#core/task/template-document.ts';
import { listUsable, readUsable, readVersion, type UsableRow } from '#core/template/version-calls.ts';
import { call, isClientError } from '../../../call.ts';
import { keyOf } from '../../../query.ts';
import { getSession, ownerOf } from '../../../session/session-store.ts';
import { readPictures } from './make-document.ts';

/*
 * Templates on this device, so that a contract can be begun from them without a network. One IndexedDB store, a row for each
 * template and identity: another one in the same browser sees nothing of it. What the server says replaces what is kept.
 */

type Version = OutputOf<typeof readVersion>;

interface KeptTemplate {
  /** Whose identity may see it, the template, and when it was seen last, epoch milliseconds. */
  owner: string;
  id: string;
  at: number;
  row: UsableRow;
  version: Version;
}

const NAME = 'signet-templates';
const STORE = 'templates';
/** Templates that are kept for an identity, the last seen. */
const MOST = 40;
/** Templates of a list that are fetched ahead. */
const AHEAD = 10;

const ownOwner = (): string => ownerOf(getSession());

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'id'] });
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

const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE);

/** What is kept for who is signed in, the last seen first; nothing where the browser keeps nothing. */
async function keptTemplates(): Promise<KeptTemplate[]> {
  const owner = ownOwner();
  const all = IDBKeyRange.bound([owner], [owner, []]);
  const found = await storeFor('readonly')
    .then((store) => answer<KeptTemplate[]>(store.getAll(all)))
    .catch(() => []);
  return found.sort((a, b) => b.at - a.at);
}

/** Keeps a version in force; those that were not seen for the longest go. */
async function keep(row: UsableRow, version: Version): Promise<void> {
  const owner = ownOwner();
  const kept = await keptTemplates();
  const store = await storeFor('readwrite');
  for (const old of kept.filter(({ id }) => id !== row.id).slice(MOST - 1)) store.delete([owner, old.id]);
  const one: KeptTemplate = { owner, id: row.id, at: Date.now(), row, version };
  await answer(store.put(one));
}

async function drop(ids: readonly string[]): Promise<void> {
  const store = await storeFor('readwrite');
  for (const id of ids) store.delete([ownOwner(), id]);
}

/** Whether no answer came: what the server refused is refused without a network, too. */
const isAway = (error: unknown): boolean =>
  isClientError(error) && (error.kind === 'network' || error.kind === 'timeout');

/** What `ask` answers; without a network what `kept` knows, where it does. */
async function orKept<T>(ask: () => Promise<T>, kept: () => Promise<T | undefined>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const known = isAway(error) ? await kept() : undefined;
    if (known === undefined) throw error;
    return known;
  }
}

/** The query for a published version with its content, which never changes; from this device without a network. */
export const versionQuery = (versionId: string) => ({
  queryKey: keyOf(readVersion, { versionId }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    orKept(
      () => call(readVersion, { versionId }, { signal }),
      async () =>
        (await keptTemplates()).find(({ version }) => version.version.versionId === versionId)?.version,
    ),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What is in force of a template; without a network what was, when this device saw it last. */
export const usableTemplate = (id: string): Promise<OutputOf<typeof readUsable>> =>
  orKept(
    () => call(readUsable, { id }),
    async () => {
      const kept = (await keptTemplates()).find((one) => one.id === id);
      return (
        kept && {
          templateName: kept.row.templateName,
          businessType: kept.row.businessType,
          status: 'ENABLED' as const,
          version: { versionId: kept.row.versionId, number: kept.row.number },
        }
      );
    },
  );

type UsableInput = Parameters<typeof keyOf<typeof listUsable>>[1];
type Usable = Pick<OutputOf<typeof listUsable>, 'records' | 'total'> & { isKept: boolean };

/** The query for templates that a contract can be begun from; without a network those that are kept here. */
export const usableQuery = (input: UsableInput) => ({
  queryKey: keyOf(listUsable, input, 'orKept'),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Usable> =>
    orKept<Usable>(
      async () => ({ ...(await call(listUsable, input, { signal })), isKept: false }),
      async () => {
        const name = String(input.templateName ?? '').trim();
        const records = (await keptTemplates())
          .map(({ row }) => row)
          .filter(
            ({ businessType, sceneType, templateName }) =>
              (!input.businessType || businessType === input.businessType) &&
              (!input.sceneType || sceneType === input.sceneType) &&
              templateName.includes(name),
          );
        return { records, total: records.length, isKept: true };
      },
    ),
});

/** Ends what is kept ahead when it was begun anew. */
let round = 0;

/**
 * Keeps the first web templates of a list, with their pictures: whoever saw a template once can begin from it without a
 * network. Word templates are laid out by the server, so nothing could be done with them. What fails is fetched another time.
 */
export async function keepAhead(rows: readonly UsableRow[]): Promise<void> {
  const own = ++round;
  const kept = new Map((await keptTemplates()).map((one) => [one.id, one.row.versionId]));
  for (const row of rows.filter(({ templateType }) => templateType === 'WEB').slice(0, AHEAD)) {
    if (own !== round || !navigator.onLine) return;
    if (kept.get(row.id) === row.versionId) continue;
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

/** Keeps a template that a link led to. */
export async function keepUsed(version: Version): Promise<void> {
  const { content: _, version: its, isInForce, status: __, ...facts } = version;
  if (!isInForce || version.content.kind !== 'WEB') return;
  const row = { ...facts, versionId: its.versionId, number: its.number, updateTime: its.createTime };
  await keep(row, version).catch(() => undefined);
}
