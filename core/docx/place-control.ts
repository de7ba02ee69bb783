import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { controlsOf, controlXml, freeControlId, keyOf } from './control.ts';
import { type Docx, openDocx, saveDocx } from './open-docx.ts';
import {
  childW,
  contentStart,
  type DocxPart,
  elementsBelow,
  isW,
  openTag,
  type Splice,
  sourceOf,
  splice,
} from './part.ts';
import { type DocxParagraph, isUndivided, type Piece, readText } from './read-text.ts';

/**
 * Target of a control: at or around characters of a paragraph (UTF-16 offsets of its text, `to` exclusive), around the
 * table row that contains a paragraph, or around whole paragraphs.
 */
export type ControlPlace =
  | { paragraph: number; from: number; to: number }
  | { rowOf: number }
  | { paragraphs: readonly [first: number, last: number] };

export interface NewControl {
  key: string;
  /** Title that Word shows; also inserted in brackets as text if the control is placed between two characters. */
  title: string;
}

/**
 * Adds one of our controls to the file; everything outside of the changed runs stays byte-identical. A range that
 * starts or ends within a link or a Word field is widened to include all of it. Throws DOCX_PLACE_TAKEN if the range
 * intersects another of our controls, and DOCX_PLACE_MISSING if the file has no such place.
 *
 * ```ts
 * const bytes = placeControl(docx, { paragraph: 3, from: 5, to: 9 }, { key: 'amount', title: '金额' });
 * ```
 */
export function placeControl(docx: Docx, at: ControlPlace, control: NewControl): Bytes {
  const paragraphs = readText(docx);
  const find = (index: number): DocxParagraph => {
    const paragraph = paragraphs[index];
    if (!paragraph) throw new AppError('DOCX_PLACE_MISSING');
    return paragraph;
  };
  if ('rowOf' in at) return aroundRow(docx, find(at.rowOf), control);
  if ('paragraphs' in at) return aroundBlocks(docx, find(at.paragraphs[0]), find(at.paragraphs[1]), control);
  return aroundText(docx, find(at.paragraph), at, control);
}

/**
 * Removes the controls of a key; keeps their contents, except for placeholder text.
 *
 * ```ts
 * const bytes = removeControl(docx, 'amount');
 * ```
 */
export function removeControl(docx: Docx, key: string): Bytes {
  const texts = new Map<string, string>();
  for (const part of docx.parts) {
    const changes: Splice[] = [];
    for (const { element, content, placeholder } of controlsOf(part).filter((own) => own.key === key)) {
      if (!content || placeholder || content.closeStart === content.end) {
        changes.push({ from: element.start, to: element.end, by: '' });
        continue;
      }
      changes.push({ from: element.start, to: contentStart(part, content), by: '' });
      changes.push({ from: content.closeStart, to: element.end, by: '' });
    }
    if (changes.length > 0) texts.set(part.path, splice(part.text, changes));
  }
  return texts.size === 0 ? docx.bytes : saveDocx(docx, texts);
}

function save(docx: Docx, part: DocxPart, changes: Splice[]): Bytes {
  const bytes = saveDocx(docx, new Map([[part.path, splice(part.text, changes)]]));
  // Never keep a file that cannot be read again.
  openDocx(bytes);
  return bytes;
}

function aroundRow(docx: Docx, { part, around }: DocxParagraph, { key, title }: NewControl): Bytes {
  const at = around.findLastIndex((element) => isW(part, element, 'tr'));
  const row = around[at];
  if (!row) throw new AppError('DOCX_PLACE_MISSING');
  // A row in an existing row control would be repeated twice.
  if (around.slice(0, at).some((outer) => isRowControl(part, outer))) throw new AppError('DOCX_PLACE_TAKEN');
  return save(docx, part, wrap(part, row, row, { key, title }));
}

const isRowControl = (part: DocxPart, element: XmlElement): boolean =>
  keyOf(part, element) !== undefined &&
  (childW(part, element, 'sdtContent')?.children ?? []).some((child) => isW(part, child, 'tr'));

function aroundBlocks(docx: Docx, first: DocxParagraph, last: DocxParagraph, control: NewControl): Bytes {
  const { part } = first;
  if (last.part !== part || last.index < first.index) throw new AppError('DOCX_PLACE_MISSING');
  const [a, b] = [
    [...first.around, first.element],
    [...last.around, last.element],
  ];
  let depth = 0;
  while (a[depth + 1] !== undefined && a[depth + 1] === b[depth + 1]) depth++;
  // A single paragraph shares its whole path; the control then wraps the paragraph.
  if (a[depth] === first.element) depth--;
  const [from, to] = [a[depth + 1]!, b[depth + 1]!];
  const blocks = ['p', 'tbl', 'sdt'];
  const parent = a[depth]!;
  const containers = ['body', 'tc', 'txbxContent', 'hdr', 'ftr', 'footnote', 'endnote', 'sdtContent'];
  const fits = [from, to].every((element) => blocks.some((name) => isW(part, element, name)));
  if (!fits || !containers.includes(parent.name)) throw new AppError('DOCX_PLACE_MISSING');
  return save(docx, part, wrap(part, from, to, control));
}

function wrap(part: DocxPart, from: XmlElement, to: XmlElement, { key, title }: NewControl): Splice[] {
  const { open, close } = controlXml(key, { title, id: freeControlId(part) });
  return [
    { from: from.start, to: from.start, by: open },
    { from: to.end, to: to.end, by: close },
  ];
}

/** A position between characters: before `piece`, after it, or within its text. */
interface CutPoint {
  piece: Piece;
  offset: number;
}

function aroundText(
  docx: Docx,
  paragraph: DocxParagraph,
  range: { from: number; to: number },
  control: NewControl,
): Bytes {
  const { part, text, pieces } = paragraph;
  if (range.from < 0 || range.to < range.from || range.to > text.length)
    throw new AppError('DOCX_PLACE_MISSING');
  const { from, to } = splitPieces(paragraph, widenToCharacters(text, range));
  const { open, close } = controlXml(control.key, {
    title: control.title,
    id: freeControlId(part),
    placeholder: from === to,
  });
  if (from === to) {
    const at = insertionPoint(paragraph, from);
    const style = styleAt(part, pieces, from);
    const run = `<w:r>${style}<w:t xml:space="preserve">[${escapeXml(control.title)}]</w:t></w:r>`;
    return save(docx, part, at(`${open}${run}${close}`));
  }
  const inside = pieces.filter((piece) => piece.to > from && piece.from < to);
  const [first, last] = [inside[0]!, inside.at(-1)!];
  const depth = sharedDepth(first, last);
  const parent = first.within[depth]!;
  const widened = widenToFields(
    part,
    parent,
    first.within[depth + 1] ?? first.run,
    last.within[depth + 1] ?? last.run,
  );
  refuseTaken(part, first.within, parent, widened);
  const changes: Splice[] = [];
  const startCut = { piece: first, offset: from - first.from };
  const endCut = { piece: last, offset: to - last.from };
  const cutStart = widened.from === first.run;
  const cutEnd = widened.to === last.run;
  if (cutStart && cutEnd && first === last) {
    changes.push(...cutTwice(part, first, startCut.offset, endCut.offset, open, close));
  } else {
    changes.push(
      ...(cutStart
        ? cut(part, startCut, open)
        : [{ from: widened.from.start, to: widened.from.start, by: open }]),
      ...(cutEnd ? cut(part, endCut, close) : [{ from: widened.to.end, to: widened.to.end, by: close }]),
    );
  }
  return save(docx, part, changes);
}

/** A character outside of the BMP is two UTF-16 units, which must not be split. */
function widenToCharacters(text: string, { from, to }: { from: number; to: number }) {
  const low = (at: number) =>
    /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '');
  return { from: low(from) ? from - 1 : from, to: low(to) ? (from === to ? to - 1 : to + 1) : to };
}

/** A range that starts or ends within text that cannot be divided includes all of it; a position moves behind it. */
function splitPieces({ part, pieces }: DocxParagraph, { from, to }: { from: number; to: number }) {
  const within = (at: number) =>
    pieces.find((piece) => piece.from < at && at < piece.to && isUndivided(part, piece.element));
  const end = within(to)?.to ?? to;
  return { from: from === to ? end : (within(from)?.from ?? from), to: end };
}

/**
 * The number of common ancestors of both pieces, less one. Foreign controls and simple fields are taken whole, because
 * they contain only their own text.
 */
function sharedDepth(a: Piece, b: Piece): number {
  let depth = 0;
  for (;;) {
    const next = a.within[depth + 1];
    if (!next || next !== b.within[depth + 1] || next.name === 'sdt' || next.name === 'fldSimple')
      return depth;
    depth++;
  }
}

/** Throws DOCX_PLACE_TAKEN if one of our controls is around the range or in it. */
function refuseTaken(
  part: DocxPart,
  within: readonly XmlElement[],
  parent: XmlElement,
  { from, to }: { from: XmlElement; to: XmlElement },
): void {
  const own = (element: XmlElement) => keyOf(part, element) !== undefined;
  const siblings = parent.children.slice(parent.children.indexOf(from), parent.children.indexOf(to) + 1);
  const inside = siblings.some((sibling) => own(sibling) || [...elementsBelow(sibling)].some(own));
  if (inside || within.some(own)) throw new AppError('DOCX_PLACE_TAKEN');
}

/** Siblings from..to, widened so that each Word field (`w:fldChar` begin to end) is included entirely or not at all. */
function widenToFields(
  part: DocxPart,
  parent: XmlElement,
  from: XmlElement,
  to: XmlElement,
): { from: XmlElement; to: XmlElement } {
  let [start, end] = [parent.children.indexOf(from), parent.children.indexOf(to)];
  if (start < 0 || end < 0) throw new AppError('DOCX_PLACE_MISSING');
  let began = -1;
  let depth = 0;
  for (const [i, child] of parent.children.entries()) {
    for (const mark of child.children) {
      if (!isW(part, mark, 'fldChar')) continue;
      if (mark.attributes.fldCharType === 'begin' && depth++ === 0) began = i;
      if (mark.attributes.fldCharType === 'end' && depth > 0 && --depth === 0 && began <= end && i >= start) {
        start = Math.min(start, began);
        end = Math.max(end, i);
      }
    }
  }
  return { from: parent.children[start]!, to: parent.children[end]! };
}

/** The formatting of the text at a position, for inserted words. */
function styleAt(part: DocxPart, pieces: readonly Piece[], at: number): string {
  const piece = pieces.find(({ from, to }) => from < at && at <= to) ?? pieces[0];
  return piece ? sourceOf(part, childW(part, piece.run, 'rPr')) : '';
}

/** Insertion point between two characters: outside of links and controls, and never within a Word field. */
function insertionPoint(paragraph: DocxParagraph, at: number): (xml: string) => Splice[] {
  const { part, pieces, element } = paragraph;
  const before = (place: number) => (by: string) => [{ from: place, to: place, by }];
  const piece = pieces.find(({ from, to }) => from < at && at <= to) ?? pieces[0];
  if (!piece) return intoEmpty(part, element);
  const child = piece.within[1] ?? piece.run;
  const widened = widenToFields(part, element, child, child);
  if (widened.from !== child || widened.to !== child || child !== piece.run)
    return before(at <= piece.from ? widened.from.start : widened.to.end);
  return (by) => cut(part, { piece, offset: at - piece.from }, by);
}

function intoEmpty(part: DocxPart, paragraph: XmlElement): (xml: string) => Splice[] {
  if (paragraph.closeStart < paragraph.end)
    return (by) => [{ from: paragraph.closeStart, to: paragraph.closeStart, by }];
  return (by) => [
    { from: paragraph.start, to: paragraph.end, by: `${openTag(part, paragraph)}>${by}</w:p>` },
  ];
}

/** Inserts XML between two characters: splits the run, and both halves keep their formatting. */
function cut(part: DocxPart, { piece, offset }: CutPoint, by: string): Splice[] {
  const { element, run, from, to } = piece;
  const siblings = run.children.filter((child) => !isW(part, child, 'rPr'));
  if (offset <= 0) {
    if (siblings[0] === element) return [{ from: run.start, to: run.start, by }];
    return [{ from: element.start, to: element.start, by: `</w:r>${by}${runStart(part, run)}` }];
  }
  if (offset >= to - from) {
    if (siblings.at(-1) === element) return [{ from: run.end, to: run.end, by }];
    return [{ from: element.end, to: element.end, by: `</w:r>${by}${runStart(part, run)}` }];
  }
  const [left, right] = halves(part, element, offset);
  return [
    {
      from: element.start,
      to: element.end,
      by: `${left}</w:r>${by}${runStart(part, run)}${right}`,
    },
  ];
}

/** Splits at both ends of a range within one piece of text. */
function cutTwice(
  part: DocxPart,
  piece: Piece,
  start: number,
  end: number,
  open: string,
  close: string,
): Splice[] {
  const length = piece.to - piece.from;
  if (start <= 0 || end >= length)
    return [...cut(part, { piece, offset: start }, open), ...cut(part, { piece, offset: end }, close)];
  const { element, run } = piece;
  const next = runStart(part, run);
  const raw = rawText(part, element);
  const [a, b] = [rawOffset(raw, start), rawOffset(raw, end)];
  const by =
    `${textXml(raw.slice(0, a))}</w:r>${open}${next}${textXml(raw.slice(a, b))}</w:r>${close}` +
    `${next}${textXml(raw.slice(b))}`;
  return [{ from: element.start, to: element.end, by }];
}

const textXml = (raw: string): string => `<w:t xml:space="preserve">${raw}</w:t>`;
const rawText = (part: DocxPart, element: XmlElement): string =>
  part.text.slice(contentStart(part, element), element.closeStart);

function halves(part: DocxPart, element: XmlElement, offset: number): [string, string] {
  const raw = rawText(part, element);
  const at = rawOffset(raw, offset);
  return [textXml(raw.slice(0, at)), textXml(raw.slice(at))];
}

/** The offset of a character in the source text with entities. */
function rawOffset(raw: string, offset: number): number {
  if (/<!/.test(raw)) throw new AppError('DOCX_PLACE_MISSING');
  let at = 0;
  for (let count = 0; count < offset && at < raw.length; ) {
    if (raw[at] !== '&') {
      at++;
      count++;
      continue;
    }
    const end = raw.indexOf(';', at) + 1;
    const code = /^&#(?:x([0-9a-fA-F]+)|(\d+));$/.exec(raw.slice(at, end));
    const value = code ? Number.parseInt(code[1] ?? code[2]!, code[1] ? 16 : 10) : 0;
    count += value > 0xffff ? 2 : 1;
    at = end;
  }
  return at;
}

/** The start tag of a run with the same formatting; revision attributes are not repeated. */
const runStart = (part: DocxPart, run: XmlElement): string =>
  `<w:r>${sourceOf(part, childW(part, run, 'rPr'))}`;
