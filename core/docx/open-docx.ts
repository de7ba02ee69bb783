import { type Bytes, utf8 } from '#core/bytes.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { findEntry, type OfdPackage, openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { spend } from '#core/ofd/package/work.ts';
import { cleanPath } from '#core/ofd/package/zip-directory.ts';
import { rewritePackage } from '#core/ofd/sign/rewrite-package.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml, type XmlElement } from '#core/ofd/xml/read-xml.ts';
import { fetchingPictures } from './fetching-pictures.ts';
import { DOCX_LIMITS } from './limits.ts';
import { type DocxPart, elementsBelow, isW, type PartKind } from './part.ts';
import { attributesOf, localName, tagsOf, unescaped } from './tags.ts';

/** A Word file that passed all checks. */
export interface Docx {
  bytes: Bytes;
  /** The zip package. OFD and Word files use the same kind of package. */
  pkg: OfdPackage;
  /** The body first, then headers, footers, footnotes and endnotes. */
  parts: DocxPart[];
  /** Entries that a converter would read as pictures that lead out of the file. */
  pictures: string[];
  /** What the file would load from elsewhere, and those pictures; removed before layout. */
  external: string[];
}

/** One entry of a `.rels` file. */
export interface Relation {
  id: string;
  /** The last segment of its type, such as `image`. */
  type: string;
  target: string;
  external: boolean;
  element: XmlElement;
}

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const WORD_NAMESPACES = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
];

/**
 * Opens a Word file (ISO/IEC 29500) and rejects unsupported ones, each with its own code: DOCUMENT_EMPTY,
 * DOCX_EXPECTED, DOCX_OLD_FORMAT (a .doc), DOCUMENT_ENCRYPTED, DOCX_MACROS, DOCX_OBJECTS, DOCX_CHUNKS, DOCX_REVISIONS;
 * DOCUMENT_TOO_LARGE and DOCUMENT_TOO_COMPLEX beyond `DOCX_LIMITS`; DOCUMENT_BROKEN if it is not well-formed.
 *
 * ```ts
 * const paragraphs = readText(openDocx(bytes));
 * ```
 */
export function openDocx(bytes: Bytes): Docx {
  refuseOtherFormats(bytes);
  const pkg = openZip(bytes);
  const body = findBody(pkg);
  for (const path of pkg.files.keys())
    if (/(^|\/)vbaProject\.bin$|(^|\/)vbaData\.xml$/i.test(path)) throw new AppError('DOCX_MACROS');
  const parts = [readPart(pkg, body, 'BODY')];
  for (const { type, target, external } of readRelations(pkg, relationsPath(body))) {
    const kind = PART_TYPES[type];
    if (!kind || external) continue;
    const path = resolveTarget(body, target);
    parts.push(readPart(pkg, findPart(pkg, path) ?? path, kind));
  }
  parts.sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
  for (const part of parts) refuseContents(part);
  const pictures = fetchingPictures(pkg, new Set(parts.map(({ path }) => path)));
  return { bytes, pkg, parts, pictures, external: [...externalTargets(pkg), ...pictures] };
}

const PART_TYPES: Readonly<Record<string, PartKind>> = {
  header: 'HEADER',
  footer: 'FOOTER',
  footnotes: 'FOOTNOTES',
  endnotes: 'ENDNOTES',
};
const KIND_ORDER: readonly PartKind[] = ['BODY', 'HEADER', 'FOOTER', 'FOOTNOTES', 'ENDNOTES'];

/** The container of old Office files and of password-protected files ([MS-CFB]). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function refuseOtherFormats(bytes: Bytes): void {
  if (bytes.length === 0) throw new AppError('DOCUMENT_EMPTY');
  if (bytes.length > DOCX_LIMITS.fileSize) throw new AppError('DOCUMENT_TOO_LARGE');
  if (!COMPOUND.every((byte, i) => bytes[i] === byte)) return;
  const names = new TextDecoder('latin1').decode(bytes);
  const named = (name: string) => names.includes([...name].join('\0'));
  throw new AppError(
    named('EncryptedPackage') || named('EncryptionInfo') ? 'DOCUMENT_ENCRYPTED' : 'DOCX_OLD_FORMAT',
  );
}

function openZip(bytes: Bytes): OfdPackage {
  try {
    const pkg = openPackage(bytes, DOCX_LIMITS);
    // Names of parts ignore case: of two that are one name, another program may read the other one.
    const names = new Set(Array.from(pkg.files.keys(), (path) => path.toLowerCase()));
    if (names.size < pkg.files.size) throw new AppError('DOCUMENT_BROKEN', { reason: 'names of parts' });
    return pkg;
  } catch (error) {
    if (isAppError(error) && error.name === 'DOCUMENT_NOT_OFD') throw new AppError('DOCX_EXPECTED');
    throw error;
  }
}

function findBody(pkg: OfdPackage): string {
  if (!findEntry(pkg, '[Content_Types].xml') || !findEntry(pkg, '_rels/.rels'))
    throw new AppError('DOCX_EXPECTED');
  const main = readRelations(pkg, '_rels/.rels').find(({ type, external }) => {
    return type === 'officeDocument' && !external;
  });
  const path = main && findPart(pkg, resolveTarget('', main.target));
  if (!path) throw new AppError('DOCX_EXPECTED');
  const types = readXmlPart(pkg, '[Content_Types].xml').root.children;
  const type = types.find(
    ({ name, attributes }) => name === 'Override' && isSamePart(cleanPath(attributes.PartName ?? ''), path),
  )?.attributes.ContentType;
  if (types.some(({ attributes }) => /macroEnabled/i.test(attributes.ContentType ?? '')))
    throw new AppError('DOCX_MACROS');
  if (type !== MAIN_TYPE) throw new AppError('DOCX_EXPECTED');
  return path;
}

function readPart(pkg: OfdPackage, path: string, kind: PartKind): DocxPart {
  const { text, root } = readXmlPart(pkg, path);
  const declared = /\bxmlns:w\s*=\s*(["'])(.*?)\1/.exec(text.slice(root.start, root.start + 10_000))?.[2];
  // Every program that writes Word files uses the prefix `w` for its namespace; with another prefix nothing would be
  // found here.
  if (!declared || !WORD_NAMESPACES.includes(declared)) throw new AppError('DOCX_EXPECTED');
  refuseOtherPrefixes(text);
  return { path, kind, text, root };
}

/**
 * `w` means WordprocessingML everywhere in the part, and nothing else does: else what is looked for by prefix (fields, links,
 * objects) would be hidden under another one, where LibreOffice finds it.
 */
function refuseOtherPrefixes(text: string): void {
  for (const tag of tagsOf(text)) {
    if (tag.kind === 'CLOSE' || !text.slice(tag.start, tag.end).includes('xmlns')) continue;
    for (const { name, from, to } of attributesOf(text, tag)) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const isWord = WORD_NAMESPACES.includes(unescaped(text.slice(from, to)).trim());
      if (isWord !== (name === 'xmlns:w')) throw new AppError('DOCX_EXPECTED');
    }
  }
}

/** An XML file of the package. Throws DOCUMENT_BROKEN, DOCUMENT_TOO_COMPLEX, and DOCUMENT_UNSUPPORTED for a DTD. */
export function readXmlPart(pkg: OfdPackage, path: string): { text: string; root: XmlElement } {
  const bytes = readFile(pkg, path);
  if (bytes.length > pkg.limits.xmlSize) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML size' });
  const text = decodeText(bytes);
  return { text, root: readElements(pkg, text) };
}

/** Keeps a byte order mark, so that unchanged parts are written back unchanged. */
function decodeText(bytes: Bytes): string {
  if (bytes[0] === 0xff || bytes[0] === 0xfe) return decodeXmlText(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError('DOCUMENT_BROKEN', { reason: 'XML: not UTF-8' });
  }
}

/** The elements of an XML text, within the limits of the package. */
export function readElements(pkg: OfdPackage, text: string): XmlElement {
  spend(pkg.work, text.length * 0.8);
  const root = readXml(text, {
    elements: pkg.limits.xmlElements,
    depth: pkg.limits.xmlDepth,
    onMarkup: (count) => spend(pkg.work, count * 20),
  });
  if (text.includes('Fallback')) showFallbacks(root);
  return root;
}

/**
 * Where no choice of an `mc:AlternateContent` has anything in it, its fallback is what is shown: they change names in
 * the tree, so that all that reads a choice reads the fallback.
 */
function showFallbacks(root: XmlElement): void {
  for (const element of elementsBelow(root, '')) {
    if (element.name !== 'AlternateContent') continue;
    const choices = element.children.filter(({ name }) => name === 'Choice');
    if (choices.some(({ children }) => children.length > 0)) continue;
    for (const one of element.children) one.name = one.name === 'Fallback' ? 'Choice' : 'Fallback';
  }
}

/** Whether two names are of one part: names are compared without regard to case (ISO/IEC 29500-2, 6.2.2.3). */
const isSamePart = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The path of a part as the package has it, whose case may be another than that of a relation; undefined if none. */
export const findPart = (pkg: OfdPackage, path: string): string | undefined => findEntry(pkg, path)?.path;

/** Path of a part's relations file. */
export function relationsPath(path: string): string {
  const name = path.lastIndexOf('/') + 1;
  return `${path.slice(0, name)}_rels/${path.slice(name)}.rels`;
}

/** The relations of a `.rels` file; empty if the file does not exist. */
export function readRelations(pkg: OfdPackage, path: string): Relation[] {
  if (!findEntry(pkg, path)) return [];
  const { root } = readXmlPart(pkg, path);
  return root.children
    .filter(({ name }) => name === 'Relationship')
    .map((element) => ({
      id: element.attributes.Id ?? '',
      type: (element.attributes.Type ?? '').replace(/^.*\//, ''),
      target: element.attributes.Target ?? '',
      external: element.attributes.TargetMode === 'External',
      element,
    }));
}

/** Resolves the target of a relation of the part `base`. */
export function resolveTarget(base: string, target: string): string {
  if (target.startsWith('/')) return cleanPath(target);
  return cleanPath(`${base.includes('/') ? base.slice(0, base.lastIndexOf('/')) : ''}/${target}`);
}

const REVISIONS = new Set([
  ...['ins', 'del', 'moveFrom', 'moveTo', 'cellIns', 'cellDel', 'cellMerge', 'numberingChange'],
  ...['rPrChange', 'pPrChange', 'sectPrChange', 'tblPrChange', 'tblGridChange', 'trPrChange', 'tcPrChange'],
]);

function refuseContents(part: DocxPart): void {
  const visit = (element: XmlElement): void => {
    const { name } = element;
    if (name === 'OLEObject' || isW(part, element, 'object') || isW(part, element, 'control'))
      throw new AppError('DOCX_OBJECTS');
    if (isW(part, element, 'altChunk') || isW(part, element, 'subDoc')) throw new AppError('DOCX_CHUNKS');
    if (REVISIONS.has(name) && isW(part, element, name)) throw new AppError('DOCX_REVISIONS');
    for (const child of element.children) visit(child);
  };
  visit(part.root);
}

/** External resources that would be loaded automatically. Excludes links, which only a reader can follow. */
function externalTargets(pkg: OfdPackage): string[] {
  const targets: string[] = [];
  for (const path of pkg.files.keys())
    if (/\.rels$/i.test(path))
      for (const { target } of fetchedRelations(pkg, path)) targets.push(target.slice(0, 200));
  return [...new Set(targets)];
}

const HYPERLINK_TYPES = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
];

/**
 * The external relations of a `.rels` file that something would load: all but those that only `w:hyperlink` names. The type
 * of a relation says nothing: a picture (`a:blip r:link`) loads whatever its id names, a link as well.
 */
export function fetchedRelations(pkg: OfdPackage, path: string): Relation[] {
  const external = readRelations(pkg, path).filter((one) => one.external);
  if (external.length === 0) return [];
  const links = linksAlone(pkg, path.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2'));
  return external.filter(
    ({ id, element }) => !(HYPERLINK_TYPES.includes(element.attributes.Type ?? '') && links.has(id)),
  );
}

/** The values in a part that attributes of `w:hyperlink` have, and of no other element. */
function linksAlone(pkg: OfdPackage, path: string): Set<string> {
  const [links, others] = [new Set<string>(), new Set<string>()];
  if (!pkg.files.has(path) || !path.endsWith('.xml')) return links;
  const { text } = readXmlPart(pkg, path);
  for (const tag of tagsOf(text)) {
    if (tag.kind === 'CLOSE') continue;
    const found = localName(tag.name) === 'hyperlink' && tag.name.startsWith('w:') ? links : others;
    for (const { from, to } of attributesOf(text, tag)) found.add(unescaped(text.slice(from, to)));
  }
  for (const one of others) links.delete(one);
  return links;
}

/** The file with the given XML texts replaced and entries added. All other entries stay byte-identical. */
export function saveDocx(
  { pkg }: Docx,
  texts: ReadonlyMap<string, string>,
  added: ReadonlyMap<string, Bytes> = new Map(),
  removed: ReadonlySet<string> = new Set(),
): Bytes {
  const changes = new Map<string, Bytes>();
  for (const [path, text] of texts) changes.set(path, utf8(asUtf8(text)));
  for (const [path, bytes] of added) changes.set(path, bytes);
  return rewritePackage(pkg.zip, changes, removed);
}

/** Corrects a declaration with another encoding, because output is always UTF-8. */
const asUtf8 = (text: string): string =>
  text.replace(/^(\ufeff?<\?xml[^>]*?encoding\s*=\s*)(["'])(?!utf-8\2)[^"']*\2/i, '$1$2UTF-8$2');
