import { type Bytes, joinBytes } from '#core/bytes.ts';

/**
 * Serializes entries to a bundle: each is preceded by its length as two bytes, big-endian (C2SP tlog-tiles). Throws a
 * RangeError for an entry of more than 65,535 bytes.
 */
export function writeEntries(entries: readonly Uint8Array[]): Bytes {
  return joinBytes(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError(`an entry of ${entry.length} bytes`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** Parses the entries of a bundle; null if the bundle is truncated. */
export function readEntries(bundle: Bytes): Bytes[] | null {
  const entries: Bytes[] = [];
  let at = 0;
  while (at < bundle.length) {
    const end = at + 2 + ((bundle[at]! << 8) | (bundle[at + 1] ?? 0));
    if (end > bundle.length) return null;
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}
