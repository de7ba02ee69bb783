import { AppError } from '#core/errors.ts';

/** One element. Names are local names: OFD writers use several namespaces, or none. */
export interface XmlElement {
  name: string;
  /** By local name, entities resolved; namespace declarations are omitted. */
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The element's own character data, concatenated. */
  text: string;
  /** Start and end of the element in the source text (UTF-16 offsets), for edits that preserve the rest. */
  start: number;
  end: number;
  /** Start of its end tag; equal to `end` for an empty-element tag. */
  closeStart: number;
}

export interface XmlLimits {
  /** Maximum number of elements, and likewise of end tags, comments, CDATA sections and instructions together. */
  elements: number;
  depth: number;
  /** Called with the number of pieces of markup read, so that it can stop the reader by throwing. */
  onMarkup?: (count: number) => void;
}

/** Pieces of markup per call of `onMarkup`. */
const REPORTED_TOGETHER = 256;

const broken = (reason: string) => new AppError('DOCUMENT_BROKEN', { reason: `XML: ${reason}` });

/**
 * Reads a well-formed XML text (XML 1.0) without document type: a DTD is refused with DOCUMENT_UNSUPPORTED, so there
 * are no custom entities to expand and no external resources to fetch. Throws DOCUMENT_BROKEN if it is not well formed
 * and DOCUMENT_TOO_COMPLEX if it exceeds `limits`.
 *
 * ```ts
 * const root = readXml('<a><b/></a>', { elements: 1_000, depth: 20 });
 * root.children.length; // 1
 * ```
 */
export function readXml(text: string, limits: XmlLimits): XmlElement {
  const open: XmlElement[] = [];
  const openNames: string[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let elements = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const lt = text.indexOf('<', at);
    const stop = lt < 0 ? text.length : lt;
    if (stop > at) addText(open.at(-1), text.slice(at, stop), true);
    if (lt < 0) break;
    if (++count > limits.elements * 2) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML elements' });
    if (count % REPORTED_TOGETHER === 0) limits.onMarkup?.(REPORTED_TOGETHER);
    const next = text.charCodeAt(lt + 1);
    if (next === 0x21) {
      at = readDeclaration(text, lt, open.at(-1));
    } else if (next === 0x3f) {
      at = after(text, '?>', lt + 2);
    } else if (next === 0x2f) {
      const gt = text.indexOf('>', lt);
      const element = open.pop();
      const name = openNames.pop();
      if (gt < 0 || !element || text.slice(lt + 2, gt).trimEnd() !== name)
        throw broken('end tag without its start');
      element.closeStart = lt;
      element.end = gt + 1;
      at = gt + 1;
    } else {
      if (++elements > limits.elements)
        throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML elements' });
      const tag = readStartTag(text, lt);
      const parent = open.at(-1);
      if (parent) parent.children.push(tag.element);
      else if (root) throw broken('two root elements');
      else root = tag.element;
      if (!tag.empty) {
        open.push(tag.element);
        openNames.push(tag.name);
        if (open.length > limits.depth) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML depth' });
      }
      at = tag.next;
    }
  }
  if (open.length > 0) throw broken('element is not closed');
  if (!root) throw broken('no element');
  return root;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw broken(`${mark} is missing`);
  return at + mark.length;
}

/** Skips a comment or CDATA section; anything else that starts with `<!` is a document type. */
function readDeclaration(text: string, at: number, parent: XmlElement | undefined): number {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) {
    const next = after(text, ']]>', at + 9);
    if (!parent) throw broken('text outside the root element');
    parent.text += text.slice(at + 9, next - 3);
    return next;
  }
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'XML document type' });
}

function addText(parent: XmlElement | undefined, raw: string, entities: boolean): void {
  if (parent) parent.text += entities ? resolveEntities(raw) : raw;
  else if (raw.trim() !== '') throw broken('text outside the root element');
}

/** Maximum number of attributes of one tag; the largest element of the standard has about thirty. */
const MOST_ATTRIBUTES = 256;

/**
 * An object without inherited properties, like `Object.create(null)`, but with a compact representation in JavaScript
 * engines: a page may have a hundred thousand of them.
 */
const Attributes = function Attributes() {} as unknown as new () => Record<string, string>;
Attributes.prototype = Object.create(null);

/** Characters that end a name. */
const ENDS_NAME = new Uint8Array(128);
for (const c of ' \t\r\n/>=<"\'&') ENDS_NAME[c.charCodeAt(0)] = 1;

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function endOfName(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && ENDS_NAME[code] === 1) break;
  }
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function readStartTag(
  text: string,
  start: number,
): { element: XmlElement; name: string; empty: boolean; next: number } {
  let at = endOfName(text, start + 1);
  const name = text.slice(start + 1, at);
  if (name === '') throw broken('a tag has no name');
  const attributes: Record<string, string> = new Attributes();
  for (let count = 0; ; count++) {
    at = skipSpace(text, at);
    const code = text.charCodeAt(at);
    const empty = code === 0x2f && text.charCodeAt(at + 1) === 0x3e;
    if (empty || code === 0x3e) {
      const next = at + (empty ? 2 : 1);
      const element = {
        name: localName(name),
        attributes,
        children: [],
        text: '',
        start,
        end: next,
        closeStart: next,
      };
      return { element, name, empty, next };
    }
    if (count >= MOST_ATTRIBUTES) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML attributes' });
    at = readAttribute(text, at, attributes, name);
  }
}

/** Reads `name = "value"` at `start` into `attributes`; returns the position after it. */
function readAttribute(text: string, start: number, attributes: Record<string, string>, tag: string): number {
  const nameEnd = endOfName(text, start);
  const equals = skipSpace(text, nameEnd);
  const open = skipSpace(text, equals + 1);
  const quote = text.charCodeAt(open);
  const quoted = text.charCodeAt(equals) === 0x3d && (quote === 0x22 || quote === 0x27);
  if (nameEnd === start || !quoted) throw broken(`tag ${tag} is not well formed`);
  let end = open + 1;
  let entities = false;
  for (; ; end++) {
    const code = text.charCodeAt(end);
    if (code === quote) break;
    if (code === 0x26) entities = true;
    else if (code === 0x3c || end >= text.length) throw broken(`tag ${tag} is not well formed`);
  }
  const key = text.slice(start, nameEnd);
  if (key === 'xmlns' || key.startsWith('xmlns:')) return end + 1;
  const local = localName(key);
  if (local in attributes) {
    if (local !== key) return end + 1;
    throw broken(`attribute ${local} twice`);
  }
  const value = text.slice(open + 1, end);
  attributes[local] = entities ? resolveEntities(value) : value;
  return end + 1;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolveEntities(raw: string): string {
  let at = raw.indexOf('&');
  if (at < 0) return raw;
  const parts: string[] = [];
  let from = 0;
  while (at >= 0) {
    // The longest reference is &#1114111; or &#x10ffff;
    const end = raw.slice(at, at + 12).indexOf(';') + at;
    if (end <= at) throw broken('a bare &');
    parts.push(raw.slice(from, at), characterOf(raw.slice(at + 1, end)));
    from = end + 1;
    at = raw.indexOf('&', from);
  }
  parts.push(raw.slice(from));
  return parts.join('');
}

function characterOf(body: string): string {
  if (!body.startsWith('#')) {
    const known = Object.hasOwn(NAMED, body) ? NAMED[body] : undefined;
    if (known === undefined) throw broken(`entity ${body} is not known`);
    return known;
  }
  const hexadecimal = /^#x[0-9a-fA-F]{1,6}$/.test(body);
  if (!hexadecimal && !/^#[0-9]{1,7}$/.test(body)) throw broken('a bare &');
  const code = hexadecimal ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  if (code > 0x10ffff || code === 0) throw broken('a character that does not exist');
  return String.fromCodePoint(code);
}
