import type { Bytes } from '#core/bytes.ts';
import { createOfd } from '#core/ofd/write/create-ofd.ts';
import type { WriteFont, WriteObject } from '#core/ofd/write/types.ts';
import { isInvisible, makeGlyphSource } from '#core/pdf/draw/glyph-source.ts';
import type { DisplayItem, DisplayText, Typeset } from './display.ts';
import type { FaceName } from './document.ts';
import type { FaceFiles } from './faces.ts';
import { withCharacterMap } from './font-program.ts';

export interface OfdOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Unique identifier of the file, 32 hexadecimal digits. */
  readonly docId: string;
}

/**
 * Writes the display list as OFD (GB/T 33190-2016), with font subsets; its pages look like those of `writePdf`. The
 * same input gives the same bytes. Throws GLYPH_MISSING, and RangeError for fonts with CFF outlines.
 *
 * ```ts
 * const docId = '0123456789abcdef0123456789abcdef';
 * const file = writeOfd(layOut(document, faces), files, { now: Date.now(), docId });
 * ```
 */
export function writeOfd(typeset: Typeset, files: FaceFiles, { now, docId }: OfdOptions): Bytes {
  const subsets = makeSubsets(files);
  const pages = typeset.pages.map(({ width, height, items }) => ({
    width,
    height,
    objects: items.flatMap((item) => objectsOf(item, subsets)),
  }));
  return createOfd({
    docId,
    now,
    title: typeset.title,
    creator: 'Signet',
    fonts: subsets.finish(),
    pages,
  });
}

interface Subsets {
  /** File name of the font that contains the character; adds the character to the subset of that font. */
  fontOf(face: FaceName, character: string): string;
  finish(): WriteFont[];
}

function makeSubsets(files: FaceFiles): Subsets {
  const sources = {
    text: makeGlyphSource(files.text),
    bold: makeGlyphSource(files.bold),
    heading: makeGlyphSource(files.heading),
  };
  type FontUse = {
    name: string;
    points: Map<number, number>;
    encode: () => Uint8Array;
    include: (id: number) => number;
  };
  const used = new Map<Bytes, FontUse>();
  return {
    fontOf(face, character) {
      const { file, font, id } = sources[face](character);
      let subset = used.get(file.data);
      if (!subset) {
        if (font['CFF ']) throw new RangeError(`${file.name} has CFF outlines`);
        const made = font.createSubset();
        subset = {
          name: file.name,
          points: new Map(),
          encode: () => made.encode(),
          include: (glyph) => made.includeGlyph(glyph),
        };
        used.set(file.data, subset);
      }
      subset.points.set(character.codePointAt(0)!, subset.include(id));
      return subset.name;
    },
    finish: () =>
      [...used.values()].map(({ name, points, encode }) => ({
        name,
        data: withCharacterMap(encode(), points),
      })),
  };
}

function objectsOf(item: DisplayItem, subsets: Subsets): WriteObject[] {
  switch (item.kind) {
    case 'text':
      return textObjects(item, subsets);
    case 'box': {
      const { x, y, width, height, colour } = item;
      const data = `M ${x} ${y} L ${x + width} ${y} L ${x + width} ${y + height} L ${x} ${y + height} C`;
      return [{ kind: 'path', data, fill: colour, lineWidth: 0 }];
    }
    case 'line': {
      const { from, to, width, colour } = item;
      const data = `M ${from[0]} ${from[1]} L ${to[0]} ${to[1]}`;
      return [{ kind: 'path', data, stroke: colour, lineWidth: width }];
    }
    case 'picture': {
      const { x, y, width, height, data } = item;
      return [{ kind: 'image', x, y, width, height, data, format: data[0] === 0xff ? 'JPEG' : 'PNG' }];
    }
  }
}

/** One object per run of characters of one font; omits text without outlines. */
function textObjects(
  { text, advances, face, x, y, size, colour }: DisplayText,
  subsets: Subsets,
): WriteObject[] {
  const out: { text: string; x: number; font: string; advances: number[] }[] = [];
  let at = x;
  let i = 0;
  for (const character of text) {
    const advance = advances[i++] ?? 0;
    if (!isInvisible(character)) {
      const font = subsets.fontOf(face, character);
      const run = out[out.length - 1];
      if (run?.font === font) {
        run.text += character;
        run.advances.push(advance);
      } else out.push({ text: character, x: at, font, advances: [advance] });
    }
    at += advance;
  }
  return out.map((run) => ({ kind: 'text', y, size, color: colour, ...run }));
}
