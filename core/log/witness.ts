import { type Bytes, toBase64, utf8 } from '#core/bytes.ts';
import { cosignedAt } from './cosignature.ts';
import { type Note, type NoteKey, readNote, signaturesOf } from './signed-note.ts';

/** A witness that is asked for cosignatures: its key, and the address that `/add-checkpoint` is below. */
export interface Witness {
  key: NoteKey;
  url: string;
}

/**
 * Body of a request to `/add-checkpoint` (C2SP tlog-witness): the size that the witness cosigned last, the proof that
 * the checkpoint's tree continues it, and the signed note.
 */
export const addCheckpoint = (old: number, proof: readonly Bytes[], note: string): Bytes =>
  utf8(`old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`);

/**
 * The note with the cosignature from a witness's answer, which is one or more signature lines; null if the answer has no
 * valid cosignature of this key.
 */
export function withCosignature(note: Note, answer: string, key: NoteKey): Note | null {
  const said = readNote(`${note.text}\n${answer}`);
  const cosigned = said && { text: note.text, signatures: signaturesOf(said, key).slice(0, 1) };
  return cosigned && cosignedAt(cosigned, key) !== null
    ? { ...note, signatures: [...note.signatures, ...cosigned.signatures] }
    : null;
}
