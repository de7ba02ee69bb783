import { AppError } from '#core/errors.ts';
import { type ByteReader, byteReader } from './byte-reader.ts';
import type { FontProgram } from './outline.ts';
import { readCff } from './read-cff.ts';
import { readCmap } from './read-cmap.ts';
import { glyfOutlines } from './read-glyf.ts';
import { isType1, readType1 } from './read-type1.ts';

interface Table {
  start: number;
  end: number;
}

/**
 * Reads an embedded font: TrueType, OpenType with CFF, the first font of a collection, bare CFF, or Type 1. Tables that
 * a subset leaves out (cmap, OS/2, hmtx) are optional. Throws DOCUMENT_UNSUPPORTED for any other format.
 */
export function readFont(bytes: Uint8Array): FontProgram {
  const reader = byteReader(bytes);
  const magic = reader.tag(0);
  if (magic === 'ttcf') return readSfnt(bytes, reader, reader.u32(12));
  if (magic === 'OTTO' || magic === 'true' || reader.u32(0) === 0x00010000) return readSfnt(bytes, reader, 0);
  if (reader.u8(0) === 1 && reader.u8(2) >= 4 && reader.u8(3) >= 1 && reader.u8(3) <= 4)
    return bareCff(bytes);
  if (isType1(bytes)) return readType1(bytes);
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'font format' });
}

function readSfnt(bytes: Uint8Array, reader: ByteReader, at: number): FontProgram {
  const tables = new Map<string, Table>();
  const count = Math.min(reader.u16(at + 4), 256);
  for (let i = 0; i < count; i++) {
    const record = at + 12 + i * 16;
    const start = reader.u32(record + 8);
    const end = Math.min(reader.length, start + reader.u32(record + 12));
    if (start < end) tables.set(reader.tag(record), { start, end });
  }
  const head = tables.get('head');
  const unitsPerEm = (head && reader.u16(head.start + 18)) || 1000;
  const advance = readAdvances(reader, tables);
  const cmap = tables.get('cmap');
  const glyphOf = cmap ? readCmap(byteReader(bytes.subarray(cmap.start, cmap.end))) : () => 0;
  const os2 = tables.get('OS/2');
  const weight = (os2 && reader.u16(os2.start + 4)) || 400;

  const cff = tables.get('CFF ');
  if (cff) {
    const program = readCff(bytes.subarray(cff.start, cff.end));
    return { unitsPerEm, weight, glyphCount: program.glyphCount, glyphOf, advance, draw: program.draw };
  }
  const glyf = tables.get('glyf');
  const loca = tables.get('loca');
  if (!glyf || !loca) throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'font without outlines' });
  const longOffsets = head ? reader.u16(head.start + 50) !== 0 : false;
  const maxp = tables.get('maxp');
  const inLoca = Math.floor((loca.end - loca.start) / (longOffsets ? 4 : 2)) - 1;
  const glyphCount = Math.max(0, Math.min(maxp ? reader.u16(maxp.start + 4) : 0xffff, inLoca));
  const draw = glyfOutlines(reader, glyf, loca, longOffsets, glyphCount);
  return { unitsPerEm, weight, glyphCount, glyphOf, advance, draw };
}

function readAdvances(reader: ByteReader, tables: Map<string, Table>): (glyph: number) => number | undefined {
  const hhea = tables.get('hhea');
  const hmtx = tables.get('hmtx');
  if (!hhea || !hmtx) return () => undefined;
  const count = Math.min(reader.u16(hhea.start + 34), Math.floor((hmtx.end - hmtx.start) / 4));
  if (count === 0) return () => undefined;
  return (glyph) => reader.u16(hmtx.start + Math.min(glyph, count - 1) * 4);
}

function bareCff(bytes: Uint8Array): FontProgram {
  const cff = readCff(bytes);
  return {
    unitsPerEm: cff.unitsPerEm,
    weight: 400,
    glyphCount: cff.glyphCount,
    glyphOf: cff.glyphOf,
    advance: () => undefined,
    draw: cff.draw,
  };
}
