import { AppError } from '#core/errors.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import { TEXT_CHARACTERS } from './limits.ts';
import type { Docx } from './open-docx.ts';
import { childW, type DocxPart, isW, type PartKind } from './part.ts';

/** Location of a paragraph. */
export type ParagraphPlace = Exclude<PartKind, 'FOOTNOTES' | 'ENDNOTES'> | 'TABLE' | 'TEXT_BOX' | 'NOTE';

/** A stretch of a paragraph's text that comes from one element. */
export interface Piece {
  /** UTF-16 offsets in the paragraph's text. */
  from: number;
  to: number;
  /**
   * `w:t`, an element that represents one character, such as `w:tab`, or one whose text cannot be divided: a phonetic
   * guide (`w:ruby`, its text is that of the base), or the chosen form of an `mc:AlternateContent`.
   */
  element: XmlElement;
  run: XmlElement;
  /** Ancestors of the run within the paragraph, outermost first, such as a link or a content control. */
  within: readonly XmlElement[];
}

/** A paragraph with its text as displayed. */
export interface DocxParagraph {
  /** Its index in the file, from 0: body first, then headers, footers and notes. */
  index: number;
  part: DocxPart;
  place: ParagraphPlace;
  text: string;
  pieces: Piece[];
  element: XmlElement;
  /** Its ancestors, from the root to its parent. */
  around: readonly XmlElement[];
}

/**
 * Every paragraph of the file, in the order of `Docx.parts`. Throws DOCUMENT_TOO_COMPLEX for more text than
 * `TEXT_CHARACTERS`.
 *
 * ```ts
 * const words = readText(openDocx(bytes)).map(({ text }) => text);
 * ```
 */
export function readText(docx: Docx): DocxParagraph[] {
  const found: DocxParagraph[] = [];
  for (const part of docx.parts) {
    const place = part.kind === 'FOOTNOTES' || part.kind === 'ENDNOTES' ? 'NOTE' : part.kind;
    visitBlocks(part, part.root, place, [], found);
  }
  const characters = found.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > TEXT_CHARACTERS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'text' });
  return found;
}

function visitBlocks(
  part: DocxPart,
  element: XmlElement,
  place: ParagraphPlace,
  around: readonly XmlElement[],
  found: DocxParagraph[],
): void {
  if (element.name === 'Fallback') return;
  const below = [...around, element];
  if (isW(part, element, 'p')) {
    found.push({ ...readParagraph(part, element), index: found.length, part, place, element, around });
  }
  // Separator lines of notes are not the author's text.
  if ((element.name === 'footnote' || element.name === 'endnote') && element.attributes.type) return;
  const inner = isW(part, element, 'tbl') ? 'TABLE' : isW(part, element, 'txbxContent') ? 'TEXT_BOX' : place;
  for (const child of element.children) visitBlocks(part, child, inner, below, found);
}

/** Elements that represent one character of text. */
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  ptab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '\u2011',
};

/** Wrappers of runs that are transparent to reading. */
export const THROUGH = new Set([
  'hyperlink',
  'smartTag',
  'sdt',
  'sdtContent',
  'fldSimple',
  'customXml',
  'dir',
  'bdo',
]);

/** Whether the text of the element is taken whole. */
export const isUndivided = (part: DocxPart, element: XmlElement): boolean =>
  isW(part, element, 'ruby') || element.name === 'AlternateContent';

/** The text of an element of a run; undefined if it has none. */
function textOfPart(part: DocxPart, element: XmlElement): string | undefined {
  if (element.name === 'AlternateContent') {
    const parts = (child(element, 'Choice')?.children ?? []).flatMap((one) => textOfPart(part, one) ?? []);
    return parts.length > 0 ? parts.join('') : undefined;
  }
  if (!isW(part, element, element.name)) return undefined;
  if (element.name === 't') return element.text;
  if (element.name === 'ruby') return runsOfBase(part, element).flatMap(textOfRun(part)).join('');
  return Object.hasOwn(CHARACTERS, element.name) ? CHARACTERS[element.name] : undefined;
}

const textOfRun =
  (part: DocxPart) =>
  (run: XmlElement): string[] =>
    run.children.flatMap((element) => textOfPart(part, element) ?? []);

/** The runs below a phonetic guide (ISO/IEC 29500-1, 17.3.3.25), also those in wrappers. */
export function runsOfBase(part: DocxPart, ruby: XmlElement): XmlElement[] {
  const runsOf = (element: XmlElement): XmlElement[] =>
    element.children.flatMap((one) => {
      if (isW(part, one, 'r')) return [one];
      return THROUGH.has(one.name) && isW(part, one, one.name) ? runsOf(one) : [];
    });
  const base = childW(part, ruby, 'rubyBase');
  return base ? runsOf(base) : [];
}

function readParagraph(part: DocxPart, paragraph: XmlElement): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  const add = (element: XmlElement, run: XmlElement, within: readonly XmlElement[], piece: string) => {
    pieces.push({ from: text.length, to: text.length + piece.length, element, run, within });
    text += piece;
  };
  const visit = (parent: XmlElement, within: readonly XmlElement[]): void => {
    for (const inner of parent.children) {
      if (isW(part, inner, 'r')) {
        for (const element of inner.children) {
          const piece = textOfPart(part, element);
          if (piece !== undefined) add(element, inner, within, piece);
        }
      } else if (THROUGH.has(inner.name) && isW(part, inner, inner.name)) visit(inner, [...within, inner]);
    }
  };
  visit(paragraph, [paragraph]);
  return { text, pieces };
}
