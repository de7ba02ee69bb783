import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type Bytes,
  concatBytes,
  fromBase64,
  fromHex,
  sameBytes,
  toBase64,
  toHex,
  utf8,
} from '#core/bytes.ts';

/** Kinds of keys for notes (C2SP signed-note): Ed25519 signatures, and cosignatures of witnesses. */
export const NOTE_KEYS = { ed25519: 1, cosignature: 4 } as const;
export type NoteKeyKind = keyof typeof NOTE_KEYS;

/** A key that verifies signatures of notes. */
export interface NoteKey {
  name: string;
  kind: NoteKeyKind;
  /** Ed25519, 32 bytes. */
  publicKey: Bytes;
}

/** A signature line of a note: the claimed signer, the four-byte key ID, and the signature. */
export interface NoteSignature {
  name: string;
  keyId: Bytes;
  value: Bytes;
}

export interface Note {
  /** The signed text; ends with a line feed. */
  text: string;
  signatures: NoteSignature[];
}

/** Limits above any real note, so that a huge one cannot consume resources. */
const MAX_SIGNATURES = 100;
const MAX_LENGTH = 1_000_000;

/** The four-byte ID of a key: the first bytes of SHA-256(name || LF || kind || public key) (C2SP signed-note). */
export const keyIdOf = ({ name, kind, publicKey }: NoteKey): Bytes =>
  sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(NOTE_KEYS[kind]), publicKey)).slice(0, 4) as Bytes;

/** Serializes a key to one line: `name+key id+base64` (C2SP signed-note, "verifier keys"). */
export const writeNoteKey = (key: NoteKey): string =>
  `${key.name}+${toHex(keyIdOf(key))}+${toBase64(concatBytes(Uint8Array.of(NOTE_KEYS[key.kind]), key.publicKey))}`;

/** Parses such a line; null if it is invalid or of another kind. */
export function readNoteKey(line: string): NoteKey | null {
  const [, name, id, data] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(line.trim()) ?? [];
  if (!name || !id || !data) return null;
  const bytes = base64Of(data);
  const kind = (Object.keys(NOTE_KEYS) as NoteKeyKind[]).find((one) => NOTE_KEYS[one] === bytes?.[0]);
  if (!bytes || !kind || bytes.length !== 33) return null;
  const key = { name, kind, publicKey: bytes.slice(1) };
  return sameBytes(keyIdOf(key), fromHex(id)) ? key : null;
}

/**
 * Signs a text, which must end with a line feed, with an Ed25519 private key of 32 bytes. Returns the signature line.
 */
export function signNote(text: string, name: string, privateKey: Bytes): NoteSignature {
  const publicKey = ed25519.getPublicKey(privateKey) as Bytes;
  const value = ed25519.sign(utf8(text), privateKey) as Bytes;
  return { name, keyId: keyIdOf({ name, kind: 'ed25519', publicKey }), value };
}

/** Serializes a note. */
export const writeNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(({ name, keyId, value }) => `— ${name} ${toBase64(concatBytes(keyId, value))}\n`).join('')}`;

/**
 * Parses a note (C2SP signed-note); null if it is invalid: no blank line before the signatures, a malformed signature
 * line, or control characters.
 *
 * ```ts
 * const note = readNote(await response.text());
 * const signed = note !== null && noteSignedBy(note, key);
 * ```
 */
export function readNote(source: string): Note | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not hold
  if (source.length > MAX_LENGTH || /[\x00-\x09\x0b-\x1f\ufffd]/.test(source)) return null;
  const end = source.lastIndexOf('\n\n');
  if (end < 0 || !source.endsWith('\n')) return null;
  const lines = source.slice(end + 2).split('\n');
  lines.pop();
  if (lines.length === 0 || lines.length > MAX_SIGNATURES) return null;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [, name, data] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? [];
    const bytes = data ? base64Of(data) : null;
    if (!name || !bytes || bytes.length < 5) return null;
    signatures.push({ name, keyId: bytes.slice(0, 4), value: bytes.slice(4) });
  }
  return { text: source.slice(0, end + 1), signatures };
}

/** The signatures of a note that claim to be by this key. */
export const signaturesOf = ({ signatures }: Note, key: NoteKey): NoteSignature[] =>
  signatures.filter(({ name, keyId }) => name === key.name && sameBytes(keyId, keyIdOf(key)));

/** Whether the key signed the note, and every signature that claims to be by this key is valid. */
export function noteSignedBy(note: Note, key: NoteKey): boolean {
  const claimed = signaturesOf(note, key);
  return (
    key.kind === 'ed25519' &&
    claimed.length > 0 &&
    claimed.every(({ value }) => verifyEd25519(value, utf8(note.text), key.publicKey))
  );
}

/** Whether an Ed25519 signature is valid; false for malformed signatures and keys that are not on the curve. */
export function verifyEd25519(value: Bytes, message: Bytes, publicKey: Bytes): boolean {
  try {
    return ed25519.verify(value, message, publicKey);
  } catch {
    return false;
  }
}

function base64Of(text: string): Bytes | null {
  try {
    const bytes = fromBase64(text);
    // Accepts only canonical base64, so that a line cannot be altered without changing its meaning.
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
