import { zlibSync } from 'fflate';
import { create, type Font } from 'fontkit';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import {
  type PdfObject,
  type PdfRef,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  pdfString,
} from '../read/objects.ts';
import type { Increment } from '../write/increment.ts';
import { latin1 } from '../write/serialize.ts';
import type { Ink } from './ink.ts';

/** A font file as the caller passes it in: TrueType or OpenType. */
export interface FontFile {
  readonly name: string;
  readonly data: Bytes;
}

/** A piece of text in one font. */
export interface FontRun {
  /** Name of the font in the resources. */
  readonly font: string;
  /** The glyphs as a string of PDF, to be shown with Tj. */
  readonly shown: string;
  /** Advance in ems. */
  readonly width: number;
}

/** The fonts of one increment; what is used of them is embedded by `embed`. */
export interface FontSet {
  /** Advance of `text` in ems. Throws GLYPH_MISSING. */
  widthOf(text: string): number;
  /** The text as runs; its glyphs will be in the subsets. Throws GLYPH_MISSING. */
  runs(text: string): FontRun[];
  /** Fonts used so far, for /Resources. */
  resources(): Record<string, PdfRef>;
  /** Of the first font, in ems. */
  readonly ascent: number;
  readonly descent: number;
  /** Writes the subsets. To be called once, when all text is laid out. */
  embed(): void;
}

interface UsedFont {
  readonly name: string;
  readonly font: Font;
  readonly ref: PdfRef;
  readonly subset: ReturnType<Font['createSubset']>;
  /** Glyph number in the subset to its text and advance (thousandths). */
  readonly glyphs: Map<number, { text: string; width: number }>;
}

/** Characters that are never drawn and need no glyph. */
const INVISIBLE = /^(?:[\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f])$/;

/**
 * Each character is taken from the first of `files` that has it: a missing one is an error, never a blank. Throws
 * GLYPH_MISSING, DOCUMENT_UNSUPPORTED for a file that is no font, INPUT_INVALID where there are no files.
 */
export function makeFontSet(increment: Increment, files: readonly FontFile[], ink: Ink): FontSet {
  const fonts = new Map<FontFile, Font>();
  const used = new Map<FontFile, UsedFont>();
  const choices = new Map<number, { file: FontFile; font: Font; width: number; id: number }>();

  function fontOf(file: FontFile): Font {
    const known = fonts.get(file);
    if (known) return known;
    let made: Font;
    try {
      const read = create(file.data);
      made = 'fonts' in read ? read.fonts[0]! : read;
    } catch {
      throw new AppError('DOCUMENT_UNSUPPORTED', { reason: `font ${file.name}` });
    }
    fonts.set(file, made);
    return made;
  }

  function choose(character: string) {
    const point = character.codePointAt(0)!;
    const known = choices.get(point);
    if (known) return known;
    for (const file of files) {
      const font = fontOf(file);
      if (!font.hasGlyphForCodePoint(point)) continue;
      const glyph = font.glyphForCodePoint(point);
      if (glyph.id === 0) continue;
      const choice = { file, font, width: glyph.advanceWidth / font.unitsPerEm, id: glyph.id };
      choices.set(point, choice);
      return choice;
    }
    throw new AppError('GLYPH_MISSING', { character });
  }

  function usageOf(file: FontFile, font: Font): UsedFont {
    let use = used.get(file);
    if (!use) {
      use = {
        name: `F${used.size}`,
        font,
        ref: increment.reserve(),
        subset: font.createSubset(),
        glyphs: new Map(),
      };
      used.set(file, use);
    }
    return use;
  }

  const drawn = (text: string): string[] => Array.from(text).filter((c) => !INVISIBLE.test(c));
  const first = (): Font => {
    const file = files[0];
    if (!file) throw new AppError('INPUT_INVALID', { reason: 'text needs a font' }, 'fonts');
    return fontOf(file);
  };
  return {
    widthOf: (text) => drawn(text).reduce((sum, c) => sum + choose(c).width, 0),
    runs(text) {
      const runs: { font: string; hex: string; width: number }[] = [];
      for (const character of drawn(text)) {
        const { file, font, width, id } = choose(character);
        const use = usageOf(file, font);
        const glyph = use.subset.includeGlyph(id);
        if (!use.glyphs.has(glyph))
          use.glyphs.set(glyph, { text: character, width: Math.round(width * 1000) });
        let run = runs[runs.length - 1];
        if (run?.font !== use.name) {
          run = { font: use.name, hex: '', width: 0 };
          runs.push(run);
        }
        run.hex += glyph.toString(16).padStart(4, '0');
        run.width += width;
      }
      return runs.map(({ font, hex, width }) => ({ font, shown: `<${hex}>`, width }));
    },
    resources: () => Object.fromEntries([...used.values()].map((use) => [use.name, use.ref])),
    get ascent() {
      return first().ascent / first().unitsPerEm;
    },
    get descent() {
      return first().descent / first().unitsPerEm;
    },
    embed() {
      for (const use of used.values()) embedFont(increment, use, ink);
    },
  };
}

function embedFont(increment: Increment, use: UsedFont, ink: Ink): void {
  const { font, glyphs } = use;
  const cff = Boolean(font['CFF ']);
  const scale = (value: number): number => Math.round((value / font.unitsPerEm) * 1000);
  const program = use.subset.encode();
  const file = increment.add(
    pdfStream(
      pdfDict({
        Filter: pdfName('FlateDecode'),
        Length1: cff ? undefined : program.length,
        Subtype: cff ? pdfName('CIDFontType0C') : undefined,
      }),
      zlibSync(program) as Bytes,
    ),
  );
  const name = `${tagOf(glyphs)}+${(font.postscriptName ?? 'Font').replace(/[^\w-]/g, '')}`;
  const { bbox } = font;
  const descriptor = increment.add(
    pdfDict({
      Type: pdfName('FontDescriptor'),
      FontName: pdfName(name),
      Flags: 4,
      FontBBox: pdfArray(scale(bbox.minX), scale(bbox.minY), scale(bbox.maxX), scale(bbox.maxY)),
      ItalicAngle: font.italicAngle,
      Ascent: scale(font.ascent),
      Descent: scale(font.descent),
      CapHeight: scale(font.capHeight || font.ascent),
      StemV: 80,
      CIDSet: ink.cidSets ? increment.add(cidSet(use.subset.glyphs.length)) : undefined,
      [cff ? 'FontFile3' : 'FontFile2']: file,
    }),
  );
  const widths: PdfObject[] = [];
  for (const [glyph, { width }] of [...glyphs].sort((a, b) => a[0] - b[0]))
    widths.push(glyph, pdfArray(width));
  const descendant = increment.add(
    pdfDict({
      Type: pdfName('Font'),
      Subtype: pdfName(cff ? 'CIDFontType0' : 'CIDFontType2'),
      BaseFont: pdfName(name),
      CIDSystemInfo: pdfDict({
        Registry: pdfString(latin1('Adobe')),
        Ordering: pdfString(latin1('Identity')),
        Supplement: 0,
      }),
      FontDescriptor: descriptor,
      DW: 1000,
      W: pdfArray(...widths),
      CIDToGIDMap: cff ? undefined : pdfName('Identity'),
    }),
  );
  const toUnicode = latin1(toUnicodeCMap(glyphs));
  increment.set(
    use.ref,
    pdfDict({
      Type: pdfName('Font'),
      Subtype: pdfName('Type0'),
      BaseFont: pdfName(name),
      Encoding: pdfName('Identity-H'),
      DescendantFonts: pdfArray(descendant),
      ToUnicode: increment.add(
        pdfStream(pdfDict({ Filter: pdfName('FlateDecode') }), zlibSync(toUnicode) as Bytes),
      ),
    }),
  );
}

/** The glyphs of a subset, which are numbered without gaps: one bit each, from the highest (9.8.3.3). */
function cidSet(count: number): PdfStream {
  const bits = new Uint8Array((count + 7) >> 3).fill(255);
  if (count % 8 !== 0) bits[bits.length - 1] = (0xff00 >> (count % 8)) & 255;
  return pdfStream(pdfDict(), bits);
}

/** Six capitals that differ from subset to subset (9.9.2). */
function tagOf(glyphs: UsedFont['glyphs']): string {
  let hash = 2_166_136_261;
  for (const { text } of glyphs.values()) hash = Math.imul(hash ^ text.codePointAt(0)!, 16_777_619) >>> 0;
  let tag = '';
  for (let i = 0; i < 6; i++, hash = Math.floor(hash / 26)) tag += String.fromCharCode(65 + (hash % 26));
  return tag;
}

function toUnicodeCMap(glyphs: UsedFont['glyphs']): string {
  const lines = [...glyphs].map(([glyph, { text }]) => {
    let hex = '';
    for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0');
    return `<${glyph.toString(16).padStart(4, '0')}> <${hex}>`;
  });
  let body = '';
  for (let i = 0; i < lines.length; i += 100) {
    const part = lines.slice(i, i + 100);
    body += `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${body}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
