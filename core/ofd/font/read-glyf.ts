import type { ByteReader } from './byte-reader.ts';
import type { OutlineSink } from './outline.ts';

/** Maximum nesting depth of composite glyphs, and maximum number of parts of one glyph in all. */
const MOST_DEPTH = 6;
const MOST_PARTS = 128;
/** Work units per part and per point. */
const PART = 20;
const POINT = 20;

interface Contours {
  x: number[];
  y: number[];
  onCurve: boolean[];
  /** Index after the last point of each contour. */
  ends: number[];
}

/** Draws glyphs of a glyf table (OpenType 1.9, glyf and loca). */
export function glyfOutlines(
  reader: ByteReader,
  glyf: { start: number; end: number },
  loca: { start: number },
  longOffsets: boolean,
  glyphCount: number,
): (glyph: number, sink: OutlineSink) => boolean {
  const offset = (glyph: number) =>
    longOffsets ? reader.u32(loca.start + glyph * 4) : reader.u16(loca.start + glyph * 2) * 2;

  function read(glyph: number, depth: number, budget: { parts: number }): Contours | undefined {
    if (glyph < 0 || glyph >= glyphCount || depth > MOST_DEPTH || budget.parts-- <= 0) return undefined;
    const start = glyf.start + offset(glyph);
    const end = Math.min(glyf.start + offset(glyph + 1), glyf.end);
    const none: Contours = { x: [], y: [], onCurve: [], ends: [] };
    if (end - start < 10) return none;
    const contours = reader.i16(start);
    return contours >= 0
      ? readSimple(reader, start, end, contours)
      : readComposite(start, end, depth, budget);
  }

  function readComposite(start: number, end: number, depth: number, budget: { parts: number }): Contours {
    const all: Contours = { x: [], y: [], onCurve: [], ends: [] };
    for (let at = start + 10; at + 4 <= end && budget.parts > 0; ) {
      const flags = reader.u16(at);
      const part = read(reader.u16(at + 2), depth + 1, budget);
      at += 4;
      const words = (flags & 1) !== 0;
      let dx = words ? reader.i16(at) : reader.i8(at);
      let dy = words ? reader.i16(at + 2) : reader.i8(at + 1);
      at += words ? 4 : 2;
      let [a, b, c, d] = [1, 0, 0, 1];
      if (flags & 8) {
        a = d = reader.i16(at) / 16384;
        at += 2;
      } else if (flags & 0x40) {
        a = reader.i16(at) / 16384;
        d = reader.i16(at + 2) / 16384;
        at += 4;
      } else if (flags & 0x80) {
        a = reader.i16(at) / 16384;
        b = reader.i16(at + 2) / 16384;
        c = reader.i16(at + 4) / 16384;
        d = reader.i16(at + 6) / 16384;
        at += 8;
      }
      // No known writer aligns parts by point numbers instead of offsets; such parts are drawn without an offset.
      if (!(flags & 2)) dx = dy = 0;
      if (part) append(all, part, [a, b, c, d, dx, dy]);
      if (!(flags & 0x20)) break;
    }
    return all;
  }

  return (glyph, sink) => {
    const budget = { parts: MOST_PARTS };
    const contours = read(glyph, 0, budget);
    sink.spend?.((MOST_PARTS - budget.parts) * PART + (contours?.x.length ?? 0) * POINT);
    if (!contours) return false;
    drawContours(contours, sink);
    return true;
  };
}

function append(all: Contours, part: Contours, m: number[]): void {
  const base = all.x.length;
  for (let i = 0; i < part.x.length; i++) {
    all.x.push(m[0]! * part.x[i]! + m[2]! * part.y[i]! + m[4]!);
    all.y.push(m[1]! * part.x[i]! + m[3]! * part.y[i]! + m[5]!);
    all.onCurve.push(part.onCurve[i]!);
  }
  for (const end of part.ends) all.ends.push(base + end);
}

function readSimple(reader: ByteReader, start: number, end: number, contours: number): Contours | undefined {
  const out: Contours = { x: [], y: [], onCurve: [], ends: [] };
  let at = start + 10;
  for (let i = 0; i < contours; i++, at += 2) {
    const last = reader.u16(at) + 1;
    if (last < (out.ends.at(-1) ?? 0)) return undefined;
    out.ends.push(last);
  }
  const points = out.ends.at(-1) ?? 0;
  at += 2 + reader.u16(at);
  if (at > end) return undefined;
  const flags: number[] = [];
  while (flags.length < points) {
    if (at >= end) return undefined;
    const flag = reader.u8(at++);
    flags.push(flag);
    if (flag & 8)
      for (let repeat = reader.u8(at++); repeat > 0 && flags.length < points; repeat--) flags.push(flag);
  }
  let x = 0;
  for (const flag of flags) {
    if (flag & 2) x += flag & 16 ? reader.u8(at++) : -reader.u8(at++);
    else if (!(flag & 16)) {
      x += reader.i16(at);
      at += 2;
    }
    out.x.push(x);
    out.onCurve.push((flag & 1) !== 0);
  }
  let y = 0;
  for (const flag of flags) {
    if (flag & 4) y += flag & 32 ? reader.u8(at++) : -reader.u8(at++);
    else if (!(flag & 32)) {
      y += reader.i16(at);
      at += 2;
    }
    out.y.push(y);
  }
  return out;
}

/** Draws quadratic contours, with an implied point between two consecutive control points. */
function drawContours(contours: Contours, sink: OutlineSink): void {
  const { x, y, onCurve } = contours;
  let start = 0;
  for (const end of contours.ends) {
    const count = end - start;
    if (count >= 2) drawContour(start, count);
    start = end;
  }

  function drawContour(first: number, count: number): void {
    const px = (i: number) => x[first + (i % count)]!;
    const py = (i: number) => y[first + (i % count)]!;
    const on = (i: number) => onCurve[first + (i % count)]!;
    let begin = 0;
    while (begin < count && !on(begin)) begin++;
    const allOff = begin === count;
    if (allOff) begin = 0;
    if (allOff) sink.moveTo((px(count - 1) + px(0)) / 2, (py(count - 1) + py(0)) / 2);
    else sink.moveTo(px(begin), py(begin));
    for (let i = allOff ? 0 : 1; i <= (allOff ? count - 1 : count); i++) {
      const at = begin + i;
      if (on(at)) {
        if (i < count) sink.lineTo(px(at), py(at));
        continue;
      }
      const next = at + 1;
      if (on(next)) {
        sink.quadTo(px(at), py(at), px(next), py(next));
        i++;
      } else {
        sink.quadTo(px(at), py(at), (px(at) + px(next)) / 2, (py(at) + py(next)) / 2);
      }
    }
    sink.close();
  }
}
