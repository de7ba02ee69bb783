import { zlibSync } from 'fflate';
import type { Font } from 'fontkit';
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
import { type FontFile, isInvisible, makeGlyphSource, openFont } from './glyph-source.ts';
import type { Ink } from './ink.ts';

/** A run of text in one font. */
export interface FontRun {
  /** Name of the font in the resources. */
  readonly font: string;
  /** The glyphs as a PDF string, for the operator Tj. */
  readonly shown: string;
  /** Advance in ems. */
  readonly width: number;
}

/** A character in a font subset. */
export interface SetGlyph {
  /** Name of the font in the resources. */
  readonly font: string;
  /** Glyph number in the subset, four hexadecimal digits. */
  readonly hex: string;
  /** Advance in ems. */
  readonly width: number;
}

/** The fonts of one increment; `embed` writes the used glyphs as subsets. */
export interface FontSet {
  /** Advance of `text` in ems. Throws GLYPH_MISSING. */
  widthOf(text: string): number;
  /** Splits the text into runs and adds its glyphs to the subsets. Throws GLYPH_MISSING. */
  runs(text: string): FontRun[];
  /** Adds the glyph of a code point to the subset. Undefined if it is never drawn. Throws GLYPH_MISSING. */
  glyph(point: number): SetGlyph | undefined;
  /** Fonts used so far, for /Resources. */
  resources(): Record<string, PdfRef>;
  /** Ascent of the first font in ems. */
  readonly ascent: number;
  readonly descent: number;
  /** Writes the subsets. Must be called once, after all text is laid out. */
  embed(): void;
}

interface UsedFont {
  readonly name: string;
  readonly font: Font;
  readonly ref: PdfRef;
  readonly subset: ReturnType<Font['createSubset']>;
  /** Text and advance (in thousandths of an em) by glyph number in the subset. */
  readonly glyphs: Map<number, { text: string; width: number }>;
}

/** Destination of the font objects: an increment or a new file. */
export type ObjectSink = Pick<Increment, 'reserve' | 'add' | 'set'>;

/**
 * Takes each character from the first of `files` that has it; a missing character is an error, never drawn as a blank.
 * `prefix` starts the resource names of the fonts. Throws GLYPH_MISSING, DOCUMENT_UNSUPPORTED if a file is not a font,
 * INPUT_INVALID if there are no files.
 */
export function makeFontSet(
  sink: ObjectSink,
  files: readonly FontFile[],
  ink: Pick<Ink, 'cidSets'>,
  prefix = 'F',
): FontSet {
  const used = new Map<FontFile, UsedFont>();
  const choose = makeGlyphSource(files);

  function usageOf(file: FontFile, font: Font): UsedFont {
    let use = used.get(file);
    if (!use) {
      use = {
        name: `${prefix}${used.size}`,
        font,
        ref: sink.reserve(),
        subset: font.createSubset(),
        glyphs: new Map(),
      };
      used.set(file, use);
    }
    return use;
  }

  const drawn = (text: string): string[] => Array.from(text).filter((c) => !isInvisible(c));
  const first = (): Font => {
    const file = files[0];
    if (!file) throw new AppError('INPUT_INVALID', { reason: 'text needs a font' }, 'fonts');
    return openFont(file);
  };
  const set = new Map<number, SetGlyph>();
  const glyph = (point: number): SetGlyph | undefined => {
    const known = set.get(point);
    if (known) return known;
    const character = String.fromCodePoint(point);
    if (isInvisible(character)) return undefined;
    const { file, font, width, id } = choose(character);
    const use = usageOf(file, font);
    const number = use.subset.includeGlyph(id);
    if (!use.glyphs.has(number)) use.glyphs.set(number, { text: character, width: Math.round(width * 1000) });
    const made = { font: use.name, hex: number.toString(16).padStart(4, '0'), width };
    set.set(point, made);
    return made;
  };
  return {
    glyph,
    widthOf: (text) => drawn(text).reduce((sum, c) => sum + choose(c).width, 0),
    runs(text) {
      const runs: { font: string; hex: string; width: number }[] = [];
      for (const character of drawn(text)) {
        const { font, hex, width } = glyph(character.codePointAt(0)!)!;
        let run = runs[runs.length - 1];
        if (run?.font !== font) {
          run = { font, hex: '', width: 0 };
          runs.push(run);
        }
        run.hex += hex;
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
      for (const use of used.values()) embedFont(sink, use, ink);
    },
  };
}

function embedFont(sink: ObjectSink, use: UsedFont, ink: Pick<Ink, 'cidSets'>): void {
  const { font, glyphs } = use;
  const cff = Boolean(font['CFF ']);
  const scale = (value: number): number => Math.round((value / font.unitsPerEm) * 1000);
  const program = use.subset.encode();
  const file = sink.add(
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
  const descriptor = sink.add(
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
      CIDSet: ink.cidSets ? sink.add(cidSet(use.subset.glyphs.length)) : undefined,
      [cff ? 'FontFile3' : 'FontFile2']: file,
    }),
  );
  const widths: PdfObject[] = [];
  for (const [glyph, { width }] of [...glyphs].sort((a, b) => a[0] - b[0]))
    widths.push(glyph, pdfArray(width));
  const descendant = sink.add(
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
  sink.set(
    use.ref,
    pdfDict({
      Type: pdfName('Font'),
      Subtype: pdfName('Type0'),
      BaseFont: pdfName(name),
      Encoding: pdfName('Identity-H'),
      DescendantFonts: pdfArray(descendant),
      ToUnicode: sink.add(
        pdfStream(pdfDict({ Filter: pdfName('FlateDecode') }), zlibSync(toUnicode) as Bytes),
      ),
    }),
  );
}

/** The CIDSet of a subset, whose glyphs are numbered without gaps: one bit each, most significant first (9.8.3.3). */
function cidSet(count: number): PdfStream {
  const bits = new Uint8Array((count + 7) >> 3).fill(255);
  if (count % 8 !== 0) bits[bits.length - 1] = (0xff00 >> (count % 8)) & 255;
  return pdfStream(pdfDict(), bits);
}

/** The subset tag: six capital letters that differ between subsets (9.9.2). */
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
