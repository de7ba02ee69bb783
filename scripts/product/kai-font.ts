import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font, type Glyph } from 'fontkit';
import { withCharacterMap } from '#core/typeset/font-program.ts';

/**
 * A whole 楷体 from the pieces of LXGW WenKai Lite (OFL) that npm has for web pages: LibreOffice takes a hundred pieces
 * for as many fonts. Tables of OpenType 1.9: the outlines as they are, without instructions.
 */
export function joinKai(modules: string): Uint8Array {
  const folder = join(modules, 'lxgw-wenkai-lite-webfont/files');
  const pieces = readdirSync(folder)
    .filter((name) => /^lxgwwenkailite-regular-subset-\w+\.woff2$/.test(name))
    .sort();
  const outlines: Outline[] = [{ ...NO_POINTS, advance: 1000 }];
  const glyphs = new Map<number, number>();
  let em = 0;
  for (const name of pieces) {
    const font = create(readFileSync(join(folder, name))) as Font;
    em = font.unitsPerEm;
    for (const point of font.characterSet) {
      if (glyphs.has(point)) continue;
      glyphs.set(point, outlines.length);
      outlines.push(outlineOf(font.glyphForCodePoint(point)));
    }
  }
  outlines[0]!.advance = em;
  const first = Buffer.alloc(12);
  first.writeUInt32BE(0x00010000);
  return withCharacterMap(first, glyphs, tablesOf(outlines, em));
}

interface Outline {
  data: Buffer;
  box: readonly [left: number, bottom: number, right: number, top: number];
  points: number;
  contours: number;
  advance: number;
}

const NO_POINTS = { data: Buffer.alloc(0), box: [0, 0, 0, 0], points: 0, contours: 0 } as const;

interface Point {
  x: number;
  y: number;
  on: boolean;
}

function outlineOf(glyph: Glyph): Outline {
  const advance = Math.round(glyph.advanceWidth);
  const contours = contoursOf(glyph);
  const all = contours.flat();
  if (all.length === 0) return { ...NO_POINTS, advance };
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  const head = Buffer.alloc(10 + contours.length * 2 + 2);
  head.writeInt16BE(contours.length, 0);
  for (const [i, value] of box.entries()) head.writeInt16BE(value, 2 + i * 2);
  let end = -1;
  for (const [i, contour] of contours.entries()) {
    end += contour.length;
    head.writeUInt16BE(end, 10 + i * 2);
  }
  const flags: number[] = [];
  const across: number[] = [];
  const up: number[] = [];
  let [x, y] = [0, 0];
  for (const point of all) {
    flags.push(
      (point.on ? 1 : 0) |
        step(point.x - x, across, { short: 0x02, same: 0x10 }) |
        step(point.y - y, up, { short: 0x04, same: 0x20 }),
    );
    ({ x, y } = point);
  }
  const data = Buffer.concat([head, Buffer.from([...flags, ...across, ...up])]);
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  return { data: padded, box, points: all.length, contours: contours.length, advance };
}

/** Writes a coordinate as its distance from the one before; returns its flags. */
function step(by: number, out: number[], { short, same }: { short: number; same: number }): number {
  if (by === 0) return same;
  if (Math.abs(by) < 256) {
    out.push(Math.abs(by));
    return by > 0 ? short | same : short;
  }
  out.push((by >> 8) & 255, by & 255);
  return 0;
}

/** The contours as TrueType has them: closed, of points on and off the curve. */
function contoursOf(glyph: Glyph): Point[][] {
  const contours: Point[][] = [];
  const add = (x: number, y: number, on: boolean) => contours.at(-1)!.push({ x, y, on });
  for (const { command, args } of glyph.path.commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (command === 'moveTo') contours.push([]);
    if (command === 'moveTo' || command === 'lineTo') add(a, b, true);
    if (command === 'quadraticCurveTo') {
      add(a, b, false);
      add(c, d, true);
    }
    if (command === 'bezierCurveTo') throw new Error('the font has outlines of another kind than TrueType');
  }
  for (const contour of contours) {
    const [first, last] = [contour[0]!, contour.at(-1)!];
    if (contour.length > 1 && last.on && first.x === last.x && first.y === last.y) contour.pop();
  }
  return contours
    .map((contour) =>
      withoutImplied(contour).map(({ x, y, on }) => ({ x: Math.round(x), y: Math.round(y), on })),
    )
    .filter((contour) => contour.length > 1);
}

/** Without points halfway between two off the curve, which the format implies and the reader has put in. */
function withoutImplied(contour: readonly Point[]): Point[] {
  return contour.filter(({ x, y, on }, i) => {
    const [before, after] = [contour.at(i - 1)!, contour[(i + 1) % contour.length]!];
    const isHalfway = x === (before.x + after.x) / 2 && y === (before.y + after.y) / 2;
    return !(on && !before.on && !after.on && isHalfway);
  });
}

/** A table of big-endian numbers: pairs of a width in bytes and a value. */
function table(...fields: readonly (readonly [bytes: 1 | 2 | 4 | 8, value: number])[]): Buffer {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes < 8) out.writeUIntBE(value < 0 ? value + 256 ** bytes : value, at, bytes as 1 | 2 | 4);
    at += bytes;
  }
  return out;
}

const zeros = (bytes: 1 | 2 | 4 | 8, count: number) =>
  Array.from({ length: count }, () => [bytes, 0] as const);

function tablesOf(outlines: readonly Outline[], em: number): Map<string, Uint8Array> {
  const most = (of: (outline: Outline) => number) => outlines.reduce((max, one) => Math.max(max, of(one)), 0);
  const least = (of: (outline: Outline) => number) =>
    outlines.reduce((min, one) => Math.min(min, of(one)), 0);
  const [left, bottom] = [least(({ box }) => box[0]), least(({ box }) => box[1])];
  const [right, top] = [most(({ box }) => box[2]), most(({ box }) => box[3])];
  const widest = most(({ advance }) => advance);
  const loca = Buffer.alloc((outlines.length + 1) * 4);
  const hmtx = Buffer.alloc(outlines.length * 4);
  let at = 0;
  for (const [i, { data, advance, box }] of outlines.entries()) {
    loca.writeUInt32BE(at, i * 4);
    hmtx.writeUInt16BE(advance, i * 4);
    hmtx.writeInt16BE(box[0], i * 4 + 2);
    at += data.length;
  }
  loca.writeUInt32BE(at, outlines.length * 4);
  const [one, half] = [0x00010000, Math.round(em / 2)];
  // biome-ignore format: the fields in their order
  return new Map<string, Uint8Array>([
    // version, revision, checksum, magic, flags, em, dates, bounds, style, smallest size, direction, long offsets
    ['head', table([4, one], [4, one], [4, 0], [4, 0x5f0f3cf5], [2, 3], [2, em], [8, 0], [8, 0],
      [2, left], [2, bottom], [2, right], [2, top], [2, 0], [2, 8], [2, 2], [2, 1], [2, 0])],
    // version, ascent, descent and gap (set with the height of the lines), extents, caret, number of advances
    ['hhea', table([4, one], [2, em], [2, 0], [2, 0], [2, widest], [2, left], [2, 0], [2, right], [2, 1],
      ...zeros(2, 7), [2, outlines.length])],
    ['maxp', table([4, one], [2, outlines.length], [2, most(({ points }) => points)],
      [2, most(({ contours }) => contours)], [2, 0], [2, 0], [2, 2], ...zeros(2, 8))],
    // regular weight and width, may be embedded; small and raised letters; CJK ideographs; simplified and traditional
    ['OS/2', table([2, 4], [2, em], [2, 400], [2, 5], [2, 0], [2, half], [2, half], [2, 0], [2, 0], [2, half],
      [2, half], [2, 0], [2, half], [2, 50], [2, Math.round(em / 4)], [2, 0], ...zeros(1, 10), [4, 1],
      [4, 0x08000000], [4, 0], [4, 0], [4, 0], [2, 0x40], [2, 0x20], [2, 0xffff], [2, em], [2, 0], [2, 0],
      [2, em], [2, 0], [4, 0x00140001], [4, 0], [2, half], [2, Math.round(em * 0.7)], [2, 0], [2, 0x20], [2, 1])],
    ['hmtx', hmtx],
    ['loca', loca],
    ['glyf', Buffer.concat(outlines.map(({ data }) => data))],
    ['name', Buffer.alloc(6)],
  ]);
}
