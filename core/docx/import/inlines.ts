import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import type { BodyInline } from '#core/template/body.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { faceOf, isLatinFont } from '../fonts.ts';
import { childW, isW } from '../part.ts';
import { runsOfBase, THROUGH } from '../read-text.ts';
import { fieldOf, type ShownField, shownOf } from './field-text.ts';
import { type Importing, textAt } from './importing.ts';
import type { LeftKind } from './left-out.ts';
import { textBelow } from './report-unread.ts';
import { type Look, readLook } from './styles.ts';

/** Contents of a paragraph in order: text with chips, pictures, and page breaks. */
export type Piece =
  | { kind: 'inline'; node: BodyInline; size: number | undefined }
  | { kind: 'picture'; element: XmlElement; floating: boolean }
  | { kind: 'pageBreak' };

type Marks = NonNullable<(BodyInline & { type: 'text' })['marks']>;

interface Reading {
  importing: Importing;
  paragraph: XmlElement;
  words: string;
  base: Look;
  /** Bold is the heading's default in the typesetter, and not recorded. */
  plainBold: boolean;
  /** pt; only deviating sizes are recorded on the text. */
  size: number;
  pieces: Piece[];
  /** Number of characters read so far, as `readText` counts them. */
  offset: number;
  /** End offset of the current chip. */
  chipEnd: number;
  /** Remaining chips, ordered by start offset. */
  chips: { from: number; to: number; node: BodyInline }[];
  /** Open Word fields, and the nodes that replace their results. */
  fields: (ShownField & { reading: boolean; node: BodyInline | undefined })[];
}

/** Reads the contents of a paragraph. `size` is that of the paragraph, pt; with `plainBold` bold is not recorded. */
export function readInlines(
  importing: Importing,
  paragraph: XmlElement,
  look: { base: Look; size: number; plainBold: boolean },
): Piece[] {
  const { chips } = importing;
  const index = importing.paragraphs.get(paragraph)?.index;
  const own = (index === undefined ? [] : (chips.chipsOf.get(index) ?? [])).map(({ type, key, from, to }) => {
    const node: BodyInline =
      type === 'field' ? { type: 'field', attrs: { field: key } } : { type: 'seal', attrs: { anchor: key } };
    return { from, to, node };
  });
  const reading: Reading = {
    importing,
    paragraph,
    words: textAt(importing, paragraph),
    ...look,
    pieces: [],
    offset: 0,
    chipEnd: 0,
    chips: own,
    fields: [],
  };
  visit(reading, paragraph);
  putChips(reading, Number.POSITIVE_INFINITY, []);
  return joined(reading.pieces);
}

function visit(reading: Reading, parent: XmlElement): void {
  const { part } = reading.importing;
  for (const element of parent.children) {
    if (isW(part, element, 'r')) visitRun(reading, element);
    else if (element.name === 'oMath' || element.name === 'oMathPara') sayOf(reading, element, 'formula');
    else if (isW(part, element, 'fldSimple')) {
      const node = referenceOf(reading, element.attributes.instr ?? '');
      if (!node) sayField(reading, element.attributes.instr ?? '');
      reading.fields.push({ ...fieldOf(element), reading: false, node });
      visit(reading, element);
      endField(reading);
    } else if (THROUGH.has(element.name) && isW(part, element, element.name)) {
      if (element.name === 'hyperlink' && element.attributes.id) say(reading, 'link');
      visit(reading, element);
    }
  }
}

function visitRun(reading: Reading, run: XmlElement): void {
  const { importing, base } = reading;
  const properties = child(run, 'rPr');
  const style = child(properties, 'rStyle')?.attributes.val;
  const look: Look = { ...base, ...importing.styles.character(style), ...readLook(properties) };
  const marks = marksOf(reading, look);
  for (const element of run.children) visitPart(reading, element, look, marks);
}

function visitPart(reading: Reading, element: XmlElement, look: Look, marks: Marks): void {
  const { part } = reading.importing;
  if (element.name === 'AlternateContent') {
    for (const inner of child(element, 'Choice')?.children ?? []) visitPart(reading, inner, look, marks);
    return;
  }
  if (!isW(part, element, element.name)) return;
  switch (element.name) {
    case 't':
      reading.importing.reported.add(element);
      addText(reading, element.text, element.text.length, look, marks);
      return;
    case 'tab':
    case 'ptab':
      say(reading, 'tab');
      addText(reading, '\u3000', 1, look, marks);
      return;
    case 'noBreakHyphen':
      addText(reading, '-', 1, look, marks);
      return;
    case 'cr':
    case 'br':
      addBreak(reading, element.attributes.type, marks);
      return;
    case 'ruby':
      addRuby(reading, element);
      return;
    case 'drawing':
      reading.importing.reported.add(element);
      addDrawing(reading, element);
      return;
    case 'pict':
      sayOf(reading, element, 'drawing');
      return;
    case 'sym':
      sayOf(reading, element, 'symbol');
      return;
    case 'footnoteReference':
    case 'endnoteReference':
      say(reading, 'note');
      return;
    case 'commentReference':
      say(reading, 'comment');
      return;
    case 'pgNum':
    case 'dayShort':
    case 'dayLong':
    case 'monthShort':
    case 'monthLong':
    case 'yearShort':
    case 'yearLong':
      reading.importing.left.add('fieldText', element.name);
      return;
    case 'fldChar':
    case 'instrText':
      visitField(reading, element, look, marks);
  }
}

function visitField(reading: Reading, element: XmlElement, look: Look, marks: Marks): void {
  const field = reading.fields.at(-1);
  if (element.name === 'instrText') {
    if (field?.reading) field.instruction += element.text;
    return;
  }
  const type = element.attributes.fldCharType;
  if (type === 'begin') reading.fields.push({ ...fieldOf(element), reading: true, node: undefined });
  if (type === 'separate' && field) {
    field.reading = false;
    field.node = referenceOf(reading, field.instruction);
    if (!field.node) sayField(reading, field.instruction);
  }
  if (type === 'end') {
    if (field?.reading) showField(reading, field, look, marks);
    endField(reading);
  }
}

/** Adds what a field without a result shows by its instruction, and reports what it does not. */
function showField(reading: Reading, field: ShownField, look: Look, marks: Marks): void {
  const { words, guide, unknown } = shownOf(field);
  field.instruction = '';
  if (guide) reading.importing.left.add('phonetic', guide);
  if (unknown) reading.importing.left.add('fieldText', unknown);
  if (words) putText(reading, words, look, marks);
}

/** Adds the reference that replaces a field's result; the result itself is omitted. */
function endField(reading: Reading): void {
  const field = reading.fields.pop();
  if (field?.node && !reading.fields.some(({ node }) => node))
    reading.pieces.push({ kind: 'inline', node: field.node, size: undefined });
}

/** A reference to the number of a clause (` REF _Ref1 \n \h `, ISO/IEC 29500-1, 17.16.5.51). */
function referenceOf({ importing }: Reading, instruction: string): BodyInline | undefined {
  const [, bookmark, switches] = /^\s*REF\s+(\S+)(.*)$/i.exec(instruction) ?? [];
  const clause = bookmark && importing.bookmarks.get(bookmark);
  if (!clause || !/\\[nrw]/i.test(switches ?? '')) return undefined;
  return { type: 'reference', attrs: { clause } };
}

function sayField(reading: Reading, instruction: string): void {
  const name = /^\s*(\w+)/.exec(instruction)?.[1]?.toUpperCase();
  // merge fields are marks, and links are reported separately
  if (name && name !== 'MERGEFIELD' && name !== 'HYPERLINK') reading.importing.left.add('fieldText', name);
}

function addBreak(reading: Reading, type: string | undefined, marks: Marks): void {
  const from = reading.offset;
  reading.offset += 1;
  putChips(reading, from + 1, marks);
  if (from < reading.chipEnd || isReplaced(reading)) return;
  if (type === 'page') reading.pieces.push({ kind: 'pageBreak' });
  else {
    if (type === 'column') say(reading, 'columns');
    reading.pieces.push({ kind: 'inline', node: { type: 'hardBreak' }, size: undefined });
  }
}

const isReplaced = ({ fields }: Reading): boolean => fields.some(({ node }) => node !== undefined);

/** Adds text of `length` characters of the paragraph; omits what belongs to a chip. */
function addText(reading: Reading, text: string, length: number, look: Look, marks: Marks): void {
  const start = reading.offset;
  const end = start + length;
  reading.offset = end;
  let at = start;
  while (at <= end) {
    const next = reading.chips[0];
    const stop = next && next.from < end ? Math.max(at, next.from) : end;
    const from = Math.max(at, reading.chipEnd);
    if (stop > from)
      putText(reading, text.length === length ? text.slice(from - start, stop - start) : text, look, marks);
    if (!next || next.from >= end) return;
    putChips(reading, stop + 1, marks);
    at = stop;
  }
}

/** Inserts the chips that start before `offset`. */
function putChips(reading: Reading, offset: number, marks: Marks): void {
  for (let next = reading.chips[0]; next && next.from < offset; next = reading.chips[0]) {
    reading.chips.shift();
    // a mark inside another is part of it
    if (next.from < reading.chipEnd) continue;
    reading.chipEnd = next.to;
    const node = next.node.type === 'field' && marks.length > 0 ? { ...next.node, marks } : next.node;
    reading.pieces.push({ kind: 'inline', node, size: undefined });
  }
}

function putText(reading: Reading, words: string, look: Look, marks: Marks): void {
  if (isReplaced(reading)) return;
  if (look.hidden) {
    say(reading, 'hidden');
    return;
  }
  // What a symbol font has in its private place is another character, or none, in any other font.
  if (/[\uf000-\uf0ff]/.test(words)) say(reading, 'symbol');
  const text = withoutHidden(
    words.replace(/[\u00ad\u200b\u2060\ufeff\uf000-\uf0ff]/g, '').replace(/\u00a0/g, ' '),
  );
  if (text === '') return;
  if (look.italic) reading.importing.left.add('italic', text);
  if (look.highlight) reading.importing.left.add('highlight', text);
  if (look.raised) reading.importing.left.add('raised', text);
  noteFont(reading, text, look);
  const node: BodyInline = marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text };
  reading.pieces.push({ kind: 'inline', node, size: look.size });
}

/** Records a font that the editor lacks: text is set in 宋体, bold text in 黑体. */
function noteFont({ importing }: Reading, text: string, { font, bold }: Look): void {
  const name = typeof font === 'object' ? importing.themeFonts[font.theme] : font;
  if (name === undefined || isLatinFont(name) || !/\p{Script=Han}/u.test(text)) return;
  const face = faceOf(name);
  if (face !== 'SONG' && !(face === 'HEI' && bold)) importing.otherFonts.add(name);
}

function marksOf({ plainBold, size, base }: Reading, look: Look): Marks {
  const marks: Marks = [];
  if (look.bold && !(plainBold && base.bold)) marks.push({ type: 'bold' });
  if (look.underline) marks.push({ type: 'underline' });
  if (look.strike) marks.push({ type: 'strike' });
  const colour = look.colour && look.colour !== '#000000' ? look.colour : null;
  const own =
    look.size !== undefined && look.size !== size && look.size >= 5 && look.size <= 72 ? look.size : null;
  if (colour !== null || own !== null) marks.push({ type: 'textStyle', attrs: { size: own, colour } });
  return marks;
}

function addDrawing(reading: Reading, drawing: XmlElement): void {
  const floating = drawing.children[0]?.name === 'anchor';
  const kinds = new Set<string>();
  const look = (element: XmlElement): void => {
    kinds.add(element.name);
    for (const inner of element.children) if (inner.name !== 'txbxContent') look(inner);
  };
  look(drawing);
  if (kinds.has('blip') && kinds.has('pic'))
    reading.pieces.push({ kind: 'picture', element: drawing, floating });
  else say(reading, kinds.has('txbx') ? 'textBox' : 'drawing');
}

/** Adds the text below a phonetic guide; the guide itself is reported. */
function addRuby(reading: Reading, ruby: XmlElement): void {
  const { part, left, reported } = reading.importing;
  const guide = childW(part, ruby, 'rt');
  if (guide) {
    reported.add(guide);
    left.add('phonetic', textBelow(guide));
  }
  for (const run of runsOfBase(part, ruby)) visitRun(reading, run);
}

/** Reports an element with all text in it. */
function sayOf(reading: Reading, element: XmlElement, kind: LeftKind): void {
  reading.importing.reported.add(element);
  say(reading, kind);
}

const say = ({ importing, words }: Reading, kind: LeftKind): void => importing.left.add(kind, words);

/** Merges adjacent text with the same formatting into one node. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (
      last?.kind === 'inline' &&
      piece.kind === 'inline' &&
      last.node.type === 'text' &&
      piece.node.type === 'text' &&
      JSON.stringify(last.node.marks) === JSON.stringify(piece.node.marks)
    )
      out[out.length - 1] = { ...last, node: { ...last.node, text: last.node.text + piece.node.text } };
    else out.push(piece);
  }
  return out;
}
