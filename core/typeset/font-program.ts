import type { Bytes } from '#core/bytes.ts';

/**
 * Turns a TrueType subset into a standalone font by adding the character map that subsets for PDF omit, because PDF
 * refers to glyphs by number (OpenType 1.9, cmap, formats 4 and 12). `glyphs` are characters and glyph numbers; `more`
 * are additional tables.
 *
 * ```ts
 * const font = withCharacterMap(subset.encode(), new Map([[0x7ae0, 1]])); // 章 is glyph 1
 * ```
 */
export function withCharacterMap(
  program: Uint8Array,
  glyphs: ReadonlyMap<number, number>,
  more: ReadonlyMap<string, Uint8Array> = new Map(),
): Bytes {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16;
    const name = String.fromCharCode(...program.subarray(entry, entry + 4));
    const start = view.getUint32(entry + 8);
    tables.set(name, program.subarray(start, start + view.getUint32(entry + 12)));
  }
  for (const [name, table] of more) tables.set(name, table);
  tables.set('cmap', characterMap([...glyphs].sort((a, b) => a[0] - b[0])));
  if (!tables.has('post')) tables.set('post', postTable());
  return sfnt(view.getUint32(0), tables);
}

function sfnt(version: number, tables: ReadonlyMap<string, Uint8Array>): Bytes {
  const names = [...tables.keys()].sort();
  const power = 2 ** Math.floor(Math.log2(names.length));
  let length = 12 + names.length * 16;
  for (const table of tables.values()) length += (table.length + 3) & ~3;
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  view.setUint32(0, version);
  view.setUint16(4, names.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, names.length * 16 - power * 16);
  let at = 12 + names.length * 16;
  names.forEach((name, i) => {
    const table = tables.get(name)!;
    out.set(table, at);
    const entry = 12 + i * 16;
    for (let k = 0; k < 4; k++) out[entry + k] = name.charCodeAt(k);
    view.setUint32(entry + 4, checksum(out.subarray(at, at + ((table.length + 3) & ~3))));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    at += (table.length + 3) & ~3;
  });
  return out;
}

function checksum(table: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < table.length; i += 4)
    sum =
      (sum +
        ((table[i]! << 24) |
          ((table[i + 1] ?? 0) << 16) |
          ((table[i + 2] ?? 0) << 8) |
          (table[i + 3] ?? 0))) >>>
      0;
  return sum;
}

type Entry = readonly [point: number, glyph: number];

function characterMap(entries: readonly Entry[]): Uint8Array {
  const four = segmentMap(entries.filter(([point]) => point < 0xffff));
  const twelve = groupMap(entries);
  const out = new Uint8Array(20 + four.length + twelve.length);
  const view = new DataView(out.buffer);
  view.setUint16(2, 2);
  // Windows, Unicode BMP; Windows, full Unicode.
  [
    [1, 20],
    [10, 20 + four.length],
  ].forEach(([encoding, offset], i) => {
    view.setUint16(4 + i * 8, 3);
    view.setUint16(6 + i * 8, encoding!);
    view.setUint32(8 + i * 8, offset!);
  });
  out.set(four, 20);
  out.set(twelve, 20 + four.length);
  return out;
}

/** Format 4, one segment per run of characters with consecutive glyphs. */
function segmentMap(entries: readonly Entry[]): Uint8Array {
  const segments = [...runsOf(entries), { first: 0xffff, last: 0xffff, glyph: 0 }];
  const count = segments.length;
  const out = new Uint8Array(16 + count * 8);
  const view = new DataView(out.buffer);
  const power = 2 ** Math.floor(Math.log2(count));
  [4, out.length, 0, count * 2, power * 2, Math.log2(power), count * 2 - power * 2].forEach((value, i) => {
    view.setUint16(i * 2, value);
  });
  segments.forEach(({ first, last, glyph }, i) => {
    view.setUint16(14 + i * 2, last);
    view.setUint16(16 + (count + i) * 2, first);
    view.setUint16(16 + (2 * count + i) * 2, first === 0xffff ? 1 : (glyph - first) & 0xffff);
  });
  return out;
}

function groupMap(entries: readonly Entry[]): Uint8Array {
  const groups = runsOf(entries);
  const out = new Uint8Array(16 + groups.length * 12);
  const view = new DataView(out.buffer);
  view.setUint16(0, 12);
  view.setUint32(4, out.length);
  view.setUint32(12, groups.length);
  groups.forEach(({ first, last, glyph }, i) => {
    view.setUint32(16 + i * 12, first);
    view.setUint32(20 + i * 12, last);
    view.setUint32(24 + i * 12, glyph);
  });
  return out;
}

function runsOf(entries: readonly Entry[]): { first: number; last: number; glyph: number }[] {
  const runs: { first: number; last: number; glyph: number }[] = [];
  for (const [point, glyph] of entries) {
    const run = runs[runs.length - 1];
    if (run && point === run.last + 1 && glyph === run.glyph + point - run.first) run.last = point;
    else runs.push({ first: point, last: point, glyph });
  }
  return runs;
}

/** Format 3: glyphs have no names. */
function postTable(): Uint8Array {
  const out = new Uint8Array(32);
  new DataView(out.buffer).setUint32(0, 0x00030000);
  return out;
}
