import type { Bytes } from '#core/bytes.ts';

/**
 * Writes the operators of content streams (ISO 32000-2, 7.8.2) as bytes. The pages of a long document as strings would
 * be garbage of ten times their size.
 */
export interface ContentWriter {
  /** Adds text, which must be ASCII. */
  ascii(text: string): void;
  /** The content since the last call, valid until the next one writes; the buffer is used again. */
  take(): Bytes;
}

export function makeContentWriter(): ContentWriter {
  let buffer = new Uint8Array(65_536);
  let length = 0;
  return {
    ascii(text) {
      const needed = length + text.length;
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.max(needed, buffer.length * 2));
        larger.set(buffer);
        buffer = larger;
      }
      for (let i = 0; i < text.length; i++) buffer[length++] = text.charCodeAt(i);
    },
    take() {
      const content = buffer.subarray(0, length);
      length = 0;
      return content;
    },
  };
}
