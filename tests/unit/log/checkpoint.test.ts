import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromBase64, toHex, utf8 } from '#core/bytes.ts';
import { checkpointText, openCheckpoint, readCheckpoint, signCheckpoint } from '#core/log/checkpoint.ts';
import { cosignedAt, cosignedMessage } from '#core/log/cosignature.ts';
import { EMPTY_ROOT } from '#core/log/merkle-hash.ts';
import {
  keyIdOf,
  type NoteKey,
  noteSignedBy,
  readNote,
  readNoteKey,
  signNote,
  writeNote,
  writeNoteKey,
} from '#core/log/signed-note.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { openssl } from './openssl.ts';

/** The note and the keys of the documentation and tests of golang.org/x/mod/sumdb/note. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETERS_SECRET = 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const PETERS_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const keyOf = (name: string, secret: Bytes, kind: NoteKey['kind'] = 'ed25519'): NoteKey => ({
  name,
  kind,
  publicKey: ed25519.getPublicKey(secret) as Bytes,
});
const SECRET = new Uint8Array(32).fill(7);
const LOG = keyOf('contracts.example/log', SECRET);
const HEAD = { size: 3, root: EMPTY_ROOT };

describe('a signed note', () => {
  it('of another implementation is read, and signed to the same bytes', () => {
    const key = readNoteKey(PETER)!;
    expect(writeNoteKey(key)).toBe(PETER);
    expect(toHex(keyIdOf(key))).toBe('c74f20a3');
    const note = readNote(PETERS_NOTE)!;
    expect(noteSignedBy(note, key)).toBe(true);
    expect(writeNote(note)).toBe(PETERS_NOTE);
    const again = signNote(note.text, 'PeterNeumann', fromBase64(PETERS_SECRET).slice(1));
    expect(writeNote({ text: note.text, signatures: [again] })).toBe(PETERS_NOTE);
    expect(readNoteKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8')?.name).toBe(
      'sum.golang.org',
    );
  });

  it('with another text, another key or a broken line is refused', () => {
    const key = readNoteKey(PETER)!;
    expect(noteSignedBy(readNote(PETERS_NOTE.replace('answer', 'Answer'))!, key)).toBe(false);
    expect(noteSignedBy(readNote(PETERS_NOTE)!, LOG)).toBe(false);
    expect(noteSignedBy(readNote(PETERS_NOTE)!, { ...key, publicKey: LOG.publicKey })).toBe(false);
    for (const broken of [
      '',
      'no signature\n',
      PETERS_NOTE.replace('\n\n', '\n'),
      PETERS_NOTE.trimEnd(),
      PETERS_NOTE.replace('— ', '- '),
      PETERS_NOTE.replace('problem,', 'problem,\u0000'),
      `${PETERS_NOTE}not a signature\n`,
      PETERS_NOTE.replace('AM=\n', 'AN=\n'),
    ])
      expect(readNote(broken), JSON.stringify(broken.slice(-30))).toBeNull();
    for (const line of ['', 'a+b', PETER.replace('c74f20a3', 'c74f20a4'), PETER.replace('+ARpc', '+Ahpc')])
      expect(readNoteKey(line)).toBeNull();
  });

  it('with one true and one false signature of the same key is not taken as signed', () => {
    const good = readNote(PETERS_NOTE)!;
    const [signature] = good.signatures;
    const forged = { ...signature!, value: signature!.value.map((byte) => byte ^ 1) as Bytes };
    expect(noteSignedBy({ ...good, signatures: [signature!, forged] }, readNoteKey(PETER)!)).toBe(false);
  });
});

describe('a checkpoint', () => {
  it('says origin, size and root under the signature of the log, which OpenSSL finds right', () => {
    const source = signCheckpoint(LOG.name, HEAD, SECRET);
    expect(source.split('\n').slice(0, 4)).toEqual([
      'contracts.example/log',
      '3',
      '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      '',
    ]);
    expect(openCheckpoint(source, LOG)).toMatchObject({ origin: LOG.name, ...HEAD });
    const { signatures, text } = readNote(source)!;
    expect(openssl.verifiesEd25519(LOG.publicKey, utf8(text), signatures[0]!.value)).toBe(true);
    expect(openssl.verifiesEd25519(LOG.publicKey, utf8(text.replace('3', '4')), signatures[0]!.value)).toBe(
      false,
    );
  });

  it('of another log, with another key, or with an invalid size is rejected', () => {
    const source = signCheckpoint(LOG.name, HEAD, SECRET);
    expect(openCheckpoint(source.replace('\n3\n', '\n4\n'), LOG)).toBeNull();
    expect(openCheckpoint(source, keyOf(LOG.name, new Uint8Array(32).fill(8)))).toBeNull();
    expect(openCheckpoint(signCheckpoint('other.example/log', HEAD, SECRET), LOG)).toBeNull();
    for (const size of ['-1', '03', '3.5', '9007199254740993', 'x'])
      expect(readCheckpoint(source.replace('\n3\n', `\n${size}\n`))).toBeNull();
    expect(readCheckpoint(source.replace('47DEQ', '47DE'))).toBeNull();
  });

  it('reports when a witness cosigned it, and rejects invalid cosignatures', () => {
    const text = checkpointText(LOG.name, HEAD);
    const witness = keyOf('witness.example', new Uint8Array(32).fill(9), 'cosignature');
    const seconds = 1_679_315_147;
    const time = new Uint8Array(8);
    new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
    const signed = ed25519.sign(utf8(`cosignature/v1\ntime ${seconds}\n${text}`), new Uint8Array(32).fill(9));
    expect(cosignedMessage(text, seconds)).toEqual(utf8(`cosignature/v1\ntime ${seconds}\n${text}`));
    const line = { name: witness.name, keyId: keyIdOf(witness), value: concatBytes(time, signed) };
    const source = signCheckpoint(LOG.name, HEAD, SECRET);
    const note = readNote(source)!;
    const cosigned = readNote(writeNote({ ...note, signatures: [...note.signatures, line] }))!;
    expect(cosignedAt(cosigned, witness)).toBe(seconds);
    expect(openCheckpoint(writeNote(cosigned), LOG)?.size).toBe(3);
    expect(cosignedAt(note, witness)).toBeNull();
    const later = { ...line, value: line.value.map((byte, i) => (i === 7 ? byte + 1 : byte)) as Bytes };
    expect(cosignedAt({ ...note, signatures: [later] }, witness)).toBeNull();
    expect(cosignedAt(cosigned, { ...witness, kind: 'ed25519' })).toBeNull();
  });
});

describe('the leaf of an entry of a trail', () => {
  it("is what OpenSSL computes of the entry's hash under the salt, and differs by salt", () => {
    const [salt, hash] = ['5a'.repeat(32), 'c3'.repeat(32)];
    expect(toHex(trailLeaf(salt, hash))).toBe(openssl.hmac(salt, hash));
    expect(toHex(trailLeaf('5b'.repeat(32), hash))).not.toBe(openssl.hmac(salt, hash));
    expect(() => trailLeaf('5a', hash)).toThrow(RangeError);
    expect(() => trailLeaf(salt, `${hash}00`)).toThrow(RangeError);
  });
});
