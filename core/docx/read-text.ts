import { AppError } from '#core/errors.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { TEXT_CHARACTERS } from './limits.ts';
import type { Docx } from './open-docx.ts';
import { type DocxPart, isW, type PartKind } from './part.ts';

/** Location of a paragraph. */
export type ParagraphPlace = Exclude<PartKind, 'FOOTNOTES' | 'ENDNOTES'> | 'TABLE' | 'TEXT_BOX' | 'NOTE';

/** A stretch of a paragraph's text that comes from one element. */
export interface Piece {
  /** UTF-16 offsets in the paragraph's text. */
  from: number;
  to: number;
  /** `w:t`, or an element that represents one character, such as `w:tab`. */
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
const THROUGH = new Set([
  'hyperlink',
  'smartTag',
  'sdt',
  'sdtContent',
  'fldSimple',
  'customXml',
  'dir',
  'bdo',
]);

function readParagraph(part: DocxPart, paragraph: XmlElement): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  const add = (element: XmlElement, run: XmlElement, within: readonly XmlElement[], piece: string) => {
    pieces.push({ from: text.length, to: text.length + piece.length, element, run, within });
    text += piece;
  };
  const visit = (parent: XmlElement, within: readonly XmlElement[]): void => {
    for (const child of parent.children) {
      if (isW(part, child, 'r')) {
        for (const element of child.children) {
          if (isW(part, element, 't')) add(element, child, within, element.text);
          else if (isW(part, element, element.name) && Object.hasOwn(CHARACTERS, element.name))
            add(element, child, within, CHARACTERS[element.name]!);
        }
      } else if (THROUGH.has(child.name) && isW(part, child, child.name)) visit(child, [...within, child]);
    }
  };
  visit(paragraph, [paragraph]);
  return { text, pieces };
}
