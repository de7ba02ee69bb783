import { type Bytes, utf8 } from '#core/bytes.ts';
import { type Note, type NoteKey, signaturesOf, verifyEd25519 } from './signed-note.ts';

/** Length of the timestamp before the signature, bytes. */
const TIME_BYTES = 8;

/** The message that a witness signs (C2SP tlog-cosignature): time, in seconds since 1970, and checkpoint. */
export const cosignedMessage = (text: string, seconds: number): Bytes =>
  utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

/**
 * When a witness cosigned a checkpoint, in seconds since 1970; null if it did not. A cosignature (C2SP
 * tlog-cosignature, version 1, as returned by tlog-witness) states that the witness has seen no other tree of this
 * size.
 *
 * ```ts
 * const seen = cosignedAt(checkpoint.note, readNoteKey(line)!);
 * ```
 */
export function cosignedAt(note: Note, key: NoteKey): number | null {
  if (key.kind !== 'cosignature') return null;
  for (const { value } of signaturesOf(note, key)) {
    if (value.length !== TIME_BYTES + 64) continue;
    const seconds = Number(new DataView(value.buffer, value.byteOffset).getBigUint64(0));
    if (verifyEd25519(value.slice(TIME_BYTES), cosignedMessage(note.text, seconds), key.publicKey))
      return seconds;
  }
  return null;
}
