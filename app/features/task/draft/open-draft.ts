import { IndexeddbPersistence } from 'y-indexeddb';
import YPartyKitProvider from 'y-partykit/provider';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { readDraft } from '#core/task/draft.ts';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { call, isClientError } from '../../../call.ts';
import { draftStore, dropUnusedFiles } from './device-drafts.ts';

/** Somebody else who has the draft open. */
export interface Peer {
  id: string;
  name: string;
}

export interface DraftStatus {
  /** Everything typed so far is on this device. */
  kept: boolean;
  /** Connected to the colleagues' room, and when it last agreed with it (epoch ms). */
  connected: boolean;
  syncedAt: number | null;
  peers: Peer[];
  /** The draft was sent or deleted elsewhere, or is not this enterprise's: nothing more is shared. */
  closed: boolean;
}

export interface OpenDraft {
  doc: Y.Doc;
  undo: Y.UndoManager;
  status(): DraftStatus;
  onStatus(listener: () => void): () => void;
  /** Leaves the room; what is on the device stays. */
  close(): void;
  /** Removes the draft and its files from the device, when it was sent or deleted. */
  forget(): Promise<void>;
}

const RETRY_MS = 5_000;

/**
 * Opens a draft: from the device at once, with colleagues as soon as there is a network. `me` is what the others see.
 */
export function openDraft(draftId: string, ownerKey: string, me: Peer): OpenDraft {
  const doc = new Y.Doc();
  const kept = new IndexeddbPersistence(draftStore(ownerKey, draftId), doc);
  const undo = new Y.UndoManager(
    ['task', 'documents', 'signers', 'copies', 'placements'].map((n) => doc.getMap(n)),
    {
      captureTimeout: 400,
    },
  );
  let status: DraftStatus = { kept: false, connected: false, syncedAt: null, peers: [], closed: false };
  const listeners = new Set<() => void>();
  const set = (change: Partial<DraftStatus>) => {
    status = { ...status, ...change };
    for (const listener of listeners) listener();
  };
  kept.whenSynced.then(() => set({ kept: true }));

  let provider: YPartyKitProvider | null = null;
  let left = false;
  let asking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How often this page has spoken of itself. The room hears only what is newer than what it has heard. */
  let spoken = 0;

  async function connect(): Promise<void> {
    if (left || provider || asking || !navigator.onLine) return;
    asking = true;
    clearTimeout(timer);
    const room = `draft:${draftId}`;
    try {
      const { token } = await call(getSyncTicket, { room });
      if (left) return;
      provider = join(room, token);
    } catch (error) {
      // Refused for good: somebody sent it, or it belongs to others. Else the network: again in a while.
      if (isClientError(error) && error.code !== 0) set({ closed: true });
      else if (!left) timer = setTimeout(connect, RETRY_MS);
    } finally {
      asking = false;
    }
  }

  function join(room: string, token: string): YPartyKitProvider {
    const awareness = new Awareness(doc);
    awareness.meta.set(doc.clientID, { clock: spoken, lastUpdated: Date.now() });
    const joined = new YPartyKitProvider(window.location.host, room, doc, {
      awareness,
      prefix: `/sync/${room}`,
      protocol: window.location.protocol === 'https:' ? 'wss' : 'ws',
      params: { token },
    });
    awareness.setLocalStateField('user', me);
    const peersNow = () => {
      const peers = new Map<string, Peer>();
      for (const [client, state] of awareness.getStates()) {
        const user = (state as { user?: Peer }).user;
        if (client !== doc.clientID && user && user.id !== me.id) peers.set(user.id, user);
      }
      set({ peers: [...peers.values()] });
    };
    awareness.on('change', peersNow);
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
      awareness.off('change', peersNow);
      awareness.destroy();
      spoken = awareness.meta.get(doc.clientID)?.clock ?? spoken;
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

  const close = () => {
    left = true;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
    provider?.destroy();
    undo.destroy();
  };
  return {
    doc,
    undo,
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      close();
      void kept.destroy();
      doc.destroy();
    },
    forget: async () => {
      close();
      const { documents } = readDraft(doc);
      await kept.clearData();
      doc.destroy();
      await dropUnusedFiles(documents.map(({ fileKey }) => fileKey));
    },
  };
}
