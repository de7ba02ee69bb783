import { IndexeddbPersistence } from 'y-indexeddb';
import YPartyKitProvider from 'y-partykit/provider';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { isClientError } from '../../call.ts';

/** Somebody else who has the document open. */
export interface Peer {
  id: string;
  name: string;
}

export interface RoomStatus {
  /** Everything typed so far is on this device. */
  kept: boolean;
  /** Connected to the colleagues' room, and when it last agreed with it (epoch ms). */
  connected: boolean;
  syncedAt: number | null;
  peers: Peer[];
  /** The document was sent or deleted elsewhere, or is not this enterprise's: nothing more is shared. */
  closed: boolean;
}

export interface OpenRoom {
  doc: Y.Doc;
  undo: Y.UndoManager;
  /** Who is there and where; the same object however often the connection is made anew. */
  awareness: Awareness;
  status(): RoomStatus;
  onStatus(listener: () => void): () => void;
  /** Leaves the room; what is on the device stays. */
  close(): void;
  /** Leaves the room and removes the document from the device. */
  forget(): Promise<void>;
}

export interface RoomOptions {
  /** `kind:id`, as the rooms of `core/sync/token.ts` are named. */
  room: string;
  /** The name of its database on this device; the owner is in it. */
  store: string;
  /** What the others see. */
  me: Peer;
  /** Asks for a ticket to the room. Rejects with a client error where this identity may not enter. */
  ticket: () => Promise<{ token: string }>;
  /** The parts of the document whose changes can be undone. */
  undoable: (doc: Y.Doc) => Extract<ConstructorParameters<typeof Y.UndoManager>[0], unknown[]>;
  /** Origins of changes that can be undone, besides those without one. */
  undoOrigins?: readonly unknown[];
}

const RETRY_MS = 5_000;
/** Keys typed within this time are one step of undo. */
const UNDO_STEP_MS = 400;

/** Opens a shared document: from the device at once, with colleagues as soon as there is a network. */
export function openRoom({ room, store, me, ticket, undoable, undoOrigins = [] }: RoomOptions): OpenRoom {
  const doc = new Y.Doc();
  const kept = new IndexeddbPersistence(store, doc);
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
  kept.whenSynced.then(() => set({ kept: true }));

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
    // a caret that moves is no news of who is there
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
      // Refused for good: somebody sent it, or it belongs to others. Else the network: again in a while.
      if (isClientError(error) && error.code !== 0) set({ closed: true });
      else if (!left) timer = setTimeout(connect, RETRY_MS);
    } finally {
      asking = false;
    }
  }

  function join(token: string): YPartyKitProvider {
    // The room takes only what is newer than what it has heard: the clock goes on.
    awareness.setLocalState({ ...awareness.getLocalState(), user: me });
    const joined = new YPartyKitProvider(window.location.host, room, doc, {
      awareness,
      prefix: `/sync/${room}`,
      protocol: window.location.protocol === 'https:' ? 'wss' : 'ws',
      params: { token },
    });
    joined.on('sync', (synced: boolean) => {
      if (synced) set({ connected: true, syncedAt: Date.now() });
    });
    joined.on('status', ({ status: now }: { status: string }) => {
      if (now !== 'connected') set({ connected: false, peers: [] });
    });
    // A ticket lasts half an hour; an ended one is refused, and a new one is asked for.
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
    if (origin !== provider && status.connected) set({ syncedAt: Date.now() });
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
      void kept.destroy();
      doc.destroy();
    },
    forget: async () => {
      leave();
      await kept.clearData();
      doc.destroy();
    },
  };
}

/**
 * Whether undo may take away what was put in: a paragraph stays where somebody else has written into it. What one put into
 * it oneself is gone by then, because undo goes from the innermost outwards.
 */
function isOwnAlone(item: Y.Item): boolean {
  const { content } = item;
  if (!(content instanceof Y.ContentType)) return true;
  const { type } = content;
  return !(type instanceof Y.XmlText || type instanceof Y.XmlElement) || type.length === 0;
}

/**
 * Forgets everybody else, with how new their presence was: when the connection is made anew, they are told with the same
 * clock again, and a presence that is no newer would not be taken.
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
