import { sha256Hex } from '#core/sha256.ts';
import type { TrailEvent } from './states.ts';

/** One entry of a task's trail ([3.12], [4.1c]). `previousHash` of the first is 64 zeros. */
export interface TrailEntry {
  taskId: string;
  /** From 1, without a gap. */
  seq: number;
  /** Epoch ms. */
  at: number;
  event: TrailEvent;
  /** Name of the person who acted, as known at that time. */
  operator: string;
  /** Name of the party acted for, if it differs from the operator. */
  agent: string;
  remark: string;
  /** Digests, certificate serials and similar data that the event is bound to. */
  evidence: Record<string, string>;
  previousHash: string;
  hash: string;
}

export const FIRST_HASH = '0'.repeat(64);

/** Input of an entry's hash: its fields in a fixed order as JSON, the previous hash last. */
export function trailText(entry: Omit<TrailEntry, 'hash'>): string {
  const evidence = Object.entries(entry.evidence).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    entry.taskId,
    entry.seq,
    entry.at,
    entry.event,
    entry.operator,
    entry.agent,
    entry.remark,
    evidence,
    entry.previousHash,
  ]);
}

/** SHA-256 of `trailText`, in hexadecimal. */
export const trailHash = async (entry: Omit<TrailEntry, 'hash'>): Promise<string> =>
  await sha256Hex(trailText(entry));

/** Chains new entries to the last known one. */
export async function chainTrail(
  last: { seq: number; hash: string } | null,
  entries: readonly Omit<TrailEntry, 'seq' | 'previousHash' | 'hash'>[],
): Promise<TrailEntry[]> {
  const chained: TrailEntry[] = [];
  let { seq, hash } = last ?? { seq: 0, hash: FIRST_HASH };
  for (const entry of entries) {
    const linked = { ...entry, seq: seq + 1, previousHash: hash };
    const link = { ...linked, hash: await trailHash(linked) };
    chained.push(link);
    ({ seq, hash } = link);
  }
  return chained;
}

/** The first `seq` at which the chain is broken, or null if it is intact. */
export async function firstBrokenLink(entries: readonly TrailEntry[]): Promise<number | null> {
  let hash = FIRST_HASH;
  for (const [i, entry] of entries.entries()) {
    const { hash: claimed, ...rest } = entry;
    if (entry.seq !== i + 1 || entry.previousHash !== hash || (await trailHash(rest)) !== claimed)
      return i + 1;
    hash = claimed;
  }
  return null;
}
