import { type Bytes, sameBytes } from '#core/bytes.ts';
import { appendLeaves, type LogGrowth } from './append-leaves.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { readEntries } from './entry-bundle.ts';
import { EMPTY_ROOT, HASH_BYTES, leafHash } from './merkle-hash.ts';
import type { NoteKey } from './signed-note.ts';
import { CHECKPOINT_PATH, entriesPath, TILE_WIDTH, type Tile, tilePath } from './tile.ts';
import { openTree } from './tree.ts';
import { type TreeHead, verifyConsistency } from './verify-proof.ts';

/** Problems of a log, each with an explanation. */
export const LOG_PROBLEMS = {
  'checkpoint-missing': 'The log serves no checkpoint.',
  'checkpoint-not-signed': 'The checkpoint is not signed by the log’s key, or is none.',
  shrunk: 'The log is shorter than it was when it was read last.',
  fork: 'The log says something else than before: what was read last is not the beginning of it.',
  'tile-missing': 'A tile that the checkpoint needs is not served.',
  'tile-broken': 'A tile has another length than its name says.',
  'tile-rewritten': 'A tile does not follow from the leaves below it.',
  gap: 'A bundle has fewer or more entries than there are leaves.',
  'entry-rewritten': 'An entry is not the one whose hash stands in the tree.',
  'root-wrong': 'The leaves do not lead to the root of the checkpoint.',
} as const;
export type LogProblem = keyof typeof LOG_PROBLEMS;

export interface LogFinding {
  problem: LogProblem;
  /** The file or the leaf. */
  at: string;
}

export interface LogAudit {
  /** The newest checkpoint, if it is signed. */
  checkpoint: Checkpoint | null;
  /** Number of leaves that were checked. */
  read: number;
  findings: LogFinding[];
}

/** Leaves that are processed at once: those of a full level-1 tile, which bounds the memory. */
const AT_ONCE = TILE_WIDTH * TILE_WIDTH;

/**
 * Audits a log (C2SP tlog-tiles) since the size that was checked before, and reports every problem: a different
 * history, missing tiles, gaps, rewritten entries. `read` returns a file below the log's URL, null if it does not
 * exist, and throws if that is unknown. `before` is the tree head of the last audit; `from` is the first leaf to check
 * (0 checks all again).
 *
 * ```ts
 * const { findings } = await auditLog(read, key, { before: seenYesterday, from: seenYesterday.size });
 * ```
 */
export async function auditLog(
  read: (path: string) => Promise<Bytes | null>,
  key: NoteKey,
  { before, from }: { before: TreeHead | null; from: number },
): Promise<LogAudit> {
  const findings: LogFinding[] = [];
  const found = (problem: LogProblem, at: string) => void findings.push({ problem, at });
  const source = await read(CHECKPOINT_PATH);
  const checkpoint = source && openCheckpoint(new TextDecoder().decode(source), key);
  if (!checkpoint) {
    found(source ? 'checkpoint-not-signed' : 'checkpoint-missing', CHECKPOINT_PATH);
    return { checkpoint: null, read: 0, findings };
  }
  const { size } = checkpoint;

  /** Reads a tile; null if it is missing or broken, which is reported. */
  const tileOf = async (tile: Tile): Promise<Bytes | null> => {
    const bytes = await read(tilePath(tile));
    if (bytes?.length === tile.width * HASH_BYTES) return bytes;
    found(bytes ? 'tile-broken' : 'tile-missing', tilePath(tile));
    return null;
  };

  if (before && !(await follows(before, checkpoint, tileOf, found))) return { checkpoint, read: 0, findings };

  const start = Math.min(Math.floor(from / TILE_WIDTH) * TILE_WIDTH, size);
  const made = new Map<string, Bytes>();
  let head: TreeHead = { size: start, root: EMPTY_ROOT };
  while (head.size < size) {
    const end = Math.min(size, (Math.floor(head.size / AT_ONCE) + 1) * AT_ONCE);
    const leaves = await leavesBetween(head.size, end, size, { read, tileOf, found });
    if (!leaves) return { checkpoint, read: head.size - start, findings };
    const next = await appended(head.size, leaves, made, beginningOf(size, tileOf));
    if (!next) return { checkpoint, read: head.size - start, findings };
    for (const { tile, bytes } of next.tiles) {
      made.set(`${tile.level}/${tile.index}`, bytes);
      if (tile.level === 0 || (tile.width < TILE_WIDTH && end < size)) continue;
      const served = await tileOf(tile);
      if (served && !sameBytes(served, bytes)) found('tile-rewritten', tilePath(tile));
    }
    head = next;
  }
  if (start < size && !sameBytes(head.root, checkpoint.root)) found('root-wrong', CHECKPOINT_PATH);
  return { checkpoint, read: size - start, findings };
}

type ProblemReport = (problem: LogProblem, at: string) => void;
type ReadOrSay = (tile: Tile) => Promise<Bytes | null>;

/** A tile could not be read; the finding has already been reported. */
class Unreadable extends Error {}

const orThrow =
  (tileOf: ReadOrSay) =>
  async (tile: Tile): Promise<Bytes> => {
    const bytes = await tileOf(tile);
    if (!bytes) throw new Unreadable();
    return bytes;
  };

/** The result of `work`; null if a tile could not be read. */
async function unlessUnreadable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

async function follows(
  before: TreeHead,
  now: Checkpoint,
  tileOf: ReadOrSay,
  found: ProblemReport,
): Promise<boolean> {
  if (now.size < before.size) {
    found('shrunk', `${now.size} of ${before.size}`);
    return false;
  }
  const tree = openTree(now.size, orThrow(tileOf));
  const proof = await unlessUnreadable(() => tree.consistency(before.size));
  if (!proof) return false;
  const holds = verifyConsistency(before, proof, now);
  if (!holds) found('fork', `${before.size} in ${now.size}`);
  return holds;
}

const appended = (
  size: number,
  leaves: readonly Bytes[],
  made: ReadonlyMap<string, Bytes>,
  tileOf: ReadOrSay,
): Promise<LogGrowth | null> =>
  unlessUnreadable(() =>
    appendLeaves(
      size,
      leaves,
      async (tile) => made.get(`${tile.level}/${tile.index}`) ?? orThrow(tileOf)(tile),
    ),
  );

/** Reads the start of a tile that has grown since: the log need not serve its earlier width any more. */
const beginningOf =
  (size: number, tileOf: ReadOrSay): ReadOrSay =>
  async ({ level, index, width }) => {
    const grown = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    const bytes = await tileOf({ level, index, width: grown });
    return bytes?.slice(0, width * HASH_BYTES) ?? null;
  };

/** The hashes of leaves, each compared with its entry; null if a tile is missing. */
async function leavesBetween(
  first: number,
  end: number,
  size: number,
  {
    read,
    tileOf,
    found,
  }: { read: (path: string) => Promise<Bytes | null>; tileOf: ReadOrSay; found: ProblemReport },
): Promise<Bytes[] | null> {
  const leaves: Bytes[] = [];
  let complete = true;
  for (let at = first; at < end; at += TILE_WIDTH) {
    const tile = { level: 0, index: at / TILE_WIDTH, width: Math.min(TILE_WIDTH, size - at) };
    const bundle = await read(entriesPath(tile));
    const entries = bundle && readEntries(bundle);
    if (!bundle) found('tile-missing', entriesPath(tile));
    else if (entries?.length !== tile.width) found('gap', entriesPath(tile));
    const hashes = await tileOf(tile);
    complete &&= hashes !== null;
    for (let i = 0; hashes && i < tile.width; i++) {
      const hash = hashes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES);
      const entry = entries?.[i];
      if (entry && !sameBytes(leafHash(entry), hash)) found('entry-rewritten', `leaf ${at + i}`);
      leaves.push(hash);
    }
  }
  return complete ? leaves : null;
}
