import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';
import { HASH_BYTES } from './merkle-hash.ts';
import { type Note, type NoteKey, noteSignedBy, readNote, signNote, writeNote } from './signed-note.ts';
import type { TreeHead } from './verify-proof.ts';

/** The state of a log at one time (C2SP tlog-checkpoint): its name, the number of its leaves, its root hash. */
export interface Checkpoint extends TreeHead {
  origin: string;
  root: Bytes;
  note: Note;
}

/** The text of a checkpoint that is signed. */
export const checkpointText = (origin: string, { size, root }: TreeHead): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/**
 * Signs a checkpoint and returns the serialized note. The key's name is the log's origin.
 *
 * ```ts
 * const note = signCheckpoint('contracts.example/log', { size, root }, privateKey);
 * ```
 */
export function signCheckpoint(origin: string, head: TreeHead, privateKey: Bytes): string {
  const text = checkpointText(origin, head);
  return writeNote({ text, signatures: [signNote(text, origin, privateKey)] });
}

/** Parses a checkpoint without verifying its signatures; null if it is invalid. Extension lines are ignored. */
export function readCheckpoint(source: string): Checkpoint | null {
  const note = readNote(source);
  if (!note) return null;
  const [origin, digits, hash] = note.text.split('\n');
  if (!origin || !digits || !hash || !/^(?:0|[1-9]\d*)$/.test(digits)) return null;
  const size = Number(digits);
  if (!Number.isSafeInteger(size) || !/^[A-Za-z0-9+/]{43}=$/.test(hash)) return null;
  const root = fromBase64(hash);
  return root.length === HASH_BYTES && toBase64(root) === hash ? { origin, size, root, note } : null;
}

/**
 * Parses a checkpoint and verifies the signature by this key of the log; null if it is invalid, not signed by the key,
 * or of another log.
 */
export function openCheckpoint(source: string, key: NoteKey): Checkpoint | null {
  const checkpoint = readCheckpoint(source);
  return checkpoint && checkpoint.origin === key.name && noteSignedBy(checkpoint.note, key)
    ? checkpoint
    : null;
}
