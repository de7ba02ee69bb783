import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type * as Party from 'partykit/server';
import type { SyncClaims } from '#core/sync/token.ts';
import { BATCH_LIMIT, PARTS_LIMIT, PRESENCE_LIMIT } from './limits.ts';
import { type Batch, batchMarker } from './read-batch.ts';

const MESSAGE_SYNC = 0;
const MESSAGE_AWARENESS = 1;
const SYNC_STEP_1 = 0;

export type Gate = {
  claims: SyncClaims;
  /** Owner of each Yjs client id in the room: one id per connection. */
  clients: Map<number, Party.Connection>;
  /** Whether the document may grow by `size` bytes. */
  hasSpaceFor: (size: number) => boolean;
};

type Listener = (event: { data: ArrayBuffer }) => void;

/**
 * Wraps a connection for y-partykit: it delivers complete messages of an accepted size and kind, presence only under
 * the token's name, and updates only from writers. Oversized messages close this connection with 1009 and do not affect
 * the room.
 */
export function guardConnection(connection: Party.Connection, gate: Gate): Party.Connection {
  let batch: Batch | null = null;

  function receive(data: ArrayBuffer | string, deliver: (bytes: Uint8Array) => void): void {
    if (typeof data === 'string') {
      const marker = batchMarker(data);
      if (marker?.type === 'start') batch = marker.size > BATCH_LIMIT ? refuse() : { parts: [], size: 0 };
      if (marker?.type === 'end' && batch !== null) {
        const message = joined(batch);
        batch = null;
        deliver(message);
      }
      return;
    }
    const bytes = new Uint8Array(data);
    if (batch === null) {
      deliver(bytes);
      return;
    }
    batch.parts.push(bytes);
    batch.size += bytes.length;
    if (batch.size > BATCH_LIMIT || batch.parts.length > PARTS_LIMIT) batch = refuse();
  }

  function refuse(): null {
    connection.close(1009, 'too large');
    return null;
  }

  function admitted(bytes: Uint8Array): Uint8Array | null {
    if (bytes.length > BATCH_LIMIT) return refuse();
    const decoder = decoding.createDecoder(bytes);
    const type = decoding.readVarUint(decoder);
    if (type === MESSAGE_AWARENESS) {
      const update = decoding.readVarUint8Array(decoder);
      return update.length > PRESENCE_LIMIT ? refuse() : ownPresence(update, connection, gate);
    }
    if (type !== MESSAGE_SYNC) return null;
    if (decoding.readVarUint(decoder) === SYNC_STEP_1) return bytes;
    if (gate.claims.access !== 'write') return null;
    return gate.hasSpaceFor(bytes.length) ? bytes : refuse();
  }

  function listen(listener: Listener): void {
    connection.addEventListener('message', ({ data }) => {
      receive(data as ArrayBuffer | string, (bytes) => {
        const message = admittedOrNull(bytes);
        if (message !== null) listener({ data: message.slice().buffer });
      });
    });
  }

  // Malformed messages are dropped, so that one client cannot disturb the room.
  function admittedOrNull(bytes: Uint8Array): Uint8Array | null {
    try {
      return admitted(bytes);
    } catch {
      return null;
    }
  }

  return new Proxy(connection, {
    get(target, key) {
      if (key === 'addEventListener') {
        return (type: 'message' | 'close', listener: Listener) =>
          type === 'message' ? listen(listener) : target.addEventListener(type, listener as () => void);
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function joined({ parts, size }: Batch): Uint8Array {
  const joinedBytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joinedBytes.set(part, at);
    at += part.length;
  }
  return joinedBytes;
}

/**
 * Reduces a presence update to the sender's own client, with the name and id of the token (layout:
 * y-protocols/awareness, encodeAwarenessUpdate). Null if nothing remains.
 *
 * A connection's own client is the first one it mentions that no other connection owns, as a page announces itself when
 * it opens. Later mentions of other clients repeat what it received, possibly of a client that has left: claiming that
 * one would keep it from returning.
 */
function ownPresence(
  update: Uint8Array,
  connection: Party.Connection,
  { claims, clients }: Gate,
): Uint8Array | null {
  const decoder = decoding.createDecoder(update);
  const count = decoding.readVarUint(decoder);
  const states: { client: number; clock: number; state: string }[] = [];
  let own = [...clients].find(([, owner]) => owner === connection)?.[0];
  for (let i = 0; i < count; i += 1) {
    const client = decoding.readVarUint(decoder);
    const clock = decoding.readVarUint(decoder);
    const state: unknown = JSON.parse(decoding.readVarString(decoder));
    if (own === undefined && state !== null && !clients.has(client)) {
      own = client;
      clients.set(client, connection);
    }
    if (client !== own) continue;
    states.push({ client, clock, state: JSON.stringify(named(state, claims)) });
  }
  if (states.length === 0) return null;
  const inner = encoding.createEncoder();
  encoding.writeVarUint(inner, states.length);
  for (const { client, clock, state } of states) {
    encoding.writeVarUint(inner, client);
    encoding.writeVarUint(inner, clock);
    encoding.writeVarString(inner, state);
  }
  const outer = encoding.createEncoder();
  encoding.writeVarUint(outer, MESSAGE_AWARENESS);
  encoding.writeVarUint8Array(outer, encoding.toUint8Array(inner));
  return encoding.toUint8Array(outer);
}

function named(state: unknown, { sub, name, access }: SyncClaims): unknown {
  if (state === null || typeof state !== 'object') return null;
  return { ...state, user: { id: sub, name, access } };
}
