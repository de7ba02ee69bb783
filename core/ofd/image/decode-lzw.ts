/** Decodes TIFF's LZW (TIFF 6.0, section 13) into at most `most` bytes; stops at invalid data. */
export function decodeLzw(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  const prefix = new Uint16Array(4097);
  const suffix = new Uint8Array(4097);
  const lengths = new Uint16Array(4097);
  for (let i = 0; i < 256; i++) {
    suffix[i] = i;
    lengths[i] = 1;
  }
  let next = 258;
  let width = 9;
  let previous = -1;
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > next || (code === next && previous < 0)) break;
    const known = code < next && (code < 256 || code >= 258);
    const source = known ? code : previous;
    const count = lengths[source]! + (known ? 0 : 1);
    if (count === 0 || length + count > most) break;
    let at = length + lengths[source]! - 1;
    for (let c = source, left = lengths[source]!; left > 0; left--) {
      out[at--] = suffix[c]!;
      c = prefix[c]!;
    }
    const first = out[length]!;
    if (!known) out[length + count - 1] = first;
    length += count;
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      suffix[next] = first;
      lengths[next] = lengths[previous]! + 1;
      next++;
      // TIFF widens codes one entry early.
      if (next + 1 >= 1 << width && width < 12) width++;
    }
    previous = code;
  }
  return out.subarray(0, length);
}
