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
  /** Which connection each Yjs client number belongs to, over the whole room: one number each. */
  clients: Map<number, string>;
  /** Whether the document takes `size` more bytes. */
  hasSpaceFor: (size: number) => boolean;
};

type Listener = (event: { data: ArrayBuffer }) => void;

/**
 * The connection as y-partykit is to see it: messages come whole, of a size and kind that the room takes, presence
 * only under the name that the token gives, updates only from those who may write. What is too large closes this
 * connection with 1009 and leaves the room alone.
 */
export function guardConnection(connection: Party.Connection, gate: Gate): Party.Connection {
  let batch: Batch | null = null;

  function receive(data: ArrayBuffer | string, deliver: (bytes: Uint8Array) => void): void {
    if (typeof data === 'string') {
      const marker = batchMarker(data);
      if (marker?.type === 'start') batch = marker.size > BATCH_LIMIT ? refuse() : { parts: [], size: 0 };
      if (marker?.type === 'end' && batch !== null) {
        const whole = joined(batch);
        batch = null;
        deliver(whole);
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
      return update.length > PRESENCE_LIMIT ? refuse() : ownPresence(update, connection.id, gate);
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

  // A message that cannot even be read is dropped: one client's rubbish is not the room's problem.
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
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The presence update with the sender's own client only, under the name and id of the token (layout:
 * y-protocols/awareness, encodeAwarenessUpdate). Null where nothing is left.
 *
 * A connection's own client is the first that it speaks of and nobody else has: a page tells its own presence when it
 * opens. What it says of other clients later is a repetition of what it heard, perhaps of somebody who has gone in the
 * meantime: taking that for a client of its own would keep the one who went from coming back.
 */
function ownPresence(update: Uint8Array, connectionId: string, { claims, clients }: Gate): Uint8Array | null {
  const decoder = decoding.createDecoder(update);
  const count = decoding.readVarUint(decoder);
  const kept: { client: number; clock: number; state: string }[] = [];
  let own = [...clients].find(([, owner]) => owner === connectionId)?.[0];
  for (let i = 0; i < count; i += 1) {
    const client = decoding.readVarUint(decoder);
    const clock = decoding.readVarUint(decoder);
    const state: unknown = JSON.parse(decoding.readVarString(decoder));
    if (own === undefined && state !== null && !clients.has(client)) {
      own = client;
      clients.set(client, connectionId);
    }
    if (client !== own) continue;
    kept.push({ client, clock, state: JSON.stringify(named(state, claims)) });
  }
  if (kept.length === 0) return null;
  const inner = encoding.createEncoder();
  encoding.writeVarUint(inner, kept.length);
  for (const { client, clock, state } of kept) {
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
