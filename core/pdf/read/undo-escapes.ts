import type { Bytes } from '#core/bytes.ts';

const ESCAPES = new Map<number, number>(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([k, v]) => [k.charCodeAt(0), v]),
);

/** Decodes the escapes of a literal string (7.3.4.2). */
export function undoEscapes(raw: Uint8Array): Bytes {
  const out = new Uint8Array(raw.length);
  let n = 0;
  for (let i = 0; i < raw.length; i++) {
    let c = raw[i]!;
    if (c === 13) {
      if (raw[i + 1] === 10) i++;
      c = 10;
    } else if (c === 0x5c) {
      if (++i >= raw.length) break;
      c = raw[i]!;
      if (c >= 48 && c <= 55) {
        let value = c - 48;
        for (let k = 0; k < 2 && raw[i + 1]! >= 48 && raw[i + 1]! <= 55; k++)
          value = value * 8 + raw[++i]! - 48;
        c = value & 255;
      } else if (c === 13) {
        if (raw[i + 1] === 10) i++;
        continue;
      } else if (c === 10) continue;
      else c = ESCAPES.get(c) ?? c;
    }
    out[n++] = c;
  }
  return out.slice(0, n);
}
