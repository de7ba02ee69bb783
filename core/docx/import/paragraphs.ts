import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import type { BodyBlock, BodyInline, FlatBlock } from '#core/template/body.ts';
import { GAP_STYLE, HEADER_STYLE } from '../own-names.ts';
import { type Importing, textAt } from './importing.ts';
import { type Piece, readInlines } from './inlines.ts';
import { readPicture } from './read-picture.ts';
import { type ParagraphLook, type ParagraphStyle, readLook, readParagraphLook } from './styles.ts';

interface Attrs {
  align: 'left' | 'centre' | 'right' | 'justify' | null;
  size: number | null;
  leading: number | null;
  indent: number | null;
  firstIndent: number | null;
}
const EMPTY: Attrs = { align: null, size: null, leading: null, indent: null, firstIndent: null };

type Kind = 'paragraph' | 'heading' | 'clause' | 'item';
interface Shape {
  kind: Kind;
  level: number;
  ordered: boolean;
}

const HEADING_SIZES = [18, 15, 13, 12];
/** Default sizes of the typesetter, pt; 10.5 in cells. */
const sizeOfKind = ({ kind, level }: Shape, inCell: boolean): number =>
  kind === 'heading' ? HEADING_SIZES[level - 1]! : inCell ? 10.5 : 12;
const alignOfKind = ({ kind, level }: Shape, inCell: boolean) =>
  kind === 'heading' ? (level === 1 ? 'centre' : 'left') : inCell ? 'left' : 'justify';

/** A paragraph as one block, or as several if it contains a page break or a picture. */
export function readParagraph(
  importing: Importing,
  element: XmlElement,
  inCell = false,
): FlatBlock[] | BodyBlock[] {
  const properties = child(element, 'pPr');
  const style = importing.styles.paragraph(child(properties, 'pStyle')?.attributes.val);
  if (importing.own && style.id === GAP_STYLE) return [];
  if (/^toc \d/.test(style.name)) {
    importing.reported.add(element);
    importing.left.add('contents', textAt(importing, element));
    return [];
  }
  const direct = readParagraphLook(properties);
  const look: ParagraphLook = { ...style.paragraph, ...direct };
  const shape = shapeOf(importing, element, look, style, inCell);
  const markSize = readLook(child(properties, 'rPr')).size;
  const size = blockSize(importing, element, { shape, style, markSize, inCell });
  const pieces = readInlines(importing, element, {
    base: style.look,
    size,
    plainBold: shape.kind === 'heading' || (inCell && style.id === HEADER_STYLE),
  });
  const attrs: Attrs = attrsOf(importing, { shape, look: importing.own ? direct : look, size, inCell });
  const blocks: BodyBlock[] = look.breakBefore && !inCell ? [{ type: 'pageBreak' }] : [];
  const make = (content: BodyInline[]) => {
    const block = blockOf(shape, attrs, content, importing.clauseIds.get(element));
    const label = importing.numbers.get(element)?.label;
    if (block.type === 'item' && label !== undefined) importing.itemLabels.set(block, label);
    return block;
  };
  const parts = divided(importing, pieces, element, { align: attrs.align, inCell });
  // a paragraph that contains only a picture or a page break does not add an empty line
  const solid = parts.filter((part) => !Array.isArray(part) || part.length > 0);
  if (solid.length === 0) blocks.push(make([]));
  for (const part of solid) blocks.push(Array.isArray(part) ? make(part) : part);
  const section = child(properties, 'sectPr');
  if (section && !inCell) {
    const next = importing.sections[importing.sections.indexOf(section) + 1];
    if (child(next, 'type')?.attributes.val !== 'continuous') blocks.push({ type: 'pageBreak' });
  }
  return blocks;
}

function shapeOf(
  { numbers, clauseList }: Importing,
  element: XmlElement,
  look: ParagraphLook,
  { name }: ParagraphStyle,
  inCell: boolean,
): Shape {
  const number = numbers.get(element);
  const level = Math.min(3, number?.level ?? 0);
  if (number && !number.bullet && number.list === clauseList && !inCell)
    return { kind: 'clause', level, ordered: false };
  const named = /^(?:heading|标题|標題) ?(\d)$/.exec(name)?.[1];
  const heading = named
    ? Number(named)
    : name === 'title'
      ? 1
      : (look.outline ?? 9) < 9
        ? look.outline! + 1
        : 0;
  if (heading > 0 && !inCell) return { kind: 'heading', level: Math.min(4, heading), ordered: false };
  if (number) return { kind: 'item', level, ordered: !number.bullet };
  return { kind: 'paragraph', level: 0, ordered: false };
}

/** The size of most of a paragraph's text, pt; in files of the editor the paragraph's explicit size. */
function blockSize(
  importing: Importing,
  element: XmlElement,
  {
    shape,
    style,
    markSize,
    inCell,
  }: { shape: Shape; style: ParagraphStyle; markSize: number | undefined; inCell: boolean },
): number {
  const usual = sizeOfKind(shape, inCell);
  if (importing.own) return markSize ?? usual;
  const counts = new Map<number, number>();
  for (const piece of importing.paragraphs.get(element)?.pieces ?? []) {
    const properties = child(piece.run, 'rPr');
    const { size } = {
      ...style.look,
      ...importing.styles.character(child(properties, 'rStyle')?.attributes.val),
      ...readLook(properties),
    };
    counts.set(size ?? 10, (counts.get(size ?? 10) ?? 0) + piece.to - piece.from);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const size = most?.[0] ?? markSize ?? style.look.size ?? usual;
  return size >= 5 && size <= 72 ? size : usual;
}

const halves = (value: number): number => Math.round(value * 2) / 2;
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function attrsOf(
  importing: Importing,
  { shape, look, size, inCell }: { shape: Shape; look: ParagraphLook; size: number; inCell: boolean },
): Attrs {
  const usualAlign = alignOfKind(shape, inCell);
  const ems = (length: ParagraphLook['left']) =>
    length === undefined ? undefined : 'ems' in length ? length.ems : halves(length.pt / size);
  const attrs: Attrs = { ...EMPTY };
  const { own } = importing;
  const align = look.align ?? (own || shape.kind !== 'heading' ? undefined : 'left');
  if (align && (own || align !== usualAlign)) attrs.align = align;
  if (size !== sizeOfKind(shape, inCell)) attrs.size = size;
  if (look.exact) attrs.leading = within(Math.round((look.exact / size) * 100) / 100, 1, 4);
  const left = ems(look.left);
  const first = ems(look.first);
  if (own) {
    if (left !== undefined) attrs.indent = within(left, 0, 30);
    if (first !== undefined) attrs.firstIndent = within(first, 0, 10);
    return attrs;
  }
  if (shape.kind !== 'paragraph') return attrs;
  if (left && left > 0) attrs.indent = within(left, 0, 30);
  const usualFirst = !inCell && (attrs.align ?? usualAlign) === 'justify' ? 2 : 0;
  if ((first ?? 0) !== usualFirst) attrs.firstIndent = within(first ?? 0, 0, 10);
  return attrs;
}

function blockOf(
  { kind, level, ordered }: Shape,
  attrs: Attrs,
  content: BodyInline[],
  clauseId: string | undefined,
): FlatBlock {
  switch (kind) {
    case 'paragraph':
      return { type: 'paragraph', attrs, content };
    case 'heading':
      return { type: 'heading', attrs: { ...attrs, level: headingLevel(level) }, content };
    case 'clause':
      return { type: 'clause', attrs: { ...attrs, id: clauseId ?? '', level }, content };
    case 'item':
      return { type: 'item', attrs: { level, ordered }, content };
  }
}

const headingLevel = (level: number) => ([1, 2, 3, 4] as const)[level - 1] ?? 4;

/** Splits a paragraph's contents into stretches of text, pictures and page breaks. */
function divided(
  importing: Importing,
  pieces: readonly Piece[],
  element: XmlElement,
  { align, inCell }: { align: Attrs['align']; inCell: boolean },
): (BodyInline[] | BodyBlock)[] {
  const parts: (BodyInline[] | BodyBlock)[] = [];
  let text: BodyInline[] = [];
  const end = () => {
    parts.push(text);
    text = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'inline') text.push(piece.node);
    else if (piece.kind === 'picture') {
      if (piece.floating) importing.left.add('floating', textAt(importing, element));
      const picture = readPicture(importing, piece.element, align === 'justify' ? null : align);
      if (picture) {
        end();
        parts.push(picture);
      } else importing.left.add('picture', textAt(importing, element));
    } else if (inCell) importing.left.add('cellBreak', textAt(importing, element));
    else {
      end();
      parts.push({ type: 'pageBreak' });
    }
  }
  end();
  return parts;
}
