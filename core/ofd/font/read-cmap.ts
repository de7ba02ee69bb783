import type { ByteReader } from './byte-reader.ts';

type Lookup = (code: number) => number;

/**
 * Glyph by code point from a cmap table (OpenType 1.9, cmap): formats 0, 4, 6, 10 and 12. In symbol fonts (3, 0) a code
 * matches directly or in the private area at U+F000.
 */
export function readCmap(reader: ByteReader): Lookup {
  const count = Math.min(reader.u16(2), 16);
  const tables: { rank: number; symbol: boolean; lookup: Lookup }[] = [];
  for (let i = 0; i < count; i++) {
    const platform = reader.u16(4 + i * 8);
    const encoding = reader.u16(6 + i * 8);
    const lookup = readSubtable(reader, reader.u32(8 + i * 8));
    if (lookup)
      tables.push({ rank: rankOf(platform, encoding), symbol: platform === 3 && encoding === 0, lookup });
  }
  tables.sort((a, b) => b.rank - a.rank);
  return (code) => {
    for (const table of tables) {
      const glyph = table.lookup(code) || (table.symbol && code < 0x100 ? table.lookup(0xf000 + code) : 0);
      if (glyph > 0) return glyph;
    }
    return 0;
  };
}

function rankOf(platform: number, encoding: number): number {
  if (platform === 3 && encoding === 10) return 5;
  if (platform === 0 && encoding >= 4 && encoding !== 5) return 4;
  if (platform === 3 && encoding === 1) return 3;
  if (platform === 0) return 2;
  return platform === 3 && encoding === 0 ? 1 : 0;
}

function readSubtable(reader: ByteReader, at: number): Lookup | undefined {
  if (at <= 0 || at + 6 > reader.length) return undefined;
  const format = reader.u16(at);
  if (format === 0) return (code) => (code < 256 ? reader.u8(at + 6 + code) : 0);
  if (format === 4) return segmentLookup(reader, at);
  if (format === 6) {
    const first = reader.u16(at + 6);
    const count = reader.u16(at + 8);
    return (code) => (code >= first && code < first + count ? reader.u16(at + 10 + (code - first) * 2) : 0);
  }
  if (format === 10) {
    const first = reader.u32(at + 12);
    const count = reader.u32(at + 16);
    return (code) => (code >= first && code < first + count ? reader.u16(at + 20 + (code - first) * 2) : 0);
  }
  if (format === 12 || format === 13) return groupLookup(reader, at, format === 13);
  return undefined;
}

function segmentLookup(reader: ByteReader, at: number): Lookup {
  const segments = reader.u16(at + 6) >> 1;
  const ends = at + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const ranges = deltas + segments * 2;
  return (code) => {
    if (code > 0xffff) return 0;
    for (let low = 0, high = segments - 1; low <= high; ) {
      const middle = (low + high) >> 1;
      if (code > reader.u16(ends + middle * 2)) low = middle + 1;
      else if (code < reader.u16(starts + middle * 2)) high = middle - 1;
      else {
        const range = reader.u16(ranges + middle * 2);
        const delta = reader.u16(deltas + middle * 2);
        if (range === 0) return (code + delta) & 0xffff;
        const glyph = reader.u16(ranges + middle * 2 + range + (code - reader.u16(starts + middle * 2)) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
    }
    return 0;
  };
}

function groupLookup(reader: ByteReader, at: number, same: boolean): Lookup {
  const count = Math.min(reader.u32(at + 12), Math.floor((reader.length - at - 16) / 12));
  return (code) => {
    for (let low = 0, high = count - 1; low <= high; ) {
      const middle = (low + high) >> 1;
      const group = at + 16 + middle * 12;
      if (code < reader.u32(group)) high = middle - 1;
      else if (code > reader.u32(group + 4)) low = middle + 1;
      else return reader.u32(group + 8) + (same ? 0 : code - reader.u32(group));
    }
    return 0;
  };
}
