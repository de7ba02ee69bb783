import { IndexeddbPersistence } from 'y-indexeddb';
import YPartyKitProvider from 'y-partykit/provider';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { isClientError } from '../../call.ts';
import { keepsOnDevice } from './keeps-on-device.ts';

/** Somebody else who has the document open. */
export interface Peer {
  id: string;
  name: string;
}

export interface RoomStatus {
  /** All changes so far are stored on this device. */
  kept: boolean;
  /** Connected to the shared room, and the time of the last complete sync (epoch ms, exact to the minute). */
  connected: boolean;
  syncedAt: number | null;
  peers: Peer[];
  /** The document was sent or deleted elsewhere, or belongs to another enterprise: syncing has ended. */
  closed: boolean;
}

export interface OpenRoom {
  doc: Y.Doc;
  undo: Y.UndoManager;
  /** Presence and cursors; the same object across reconnects. */
  awareness: Awareness;
  status(): RoomStatus;
  onStatus(listener: () => void): () => void;
  /** Leaves the room; the local copy stays. */
  close(): void;
  /** Leaves the room and removes the document from the device. */
  forget(): Promise<void>;
}

export interface RoomOptions {
  /** `kind:id`, the naming of rooms in `core/sync/token.ts`. */
  room: string;
  /** The name of its database on this device; it contains the owner. */
  store: string;
  /** One's own presence, shown to others. */
  me: Peer;
  /** Requests a ticket to the room. Rejects with a client error if this identity may not enter. */
  ticket: () => Promise<{ token: string }>;
  /** The parts of the document whose changes can be undone. */
  undoable: (doc: Y.Doc) => Extract<ConstructorParameters<typeof Y.UndoManager>[0], unknown[]>;
  /** Origins of changes that can be undone, besides those without one. */
  undoOrigins?: readonly unknown[];
}

/** The copy on the device of a page that keeps none. */
const NO_PERSISTENCE = {
  whenSynced: Promise.resolve(),
  destroy: async () => undefined,
  clearData: async () => undefined,
};

const RETRY_MS = 5_000;
const MINUTE_MS = 60_000;
/** Keystrokes within this time, ms, form one undo step. */
const UNDO_STEP_MS = 400;

/** Opens a shared document: from the device at once, if it is kept there, and synced with colleagues once online. */
export function openRoom({ room, store, me, ticket, undoable, undoOrigins = [] }: RoomOptions): OpenRoom {
  const doc = new Y.Doc();
  const persistence = keepsOnDevice() ? new IndexeddbPersistence(store, doc) : NO_PERSISTENCE;
  const undo = new Y.UndoManager(undoable(doc), {
    captureTimeout: UNDO_STEP_MS,
    trackedOrigins: new Set([null, ...undoOrigins]),
    deleteFilter: isOwnAlone,
  });
  const awareness = new Awareness(doc);
  let status: RoomStatus = { kept: false, connected: false, syncedAt: null, peers: [], closed: false };
  const listeners = new Set<() => void>();
  const set = (change: Partial<RoomStatus>) => {
    status = { ...status, ...change };
    for (const listener of listeners) listener();
  };
  persistence.whenSynced.then(() => set({ kept: true }));

  let provider: YPartyKitProvider | null = null;
  let left = false;
  let asking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onAwareness = () => {
    const peers = new Map<string, Peer>();
    for (const [client, state] of awareness.getStates()) {
      const user = (state as { user?: Peer }).user;
      if (client !== doc.clientID && user && user.id !== me.id)
        peers.set(user.id, { id: user.id, name: user.name });
    }
    const now = [...peers.values()];
    // a moved caret does not change who is present
    if (now.map(({ id }) => id).join() !== status.peers.map(({ id }) => id).join()) set({ peers: now });
  };
  awareness.on('change', onAwareness);

  async function connect(): Promise<void> {
    if (left || provider || asking || !navigator.onLine) return;
    asking = true;
    clearTimeout(timer);
    try {
      const { token } = await ticket();
      if (left) return;
      provider = join(token);
    } catch (error) {
      // A permanent refusal: it was sent, or belongs to others. Otherwise a network failure: retry later.
      if (isClientError(error) && error.code !== 0) set({ closed: true });
      else if (!left) timer = setTimeout(connect, RETRY_MS);
    } finally {
      asking = false;
    }
  }

  function join(token: string): YPartyKitProvider {
    // The room accepts only newer awareness states: setting the state again increments the clock.
    awareness.setLocalState({ ...awareness.getLocalState(), user: me });
    const joined = new YPartyKitProvider(window.location.host, room, doc, {
      awareness,
      prefix: `/sync/${room}`,
      protocol: window.location.protocol === 'https:' ? 'wss' : 'ws',
      params: { token },
    });
    tellOwnAlone(joined, awareness);
    joined.on('sync', (synced: boolean) => {
      if (synced) set({ connected: true, syncedAt: Date.now() });
    });
    joined.on('status', ({ status: now }: { status: string }) => {
      if (now !== 'connected') set({ connected: false, peers: [] });
    });
    // A ticket is valid for half an hour; an expired one is refused, and a new one is requested.
    joined.on('connection-close', () => {
      set({ connected: false, peers: [] });
      if (left) return;
      joined.destroy();
      forgetOthers(awareness);
      provider = null;
      timer = setTimeout(connect, RETRY_MS / 5);
    });
    return joined;
  }

  const onUpdate = (_update: Uint8Array, origin: unknown) => {
    if (origin === provider || !status.connected) return;
    // only minutes are displayed; listeners re-render a lot, so this does not change with each key
    const minute = (at: number | null) => Math.floor((at ?? 0) / MINUTE_MS);
    if (minute(Date.now()) !== minute(status.syncedAt)) set({ syncedAt: Date.now() });
  };
  doc.on('update', onUpdate);
  const onOnline = () => void connect();
  window.addEventListener('online', onOnline);
  void connect();

  const leave = () => {
    left = true;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
    provider?.destroy();
    awareness.destroy();
    undo.destroy();
  };
  return {
    doc,
    undo,
    awareness,
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      leave();
      void persistence.destroy();
      doc.destroy();
    },
    forget: async () => {
      leave();
      await persistence.clearData();
      doc.destroy();
    },
  };
}

/**
 * Whether undo may delete inserted content: a paragraph stays if somebody else has written into it. One's own content
 * in it is already gone, because undo proceeds from the innermost item outwards.
 */
function isOwnAlone(item: Y.Item): boolean {
  const { content } = item;
  if (!(content instanceof Y.ContentType)) return true;
  const { type } = content;
  return !(type instanceof Y.XmlText || type instanceof Y.XmlElement) || type.length === 0;
}

/**
 * Drops the awareness states of others including their clocks: after a reconnect they are sent with the same clock, and
 * states that are not newer would be ignored.
 */
function forgetOthers(awareness: Awareness): void {
  const others = [...awareness.getStates().keys()].filter((client) => client !== awareness.clientID);
  for (const client of [...awareness.meta.keys()]) {
    if (client === awareness.clientID) continue;
    awareness.meta.delete(client);
    awareness.states.delete(client);
  }
  if (others.length > 0)
    for (const event of ['change', 'update'] as const)
      awareness.emit(event, [{ added: [], updated: [], removed: others }, 'left']);
}

/** Sends one's own presence alone: the provider sends what it hears from others back to the room, which ignores it. */
function tellOwnAlone(provider: YPartyKitProvider, awareness: Awareness): void {
  const tell = provider._awarenessUpdateHandler;
  const { clientID } = awareness;
  awareness.off('update', tell);
  provider._awarenessUpdateHandler = ({ added, updated, removed }, origin) => {
    if ([added, updated, removed].some((clients) => clients.includes(clientID)))
      tell({ added: [], updated: [clientID], removed: [] }, origin);
  };
  awareness.on('update', provider._awarenessUpdateHandler);
}
