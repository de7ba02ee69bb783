import { _SHA256 } from '@noble/hashes/sha2.js';
import { type Bytes, fromHex, toHex } from './bytes.ts';

const WORDS = 8;

/**
 * SHA-256 whose state can be stored and resumed: the digest of a large file with something appended then needs only what
 * is appended.
 *
 * ```ts
 * const kept = new ResumableSha256().update(file).save();
 * const digest = ResumableSha256.resume(kept)!.update(increment).hex();
 * ```
 */
export class ResumableSha256 extends _SHA256 {
  /** Resumes what `save` returned; null for any other text. */
  static resume(text: string): ResumableSha256 | null {
    const [, words, length, rest] = /^([0-9a-f]{64})\.(\d{1,15})\.((?:[0-9a-f]{2}){0,63})$/.exec(text) ?? [];
    if (words === undefined || length === undefined || rest === undefined) return null;
    const hash = new ResumableSha256();
    const held = fromHex(rest);
    if (Number(length) % hash.blockLen !== held.length) return null;
    const view = new DataView(fromHex(words).buffer);
    const [a, b, c, d, e, f, g, h] = Array.from({ length: WORDS }, (_, i) => view.getUint32(i * 4));
    hash.set(a!, b!, c!, d!, e!, f!, g!, h!);
    hash.buffer.set(held);
    hash.pos = held.length;
    hash.length = Number(length);
    return hash;
  }

  /** Number of bytes hashed so far. */
  get hashed(): number {
    return this.length;
  }

  /** The state after the last whole block, the number of bytes so far, and the bytes of the unfinished block. */
  save(): string {
    const view = new DataView(new ArrayBuffer(WORDS * 4));
    this.get().forEach((word, i) => {
      view.setUint32(i * 4, word >>> 0);
    });
    return `${toHex(new Uint8Array(view.buffer))}.${this.length}.${toHex(this.buffer.subarray(0, this.pos))}`;
  }

  /** An independent copy of the current state. */
  fork(): ResumableSha256 {
    return ResumableSha256.resume(this.save())!;
  }

  /** The digest in hex; afterwards nothing can be added. */
  hex(): string {
    return toHex(this.digest() as Bytes);
  }
}
