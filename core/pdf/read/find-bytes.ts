/** Offset of the first `pattern` (Latin-1) in `bytes` from `from` on and before `to`; -1 if there is none. */
export function findBytes(bytes: Uint8Array, pattern: string, from = 0, to = bytes.length): number {
  const first = pattern.charCodeAt(0);
  const last = to - pattern.length;
  for (let at = bytes.indexOf(first, from); at >= 0 && at <= last; at = bytes.indexOf(first, at + 1)) {
    if (matchesAt(bytes, pattern, at)) return at;
  }
  return -1;
}

/** Offset of the last `pattern` in `bytes`; -1 if there is none. */
export function findLastBytes(bytes: Uint8Array, pattern: string): number {
  const first = pattern.charCodeAt(0);
  for (let at = bytes.length - pattern.length; at >= 0; at--) {
    at = bytes.lastIndexOf(first, at);
    if (at < 0) return -1;
    if (matchesAt(bytes, pattern, at)) return at;
  }
  return -1;
}

/** Whether `pattern` (Latin-1) is at `at`; false if it would extend past the end. */
export function matchesAt(bytes: Uint8Array, pattern: string, at: number): boolean {
  for (let i = 0; i < pattern.length; i++) if (bytes[at + i] !== pattern.charCodeAt(i)) return false;
  return true;
}
