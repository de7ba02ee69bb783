import { zlibSync } from 'fflate';
import type { Bytes } from '#core/bytes.ts';
import { type FontSet, makeFontSet } from '#core/pdf/draw/font-set.ts';
import type { FontFile } from '#core/pdf/draw/glyph-source.ts';
import { imageXObject } from '#core/pdf/draw/image-xobject.ts';
import { FREE_INK, fillWith, strokeWith } from '#core/pdf/draw/ink.ts';
import { type PdfRef, pdfArray, pdfDict, pdfName, pdfStream, withEntries } from '#core/pdf/read/objects.ts';
import { dateString, textString } from '#core/pdf/read/text-string.ts';
import { type ContentWriter, makeContentWriter } from '#core/pdf/write/content-writer.ts';
import { makeNewFile, type NewFile } from '#core/pdf/write/new-file.ts';
import { formatNumber, serialize } from '#core/pdf/write/serialize.ts';
import { srgbProfile } from '#core/pdf/write/srgb-profile.ts';
import type { DisplayItem, DisplayPage, DisplayText, Typeset } from './display.ts';
import type { FaceName } from './document.ts';
import type { FaceFiles } from './faces.ts';
import { writeOutline } from './write-outline.ts';
import { makeTagger, type Tagger } from './write-structure.ts';
import { xmpOf } from './write-xmp.ts';

export interface PdfOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Unique identifier of the file, 16 bytes. */
  readonly id: Bytes;
  /** Text only, without structure for screen readers: for temporary previews. */
  readonly untagged?: boolean;
}

const POINTS_PER_MM = 72 / 25.4;

/**
 * Writes the display list as PDF 1.7: font subsets, selectable and searchable text, structure for screen readers (ISO
 * 14289-1), bookmarks, and the requirements of PDF/A-2u (ISO 19005-2). The same input gives the same bytes. Throws
 * GLYPH_MISSING, and DOCUMENT_UNSUPPORTED for a picture that is neither PNG nor JPEG.
 *
 * ```ts
 * const id = crypto.getRandomValues(new Uint8Array(16));
 * const file = writePdf(layOut(document, faces), files, { now: Date.now(), id });
 * ```
 */
export function writePdf(typeset: Typeset, files: FaceFiles, options: PdfOptions): Bytes {
  const file = makeNewFile();
  const catalog = file.reserve();
  const tree = file.reserve();
  const fonts = fontSets(file, files);
  const resources = file.reserve();
  const pictures = makePictures(file);
  const pages = typeset.pages.map(() => file.reserve());
  const tagger = options.untagged ? undefined : makeTagger(file, typeset.elements, pages);
  const out = makeContentWriter();
  typeset.pages.forEach((page, index) => {
    drawPage(page, index, { out, fonts, pictures, tagger });
    file.set(
      pages[index]!,
      pdfDict({
        Type: pdfName('Page'),
        Parent: tree,
        MediaBox: pdfArray(0, 0, points(page.width), points(page.height)),
        Resources: resources,
        Contents: file.add(deflated(out.take())),
        StructParents: tagger ? index : undefined,
        Tabs: tagger ? pdfName('S') : undefined,
      }),
    );
  });
  const sets = [...new Set(Object.values(fonts))];
  for (const set of sets) set.embed();
  file.set(
    resources,
    pdfDict({
      Font: pdfDict(Object.assign({}, ...sets.map((set) => set.resources()))),
      XObject: pictures.resources(),
    }),
  );
  file.set(tree, pdfDict({ Type: pdfName('Pages'), Count: pages.length, Kids: pdfArray(...pages) }));
  file.set(
    catalog,
    pdfDict({
      Type: pdfName('Catalog'),
      Pages: tree,
      Lang: textString(typeset.language),
      MarkInfo: tagger && pdfDict({ Marked: true }),
      StructTreeRoot: tagger?.finish(),
      Outlines: writeOutline(file, typeset, pages),
      ViewerPreferences: pdfDict({ DisplayDocTitle: true }),
      Metadata: file.add(metadata(typeset, options)),
      OutputIntents: pdfArray(outputIntent(file)),
    }),
  );
  const dates = { CreationDate: dateString(options.now), ModDate: dateString(options.now) };
  const info = file.add(
    pdfDict({ Title: textString(typeset.title), Producer: textString('Signet'), ...dates }),
  );
  return file.finish(catalog, info, options.id);
}

/** Faces with the same files share their subsets. */
function fontSets(file: NewFile, files: FaceFiles): Record<FaceName, FontSet> {
  const text = makeFontSet(file, files.text, FREE_INK, 'T');
  const bold = sameFiles(files.bold, files.text) ? text : makeFontSet(file, files.bold, FREE_INK, 'B');
  if (sameFiles(files.heading, files.text)) return { text, bold, heading: text };
  const heading = sameFiles(files.heading, files.bold)
    ? bold
    : makeFontSet(file, files.heading, FREE_INK, 'H');
  return { text, bold, heading };
}

const sameFiles = (a: readonly FontFile[], b: readonly FontFile[]): boolean =>
  a.length === b.length && a.every((font, i) => font.data === b[i]!.data);

const points = (mm: number): number => Math.round(mm * POINTS_PER_MM * 100) / 100;

const deflated = (data: Bytes) =>
  pdfStream(pdfDict({ Filter: pdfName('FlateDecode') }), zlibSync(data) as Bytes);

/** XMP must be readable for programs that do not support PDF, so it is not compressed (ISO 19005-2, 6.6.2.1). */
const metadata = (typeset: Typeset, options: PdfOptions) =>
  pdfStream(
    pdfDict({ Type: pdfName('Metadata'), Subtype: pdfName('XML') }),
    new TextEncoder().encode(xmpOf(typeset, options)) as Bytes,
  );

function outputIntent(file: NewFile) {
  const profile = pdfStream(
    pdfDict({ N: 3, Alternate: pdfName('DeviceRGB'), Filter: pdfName('FlateDecode') }),
    zlibSync(srgbProfile()) as Bytes,
  );
  return pdfDict({
    Type: pdfName('OutputIntent'),
    S: pdfName('GTS_PDFA1'),
    OutputConditionIdentifier: textString('sRGB'),
    Info: textString('sRGB'),
    DestOutputProfile: file.add(profile),
  });
}

interface Pictures {
  /** Its name in the resource dictionary. */
  nameOf(data: Bytes): string;
  resources(): ReturnType<typeof pdfDict> | undefined;
}

/** Writes each picture once, however often it is shown. */
function makePictures(file: NewFile): Pictures {
  const known = new Map<Bytes, { name: string; ref: PdfRef }>();
  return {
    nameOf(data) {
      let entry = known.get(data);
      if (!entry) {
        const { image, mask, maskKey } = imageXObject(data, FREE_INK);
        const own = mask ? { ...image, dict: withEntries(image.dict, { [maskKey]: file.add(mask) }) } : image;
        entry = { name: `Im${known.size}`, ref: file.add(own) };
        known.set(data, entry);
      }
      return entry.name;
    },
    resources() {
      if (known.size === 0) return undefined;
      return pdfDict(Object.fromEntries([...known.values()].map(({ name, ref }) => [name, ref])));
    },
  };
}

interface Means {
  out: ContentWriter;
  fonts: Record<FaceName, FontSet>;
  pictures: Pictures;
  tagger: Tagger | undefined;
}

/** Writes one page, in mm from its top left corner. Content without an element is an artifact (14.8.2.2). */
function drawPage(page: DisplayPage, index: number, means: Means): void {
  const { out } = means;
  const scale = formatNumber(POINTS_PER_MM);
  out.ascii(`q ${scale} 0 0 -${scale} 0 ${formatNumber(page.height * POINTS_PER_MM)} cm\n`);
  const state: InkState = { fill: '', stroke: '', width: -1 };
  for (let i = 0; i < page.items.length; ) {
    const element = elementOf(page.items[i]!);
    let end = i + 1;
    while (end < page.items.length && elementOf(page.items[end]!) === element) end++;
    const tag = means.tagger?.begin(index, element);
    if (tag) out.ascii(`${tag} BDC\n`);
    for (; i < end; i++) draw(page.items[i]!, state, means);
    if (tag) out.ascii('EMC\n');
  }
  out.ascii('Q');
}

const elementOf = (item: DisplayItem): number | undefined => ('element' in item ? item.element : undefined);

/** The last graphics state that was set, to avoid setting it again. */
interface InkState {
  fill: string;
  stroke: string;
  width: number;
}

function draw(item: DisplayItem, state: InkState, { out, fonts, pictures }: Means): void {
  switch (item.kind) {
    case 'text': {
      setFill(out, state, item.colour);
      const set = fonts[item.face];
      const actual = actualText(item, set);
      if (actual !== undefined) out.ascii(`/Span <</ActualText ${serialize(textString(actual))}>> BDC\n`);
      drawText(out, item, set);
      if (actual !== undefined) out.ascii('EMC\n');
      return;
    }
    case 'box':
      setFill(out, state, item.colour);
      numbers(out, item.x, item.y, item.width, item.height);
      out.ascii('re f\n');
      return;
    case 'line':
      if (state.stroke !== item.colour) out.ascii(`${strokeWith(FREE_INK, item.colour)}\n`);
      if (state.width !== item.width) out.ascii(`${formatNumber(item.width)} w\n`);
      state.stroke = item.colour;
      state.width = item.width;
      numbers(out, ...item.from);
      out.ascii('m ');
      numbers(out, ...item.to);
      out.ascii('l S\n');
      return;
    case 'picture': {
      const [x, y, width, height] = [item.x, item.y + item.height, item.width, item.height].map(formatNumber);
      // An image is a unit square with its origin at the lower left.
      out.ascii(`q ${width} 0 0 -${height} ${x} ${y} cm /${pictures.nameOf(item.data)} Do Q\n`);
    }
  }
}

/** Each number with a space after it. */
function numbers(out: ContentWriter, ...values: readonly number[]): void {
  for (const value of values) {
    out.ascii(formatNumber(value));
    out.ascii(' ');
  }
}

function setFill(out: ContentWriter, state: InkState, colour: string): void {
  if (state.fill === colour) return;
  state.fill = colour;
  out.ascii(`${fillWith(FREE_INK, colour)}\n`);
}

/** Programs that extract text interpret a gap of a tenth of an em as a space, and an equal overlap as a new line. */
const SEEN_AS_BLANK = 0.09;

/**
 * The text of a run whose character spacing differs from what text extraction expects; undefined for other runs, in
 * which each character can be selected individually (14.9.4).
 */
function actualText({ text, advances, size }: DisplayText, fonts: FontSet): string | undefined {
  let before = -1;
  for (let at = 0, i = 0; at < text.length; i++) {
    const point = text.codePointAt(at)!;
    if (before >= 0) {
      const off = (advances[i - 1] ?? 0) - (fonts.glyph(before)?.width ?? 0) * size;
      if (before !== SPACE && point !== SPACE && Math.abs(off) > SEEN_AS_BLANK * size) return text;
    }
    before = point;
    at += point > 0xffff ? 2 : 1;
  }
  return undefined;
}

const SPACE = 0x20;

/** Distances below this, in thousandths of an em, are not corrected. */
const UNSEEN = 0.5;

/**
 * Shows a run of text with TJ: each glyph at its position in the layout, regardless of the font's own advances (9.4.3).
 */
function drawText(
  out: ContentWriter,
  { text, advances, size, x: start, y }: DisplayText,
  fonts: FontSet,
): void {
  let font = '';
  // Whether a string of glyphs of the current font has been begun.
  let open = false;
  // The position of the next glyph by the font's advances, compared with its position in the layout.
  let pen = start;
  let x = start;
  for (let at = 0, i = 0; at < text.length; i++) {
    const point = text.codePointAt(at)!;
    const glyph = fonts.glyph(point);
    if (glyph) {
      if (glyph.font !== font) {
        out.ascii(font === '' ? 'BT\n' : open ? '>] TJ\n' : '] TJ\n');
        font = glyph.font;
        out.ascii(`/${font} `);
        numbers(out, size);
        out.ascii('Tf 1 0 0 -1 ');
        numbers(out, x, y);
        out.ascii('Tm\n[');
        pen = x;
        open = false;
      }
      const off = ((x - pen) / size) * 1000;
      if (Math.abs(off) > UNSEEN) {
        const moved = Math.round(off);
        if (open) out.ascii('>');
        out.ascii(String(-moved));
        open = false;
        pen += (moved / 1000) * size;
      }
      if (!open) out.ascii('<');
      out.ascii(glyph.hex);
      open = true;
      // Readers advance by the width in the font's dictionary, in whole thousandths.
      pen += (Math.round(glyph.width * 1000) / 1000) * size;
    }
    x += advances[i] ?? 0;
    at += point > 0xffff ? 2 : 1;
  }
  if (font !== '') out.ascii('>] TJ\nET\n');
}
