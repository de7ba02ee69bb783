import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import type { BodyInline, FlatBlock } from '#core/template/body.ts';
import { pictureSize } from '#core/template/fill/picture-size.ts';
import { controlXml } from '../control.ts';
import { drawingXml } from '../pictures.ts';
import { BULLETS, CLAUSES, isRunIn } from './numbering-xml.ts';
import { STYLES } from './styles-xml.ts';
import type { Writing } from './writing.ts';

type TextBlock = Exclude<FlatBlock, { type: 'table' | 'picture' }>;
type Attrs = Partial<Record<'size' | 'leading' | 'indent' | 'firstIndent', number | null>> & {
  align?: string | null;
};

export interface Around {
  inCell?: boolean;
  header?: boolean;
  /** Stays on one page with the next paragraph. */
  keep?: boolean;
}

const ALIGNS: Readonly<Record<string, string>> = {
  left: 'left',
  centre: 'center',
  right: 'right',
  justify: 'both',
};
const HEADING_SIZES = [18, 15, 13, 12];

/** A paragraph, heading, clause or item as a `w:p`. */
export function paragraphXml(block: TextBlock, writing: Writing, around: Around = {}): string {
  const attrs: Attrs = block.type === 'item' ? {} : (block.attrs ?? {});
  const usual = usualSize(block, around);
  const size = attrs.size ?? usual;
  const style = styleOf(block, attrs, writing, around);
  const spacing = attrs.leading
    ? `<w:spacing w:line="${Math.round(attrs.leading * size * 20)}" w:lineRule="exact"/>`
    : '';
  const jc = attrs.align ? `<w:jc w:val="${ALIGNS[attrs.align]}"/>` : '';
  const mark = attrs.size ? `<w:rPr>${sizeXml(attrs.size)}</w:rPr>` : '';
  const properties =
    `<w:pStyle w:val="${style}"/>${around.keep ? '<w:keepNext/>' : ''}${numberXml(block, writing)}` +
    `${spacing}${indentXml(attrs, size)}${jc}${mark}`;
  const content = (block.content ?? [])
    .map((node) => inlineXml(node, attrs.size ?? undefined, writing))
    .join('');
  return `<w:p><w:pPr>${properties}</w:pPr>${bookmarked(block, content, writing)}</w:p>`;
}

const usualSize = (block: TextBlock, { inCell }: Around): number =>
  block.type === 'heading' ? HEADING_SIZES[block.attrs.level - 1]! : inCell ? 10.5 : 12;

function styleOf(
  block: TextBlock,
  { align }: Attrs,
  { content }: Writing,
  { inCell, header }: Around,
): string {
  if (inCell) return header ? STYLES.header : STYLES.cell;
  if (block.type === 'heading') return STYLES.heading(block.attrs.level);
  if (block.type === 'item') return STYLES.flush;
  if (block.type === 'clause')
    return isRunIn(content.page.numbering, block.attrs.level) ? STYLES.chinese : STYLES.flush;
  return !align || align === 'justify' ? STYLES.prose : STYLES.flush;
}

function numberXml(block: TextBlock, { lists }: Writing): string {
  if (block.type !== 'clause' && block.type !== 'item') return '';
  const { level } = block.attrs;
  const num = block.type === 'clause' ? CLAUSES : lists.next(level, block.attrs.ordered);
  return `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num || BULLETS}"/></w:numPr>`;
}

function indentXml({ indent, firstIndent }: Attrs, size: number): string {
  const twips = (ems: number) => Math.round(ems * size * 20);
  const parts = [
    typeof indent === 'number' ? `w:leftChars="${indent * 100}" w:left="${twips(indent)}"` : '',
    typeof firstIndent === 'number'
      ? `w:firstLineChars="${firstIndent * 100}" w:firstLine="${twips(firstIndent)}"`
      : '',
  ].filter(Boolean);
  return parts.length > 0 ? `<w:ind ${parts.join(' ')}/>` : '';
}

function bookmarked(block: TextBlock, content: string, { bookmarks, nextId }: Writing): string {
  const name = block.type === 'clause' ? bookmarks.get(block.attrs.id) : undefined;
  if (!name) return content;
  const id = nextId();
  return `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
}

const sizeXml = (pt: number): string => `<w:sz w:val="${pt * 2}"/><w:szCs w:val="${pt * 2}"/>`;

function inlineXml(node: BodyInline, size: number | undefined, writing: Writing): string {
  const { content, placeName, numberOf, bookmarks, nextId } = writing;
  switch (node.type) {
    case 'text':
      return runXml(node.text, lookXml(node.marks, size));
    case 'hardBreak':
      return '<w:r><w:br/></w:r>';
    case 'reference': {
      const run = runXml(numberOf(node.attrs.clause), lookXml(undefined, size));
      const bookmark = bookmarks.get(node.attrs.clause);
      return bookmark ? `<w:fldSimple w:instr=" REF ${bookmark} \\n \\h ">${run}</w:fldSimple>` : run;
    }
    case 'field': {
      const field = content.fields.find(({ key }) => key === node.attrs.field);
      return field ? controlOf(field.key, field.name, lookXml(node.marks, size), nextId()) : '';
    }
    case 'seal': {
      const anchor = content.anchors.find(({ key }) => key === node.attrs.anchor);
      return anchor ? controlOf(anchor.key, placeName(anchor), lookXml(undefined, size), nextId()) : '';
    }
  }
}

function controlOf(key: string, title: string, look: string, id: number): string {
  const { open, close } = controlXml(key, { title, id, placeholder: true });
  return open + runXml(`[${title}]`, look) + close;
}

const runXml = (text: string, look: string): string =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

type Marks = (BodyInline & { type: 'text' })['marks'];

/** The contents of a `w:rPr`, in schema order. */
function lookXml(marks: Marks, blockSize: number | undefined): string {
  const has = (type: string) => (marks ?? []).some((mark) => mark.type === type);
  const styled = (marks ?? []).find((mark) => mark.type === 'textStyle');
  const colour = styled?.attrs.colour;
  const size = styled?.attrs.size ?? blockSize;
  return (
    `${has('bold') ? '<w:b/>' : ''}${has('strike') ? '<w:strike/>' : ''}` +
    `${colour ? `<w:color w:val="${colour.slice(1).toUpperCase()}"/>` : ''}${size ? sizeXml(size) : ''}` +
    `${has('underline') ? '<w:u w:val="single"/>' : ''}`
  );
}

/** A picture in a paragraph of its own; its alternative text if its file is missing. */
export function pictureXml(
  { attrs }: FlatBlock & { type: 'picture' },
  { pictures, used }: Writing,
  { inCell, keep }: Around,
): string {
  const bytes = pictures.get(attrs.file);
  const jc = attrs.align ? `<w:jc w:val="${ALIGNS[attrs.align]}"/>` : '';
  const properties = `<w:pPr><w:pStyle w:val="${inCell ? STYLES.cell : STYLES.flush}"/>${keep ? '<w:keepNext/>' : ''}${jc}</w:pPr>`;
  if (!bytes || !pictureSize(bytes)) return `<w:p>${properties}${runXml(`[${attrs.alt}]`, '')}</w:p>`;
  const picture = {
    bytes,
    type: bytes[0] === 0x89 ? ('png' as const) : ('jpeg' as const),
    width: attrs.width,
    height: attrs.height,
  };
  const one = { digest: attrs.file, picture, relation: `rIdPicture${used.length + 1}` };
  used.push(one);
  return `<w:p>${properties}<w:r>${drawingXml(one, used.length, attrs.alt)}</w:r></w:p>`;
}
