import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bytes, fromBase64, toBase64, toHex } from '#core/bytes.ts';

const storedPairing = z.object({
  /** Identifier of this installation. */
  agentId: z.string(),
  pairings: z.array(
    z.object({ id: z.string(), origin: z.string(), secret: z.string(), createdAt: z.number() }),
  ),
});

export interface Pairings {
  agentId: string;
  has(origin: string): boolean;
  /** The secret of this origin's pairing; undefined if the pairing belongs to another origin. */
  secretOf(origin: string, id: string): Bytes | undefined;
  /** Stores a pairing and returns its id; a site keeps its last ten, one per browser profile. */
  add(origin: string, secret: Bytes): string;
  /** Removes all pairings of a site and returns how many there were. */
  remove(origin: string): number;
}

/** Paired sites, stored in a file that only its user may read. */
export function openPairings(folder: string): Pairings {
  const path = join(folder, 'pairings.json');
  let state: z.output<typeof storedPairing>;
  try {
    state = storedPairing.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    state = { agentId: newId(), pairings: [] };
  }
  const save = () => {
    writeFileSync(`${path}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  save();
  return {
    agentId: state.agentId,
    has: (origin) => state.pairings.some((one) => one.origin === origin),
    secretOf(origin, id) {
      const found = state.pairings.find((one) => one.id === id && one.origin === origin);
      return found && fromBase64(found.secret);
    },
    add(origin, secret) {
      const id = newId();
      const others = state.pairings.filter((one) => one.origin !== origin);
      const own = state.pairings.filter((one) => one.origin === origin).slice(-9);
      const made = { id, origin, secret: toBase64(secret), createdAt: Date.now() };
      state = { ...state, pairings: [...others, ...own, made] };
      save();
      return id;
    },
    remove(origin) {
      const left = state.pairings.filter((one) => one.origin !== origin);
      const gone = state.pairings.length - left.length;
      state = { ...state, pairings: left };
      save();
      return gone;
    },
  };
}

const newId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));
