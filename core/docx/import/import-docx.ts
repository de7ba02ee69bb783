import { AppError } from '#core/errors.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import { sha256Hex } from '#core/sha256.ts';
import { type BodyBlock, type FlatBlock, type WebBody, webBody } from '#core/template/body.ts';
import type { ContentPage } from '#core/template/content.ts';
import { type Docx, readRelations, relationsPath } from '../open-docx.ts';
import { readOwnLists } from '../own-lists.ts';
import { type DocxPart, isW } from '../part.ts';
import { type DocxParagraph, readText } from '../read-text.ts';
import { readBlocks } from './blocks.ts';
import { chooseClauses } from './choose-clauses.ts';
import type { ImportedPicture, Importing } from './importing.ts';
import { type LeftOut, makeLeftOut } from './left-out.ts';
import { makeCounter, type NumberedParagraph } from './numbering.ts';
import { reportUnread } from './report-unread.ts';
import { readSetUp } from './set-up.ts';
import { readStyles, readThemeFonts, type Styles } from './styles.ts';
import { type KnownLists, takeChips } from './take-chips.ts';
import { tellItems } from './tell-items.ts';

/** A Word file converted to the text of a web template. */
export interface ImportedDocx {
  body: WebBody;
  page: Partial<ContentPage>;
  /** By the SHA-256 that pictures of the body refer to. */
  pictures: Map<string, ImportedPicture>;
  /** Additions to the template's lists for the chips. */
  added: KnownLists;
  leftOut: LeftOut[];
  /** Fonts of Chinese text that the editor lacks and sets in its own. */
  otherFonts: string[];
}

/**
 * Converts a Word file to the text of a web template: structure, numbers, tables, pictures and formatting that the
 * editor supports; marks become chips of `there` and of the additions to it. Reports unsupported content by kind and
 * place. Throws DOCUMENT_TOO_COMPLEX if the text exceeds a template's limit.
 *
 *     const { body, page, leftOut } = await importDocx(openDocx(bytes), { there: content, newKey });
 */
export async function importDocx(
  docx: Docx,
  { there, newKey }: { there: KnownLists; newKey: () => string },
): Promise<ImportedDocx> {
  const part = docx.parts[0]!;
  const root = child(part.root, 'body');
  if (!root) throw new AppError('DOCX_EXPECTED');
  const left = makeLeftOut();
  const styles = readStyles(docx);
  const relations = new Map(readRelations(docx.pkg, relationsPath(part.path)).map((one) => [one.id, one]));
  const paragraphs = new Map<XmlElement, DocxParagraph>();
  for (const paragraph of readText(docx)) paragraphs.set(paragraph.element, paragraph);
  const { numbers, sections } = readOrder(docx, part, root, styles);
  const carried = readOwnLists(docx);
  const chosen = chooseClauses(numbers, carried?.numbering, left);
  const clauseIds = new Map<XmlElement, string>();
  for (const [element, { list, bullet }] of numbers)
    if (!bullet && list === chosen.list) clauseIds.set(element, newKey());
  const chips = takeChips(docx, there, newKey);
  for (const name of chips.strange) left.add('mark', name);
  const importing: Importing = {
    docx,
    part,
    own: carried !== undefined,
    styles,
    chips,
    left,
    reported: new Set(),
    otherFonts: new Set(),
    themeFonts: readThemeFonts(docx),
    relations,
    paragraphs,
    numbers,
    itemLabels: new Map(),
    clauseList: chosen.list,
    clauseIds,
    bookmarks: bookmarksOf(clauseIds),
    sections,
    pictures: new Map(),
  };
  const page = { ...readSetUp(docx, sections, relations, left), numbering: chosen.numbering };
  const blocks = withoutLastBreak(readBlocks(importing, root));
  reportUnread(root, importing);
  if (!importing.own) tellItems(blocks, importing.itemLabels, left);
  const pictures = new Map<string, ImportedPicture>();
  const digests = new Map<string, string>();
  for (const [path, picture] of importing.pictures) {
    const digest = await sha256Hex(picture.bytes);
    digests.set(path, digest);
    pictures.set(digest, picture);
  }
  const content = withDigests(blocks, digests);
  const body = webBody.safeParse({
    type: 'doc',
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  });
  if (!body.success) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'blocks' });
  const otherFonts = [...importing.otherFonts];
  return { body: body.data, page, pictures, added: chips.added, leftOut: left.all(), otherFonts };
}

/** The counted numbers and the properties of each section, in the order of the text. */
function readOrder(docx: Docx, part: DocxPart, root: XmlElement, styles: Styles) {
  const count = makeCounter(docx);
  const numbers = new Map<XmlElement, NumberedParagraph & { inTable: boolean }>();
  const sections: XmlElement[] = [];
  const visit = (parent: XmlElement, inTable: boolean): void => {
    for (const element of parent.children) {
      if (element.name === 'Fallback') continue;
      if (isW(part, element, 'sectPr')) sections.push(element);
      if (isW(part, element, 'p')) {
        const number = numberOf(element, styles, count);
        if (number) numbers.set(element, { ...number, inTable });
      }
      visit(element, inTable || isW(part, element, 'tbl'));
    }
  };
  visit(root, false);
  return { numbers, sections };
}

function numberOf(element: XmlElement, styles: Styles, count: ReturnType<typeof makeCounter>) {
  const properties = child(element, 'pPr');
  const style = styles.paragraph(child(properties, 'pStyle')?.attributes.val);
  const direct = child(properties, 'numPr');
  const numId = child(direct, 'numId')?.attributes.val ?? style.paragraph.numId;
  if (numId === undefined || numId === '0') return undefined;
  const level = child(direct, 'ilvl')?.attributes.val;
  return count(numId, level === undefined ? style.paragraph.level : Number(level), style.id);
}

/** Names of bookmarks that start within a clause. */
function bookmarksOf(clauseIds: ReadonlyMap<XmlElement, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [element, id] of clauseIds) {
    const visit = (parent: XmlElement): void => {
      for (const inner of parent.children) {
        if (inner.name === 'bookmarkStart' && inner.attributes.name) found.set(inner.attributes.name, id);
        visit(inner);
      }
    };
    visit(element);
  }
  return found;
}

/** Removes a page break at the end of the text. */
function withoutLastBreak(blocks: readonly BodyBlock[]): BodyBlock[] {
  return blocks.at(-1)?.type === 'pageBreak' ? blocks.slice(0, -1) : [...blocks];
}

function withDigests(blocks: readonly BodyBlock[], digests: ReadonlyMap<string, string>): BodyBlock[] {
  const named = <B extends FlatBlock & { type: 'picture' }>(block: B): B => ({
    ...block,
    attrs: { ...block.attrs, file: digests.get(block.attrs.file) ?? block.attrs.file },
  });
  const flat = (block: FlatBlock): FlatBlock => {
    if (block.type === 'picture') return named(block);
    if (block.type !== 'table') return block;
    const content = block.content.map((row) => ({
      ...row,
      content: row.content?.map((cell) => ({
        ...cell,
        content: cell.content.map((inner) => (inner.type === 'picture' ? named(inner) : inner)),
      })),
    }));
    return { ...block, content };
  };
  const one = (block: BodyBlock): BodyBlock => {
    if (block.type === 'pageBreak') return block;
    if (block.type === 'group') return { ...block, content: block.content.map(flat) };
    if (block.type !== 'optional') return flat(block);
    const content = block.content.map((inner) => {
      if (inner.type === 'pageBreak') return inner;
      return inner.type === 'group' ? { ...inner, content: inner.content.map(flat) } : flat(inner);
    });
    return { ...block, content };
  };
  return blocks.map(one);
}
