import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { controlsOf } from './control.ts';
import { type FontReplacement, isLatinFont, replacementOf, type WordFaces } from './fonts.ts';
import { FIELDS_NESTED, FONTS_REPORTED } from './limits.ts';
import {
  type Docx,
  fetchedRelations,
  readElements,
  readRelations,
  readXmlPart,
  saveDocx,
} from './open-docx.ts';
import {
  childW,
  contentStart,
  type DocxPart,
  elementsBelow,
  isW,
  openTag,
  type Splice,
  splice,
} from './part.ts';
import { readText } from './read-text.ts';
import {
  attributeOf,
  attributesOf,
  localName,
  type Tag,
  type TagAttribute,
  tagsOf,
  unescaped,
} from './tags.ts';

/**
 * A control whose position is reported by the laid-out file: bookmarks at both ends, `name` with the suffixes `a` and
 * `b`.
 */
export interface PlacedMark {
  name: string;
  key: string;
  /** Whether there is no content between the ends. */
  empty: boolean;
}

export interface Convertible {
  bytes: Bytes;
  marks: PlacedMark[];
  fonts: FontReplacement[];
}

export interface ConversionOptions {
  faces: WordFaces;
  /** Whether each paragraph also gets a bookmark, named by `paragraphMark`. */
  paragraphs?: boolean;
}

/** Name of a paragraph's bookmark. LibreOffice escapes everything except letters and digits. */
export const paragraphMark = (index: number): string => `SgP${index}`;

/**
 * The file as passed to LibreOffice: our controls as bookmarks, whose positions are returned in the PDF; fonts replaced
 * by available ones; and without anything that is fetched, executed or included from another file.
 *
 * ```ts
 * const { bytes, marks } = forConversion(openDocx(template), { faces });
 * const laidOut = readLaidOut(await convert(bytes), marks);
 * ```
 */
export function forConversion(docx: Docx, { faces, paragraphs = false }: ConversionOptions): Convertible {
  const marks: PlacedMark[] = [];
  const texts = new Map<string, string>();
  const changes = new Map(docx.parts.map((part) => [part, [] as Splice[]]));
  let id = 900_000;
  const bookmark = (name: string) => {
    id++;
    return `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
  };
  for (const part of docx.parts)
    for (const { element, content, key, level } of controlsOf(part)) {
      const [a, b] = content ? [contentStart(part, content), content.closeStart] : [element.end, element.end];
      if (level !== 'RUN' || !content || isNotes(part)) {
        changes.get(part)!.push({ from: element.start, to: a, by: '' }, { from: b, to: element.end, by: '' });
        continue;
      }
      const name = `SgM${marks.length}x`;
      marks.push({ name, key, empty: content.children.length === 0 });
      changes.get(part)!.push({ from: element.start, to: a, by: bookmark(`${name}a`) });
      changes.get(part)!.push({ from: b, to: element.end, by: bookmark(`${name}b`) });
    }
  if (paragraphs)
    for (const { part, element, index } of readText(docx).filter((one) => !isNotes(one.part)))
      changes.get(part)!.push(...atStart(part, element, bookmark(paragraphMark(index))));
  const fonts = new Map<string, FontReplacement>();
  const record = (one: FontReplacement) => {
    const known = fonts.get(one.from);
    if (!known && fonts.size >= FONTS_REPORTED) return;
    if (!known || (known.to === '' && one.to !== '')) fonts.set(one.from, one);
  };
  const used = new Set<string>();
  for (const part of docx.parts) {
    const own = [...changes.get(part)!, ...defuse(part), ...withoutWrappers(part)];
    const text = splice(part.text, own);
    texts.set(
      part.path,
      mapFonts(text, faces, () => record),
    );
    for (const id of stylesUsed(part)) used.add(id);
  }
  for (const path of docx.pkg.files.keys()) {
    if (texts.has(path)) continue;
    if (/^word\/(styles|stylesWithEffects|numbering|fontTable|theme\/theme\d*)\.xml$/i.test(path))
      texts.set(path, mapBeside(path, readXmlPart(docx.pkg, path).text, { faces, used, record }));
    if (path.toLowerCase() === 'word/settings.xml') texts.set(path, plainSettings(docx, path));
    if (/\.rels$/i.test(path)) texts.set(path, ownRelations(docx, path));
  }
  return {
    bytes: saveDocx(docx, texts, new Map(), strangers(docx)),
    marks,
    fonts: [...fonts.values()],
  };
}

/**
 * LibreOffice reports no bookmark of a note, and loses those of the text around the reference to a note that has one.
 */
const isNotes = (part: DocxPart): boolean => part.kind === 'FOOTNOTES' || part.kind === 'ENDNOTES';

/** Around words that Word recognized as a date or a name, often in older files. LibreOffice loses bookmarks in them. */
function withoutWrappers(part: DocxPart): Splice[] {
  const changes: Splice[] = [];
  const visit = (element: XmlElement): void => {
    if (isW(part, element, 'smartTag')) {
      const properties = childW(part, element, 'smartTagPr');
      if (element.closeStart === element.end) changes.push({ from: element.start, to: element.end, by: '' });
      else {
        changes.push({ from: element.start, to: contentStart(part, element), by: '' });
        if (properties) changes.push({ from: properties.start, to: properties.end, by: '' });
        changes.push({ from: element.closeStart, to: element.end, by: '' });
      }
    }
    for (const child of element.children) visit(child);
  };
  visit(part.root);
  return changes;
}

function atStart(part: DocxPart, paragraph: XmlElement, by: string): Splice[] {
  if (paragraph.closeStart === paragraph.end)
    return [{ from: paragraph.start, to: paragraph.end, by: `${openTag(part, paragraph)}>${by}</w:p>` }];
  const at = childW(part, paragraph, 'pPr')?.end ?? contentStart(part, paragraph);
  return [{ from: at, to: at, by }];
}

/** Word fields that read another file, query another program or execute something when they are updated. */
const ACTIVE_FIELD =
  /^\s*(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|LINK|DDE|DDEAUTO|DATABASE|RD|MACROBUTTON|AUTOTEXT|EMBED|HTMLACTIVEX)\b/i;

/** Whether a field's instruction reads something else than the file. A link is only followed by a reader. */
const isActive = (instruction: string): boolean =>
  ACTIVE_FIELD.test(instruction) ||
  /https?:|ftp:|file:|\\\\/i.test(instruction.replace(/^\s*HYPERLINK\b.*/is, ''));

/** A field whose instruction is being read: what it says, and the elements that say it. */
interface OpenField {
  said: string[];
  by: XmlElement[];
  /** Its result is read: the instruction is over. */
  over: boolean;
}

/**
 * Empties the instructions of fields that read something else. An instruction may be split over runs, and have other fields
 * in it whose results are parts of it: it is joined before it is judged.
 */
function withoutActiveFields(part: DocxPart): Splice[] {
  const active = new Set<XmlElement>();
  // Of two forms of a drawing one is read: a field may be whole in each choice.
  for (const unread of ['', 'Fallback', 'Choice'])
    for (const element of activeInstructions(part, unread)) active.add(element);
  return [...active].map((element) => ({
    from: contentStart(part, element),
    to: element.closeStart,
    by: '',
  }));
}

/** The elements that say what an active field does, if elements named `unread` are not read. */
function activeInstructions(part: DocxPart, unread: string): XmlElement[] {
  const active: XmlElement[] = [];
  const open: OpenField[] = [];
  const judge = ({ said, by }: OpenField) => {
    if (isActive(said.join(''))) active.push(...by);
  };
  for (const element of elementsBelow(part.root, unread)) {
    if (isW(part, element, 'fldChar')) {
      const type = element.attributes.fldCharType;
      if (type === 'begin') {
        open.push({ said: [], by: [], over: false });
        if (open.length > FIELDS_NESTED)
          throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'nested fields' });
      } else if (type === 'separate') {
        const field = open.at(-1);
        if (field) field.over = true;
      } else if (type === 'end') {
        const field = open.pop();
        if (field) judge(field);
      }
    } else if (isW(part, element, 'instrText')) {
      if (open.length === 0) judge({ said: [element.text], by: [element], over: false });
      // What a field says within another is not what that one says: its result is.
      const inner = open.at(-1);
      if (inner && !inner.over) inner.said.push(element.text);
      for (const field of open) if (!field.over) field.by.push(element);
    } else if (isW(part, element, 't'))
      for (const field of open) if (!field.over) field.said.push(element.text);
  }
  for (const field of open) judge(field);
  return active;
}

function defuse(part: DocxPart): Splice[] {
  const changes = withoutActiveFields(part);
  const visit = (element: XmlElement): void => {
    if (isW(part, element, 'instrText')) return;
    if (isW(part, element, 'fldSimple') && isActive(element.attributes.instr ?? ''))
      changes.push(...attribute(part, element, 'instr', ''));
    // Pictures in the old format may be referenced by URL.
    if (element.name === 'imagedata' || element.name === 'fill' || element.name === 'stroke') {
      for (const name of ['src', 'href', 'althref']) changes.push(...attribute(part, element, name, ''));
    }
    for (const child of element.children) visit(child);
  };
  visit(part.root);
  return changes;
}

/** Replaces the values of the attributes with that local name. */
function attribute(part: DocxPart, element: XmlElement, name: string, value: string): Splice[] {
  if (element.attributes[name] === undefined) return [];
  const end = element.closeStart === element.end ? element.end : contentStart(part, element);
  return attributesOf(part.text, { start: element.start, end })
    .filter((own) => localName(own.name) === name)
    .map(({ from, to }) => ({ from, to, by: escapeXml(value) }));
}

/** Relations that the text does not need and that lead to other files, programs or macros. */
const DROPPED = new Set([
  ...['attachedTemplate', 'oleObject', 'control', 'frame', 'subDocument', 'mailMergeSource', 'recipientData'],
  ...[
    'mailMergeHeaderSource',
    'aFChunk',
    'vbaProject',
    'wordVbaData',
    'keyMapCustomizations',
    'ui',
    'extensibility',
  ],
  ...[
    'activeXControlBinary',
    'package',
    'externalLink',
    'webSettings',
    'printerSettings',
    'attachedToolbars',
  ],
]);

function ownRelations(docx: Docx, path: string): string {
  const { text } = readXmlPart(docx.pkg, path);
  const fetched = new Set(fetchedRelations(docx.pkg, path).map(({ element }) => element.start));
  const changes = readRelations(docx.pkg, path)
    .filter(({ type, element }) => DROPPED.has(type) || fetched.has(element.start))
    .map(({ element }) => ({ from: element.start, to: element.end, by: '' }));
  return splice(text, changes);
}

/** Entries that are no longer the target of any relation, and pictures that lead out of the file. */
const strangers = (docx: Docx): Set<string> =>
  new Set([
    ...docx.pictures,
    ...[...docx.pkg.files.keys()].filter((path) =>
      /^word\/(embeddings|activeX|webSettings\.xml)|\.(bin|exe|dll|ole)$/i.test(path),
    ),
  ]);

/** Removes templates, mail merge and protection that refer to other locations. */
function plainSettings(docx: Docx, path: string): string {
  const { text } = readXmlPart(docx.pkg, path);
  const root = readElements(docx.pkg, text);
  const changes = root.children
    .filter(({ name }) =>
      ['attachedTemplate', 'mailMerge', 'documentProtection', 'writeProtection'].includes(name),
    )
    .map(({ start, end }) => ({ from: start, to: end, by: '' }));
  return splice(text, changes);
}

/** Elements that name fonts, and their attributes that do. */
const FONT_ELEMENTS = new Set(['w:rFonts', 'a:latin', 'a:ea', 'a:cs', 'a:font']);
const FONT_NAMES = new Set(['w:ascii', 'w:hAnsi', 'w:eastAsia', 'w:cs', 'typeface']);

type RecordFont = (replacement: FontReplacement) => void;
/** Whom to tell of the fonts of the style with that id; of those outside of styles for undefined. */
type RecorderOf = (style: string | undefined) => RecordFont;

const nobody: RecordFont = () => {};

/** Replaces font names by those available for the layout; records the replacements. */
function mapFonts(text: string, faces: WordFaces, recorderOf: RecorderOf): string {
  const changes: Splice[] = [];
  let style: string | undefined;
  for (const tag of tagsOf(text)) {
    if (tag.name === 'w:style')
      style = tag.kind === 'OPEN' ? unescaped(attributeOf(text, tag, 'w:styleId') ?? '') : undefined;
    if (tag.kind !== 'CLOSE' && FONT_ELEMENTS.has(tag.name))
      changes.push(...fontsOf(text, tag, faces, recorderOf(style)));
  }
  return splice(text, changes);
}

function fontsOf(text: string, tag: Tag, faces: WordFaces, record: RecordFont): Splice[] {
  const attributes = attributesOf(text, tag);
  const read = ({ from, to }: TagAttribute) => unescaped(text.slice(from, to));
  const script = attributes.find(({ name }) => name === 'script');
  // Themes list a font for each script of the world; fonts of scripts such as Arabic concern no Chinese text.
  const isChinese =
    tag.name !== 'a:cs' && (tag.name !== 'a:font' || /^Han[st]$/.test(script ? read(script) : ''));
  return attributes
    .filter(({ name }) => FONT_NAMES.has(name))
    .flatMap((one): Splice[] => {
      const known = read(one);
      const eastAsian = one.name === 'w:eastAsia' || (one.name === 'typeface' && tag.name === 'a:ea');
      const replacement = replacementOf(known, faces, eastAsian);
      if (!replacement || replacement.to === known) return [];
      const concerned = isChinese && one.name !== 'w:cs';
      if (concerned && !(eastAsian && isLatinFont(known))) record({ from: known, ...replacement });
      return replacement.to === '' ? [] : [{ from: one.from, to: one.to, by: escapeXml(replacement.to) }];
    });
}

/** The ids of the styles that a part's text uses. */
function stylesUsed(part: DocxPart): string[] {
  const found: string[] = [];
  for (const element of elementsBelow(part.root, ''))
    if (STYLE_USES.has(element.name) && isW(part, element, element.name))
      found.push(element.attributes.val ?? '');
  return found;
}
const STYLE_USES = new Set(['pStyle', 'rStyle', 'tblStyle']);

/** Fonts of the styles, numbers and theme: only those that some text uses are recorded. */
function mapBeside(
  path: string,
  text: string,
  { faces, used, record }: { faces: WordFaces; used: ReadonlySet<string>; record: RecordFont },
): string {
  if (/fontTable|numbering/.test(path)) return mapFonts(text, faces, () => nobody);
  if (!/styles/.test(path)) return mapFonts(text, faces, () => record);
  const inUse = stylesInUse(text, used);
  return mapFonts(text, faces, (style) => (style === undefined || inUse.has(style) ? record : nobody));
}

/** The used and the default styles of a list of styles, with those that they are based on or linked to. */
function stylesInUse(text: string, used: ReadonlySet<string>): Set<string> {
  const based = new Map<string, string>();
  const inUse = new Set<string>();
  let style: string | undefined;
  for (const tag of tagsOf(text)) {
    const read = (name: string) => unescaped(attributeOf(text, tag, name) ?? '');
    if (tag.name === 'w:style') style = tag.kind === 'OPEN' ? read('w:styleId') : undefined;
    if (tag.kind === 'CLOSE' || style === undefined) continue;
    if (tag.name === 'w:style' && (used.has(style) || ['1', 'true'].includes(read('w:default'))))
      inUse.add(style);
    if ((tag.name === 'w:basedOn' || tag.name === 'w:link') && !based.has(style))
      based.set(style, read('w:val'));
  }
  for (const id of inUse) {
    const base = based.get(id);
    if (base !== undefined) inUse.add(base);
  }
  return inUse;
}
