import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bytes, fromBase64, toBase64, toHex } from '#core/bytes.ts';

const kept = z.object({
  /** Of this installation. */
  agentId: z.string(),
  pairings: z.array(
    z.object({ id: z.string(), origin: z.string(), secret: z.string(), createdAt: z.number() }),
  ),
});

export interface Pairings {
  agentId: string;
  has(origin: string): boolean;
  /** The secret of a pairing of this origin; undefined for every other. */
  secretOf(origin: string, id: string): Bytes | undefined;
  /** Keeps a new one and answers its id; a site keeps its last ten, for as many browser profiles. */
  add(origin: string, secret: Bytes): string;
  /** Forgets all of a site; answers how many there were. */
  remove(origin: string): number;
}

/** Sites that may use the agent, in a file that only its user may read. */
export function openPairings(folder: string): Pairings {
  const path = join(folder, 'pairings.json');
  let state: z.output<typeof kept>;
  try {
    state = kept.parse(JSON.parse(readFileSync(path, 'utf8')));
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
