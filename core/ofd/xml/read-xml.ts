import { AppError } from '#core/errors.ts';

/** One element. Names are local names: OFD writers use several namespaces, or none. */
export interface XmlElement {
  name: string;
  /** By local name, entities resolved; declarations of namespaces are left out. */
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The element's own character data, joined. */
  text: string;
  /** Where the element begins and ends in the text that was read (UTF-16 offsets), for edits that keep the rest. */
  start: number;
  end: number;
  /** Where its end tag begins; equal to `end` for an empty-element tag. */
  closeStart: number;
}

export interface XmlLimits {
  elements: number;
  depth: number;
}

const broken = (reason: string) => new AppError('DOCUMENT_BROKEN', { reason: `XML: ${reason}` });

/**
 * Reads a well-formed XML text (XML 1.0) without document type: a DTD is refused with DOCUMENT_UNSUPPORTED, so there
 * are no entities of its own to expand and nothing outside to fetch. Throws DOCUMENT_BROKEN where it is not well
 * formed and DOCUMENT_TOO_COMPLEX past `limits`.
 */
export function readXml(text: string, limits: XmlLimits): XmlElement {
  const open: XmlElement[] = [];
  const openNames: string[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const lt = text.indexOf('<', at);
    const stop = lt < 0 ? text.length : lt;
    if (stop > at) addText(open.at(-1), text.slice(at, stop), true);
    if (lt < 0) break;
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
      if (++count > limits.elements) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'XML elements' });
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

/** Comment or CDATA; anything else that begins with `<!` is a document type. */
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

/**
 * An object without inherited names, as `Object.create(null)` makes, but one that engines keep small: a page may have a
 * hundred thousand of them.
 */
const Attributes = function Attributes() {} as unknown as new () => Record<string, string>;
Attributes.prototype = Object.create(null);

// Sticky, so that each tag costs its own length only.
const TAG_NAME = /[^\s/>=<"'&]+/y;
const ATTRIBUTE = /\s*([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

function readStartTag(
  text: string,
  start: number,
): { element: XmlElement; name: string; empty: boolean; next: number } {
  TAG_NAME.lastIndex = start + 1;
  const name = TAG_NAME.exec(text)?.[0];
  if (!name) throw broken('a tag has no name');
  const attributes: Record<string, string> = new Attributes();
  let at = TAG_NAME.lastIndex;
  for (;;) {
    TAG_END.lastIndex = at;
    const end = TAG_END.exec(text);
    if (end) {
      const next = TAG_END.lastIndex;
      const element = {
        name: localName(name),
        attributes,
        children: [],
        text: '',
        start,
        end: next,
        closeStart: next,
      };
      return { element, name, empty: end[1] === '/', next };
    }
    ATTRIBUTE.lastIndex = at;
    const attribute = ATTRIBUTE.exec(text);
    if (!attribute) throw broken(`tag ${name} is not well formed`);
    at = ATTRIBUTE.lastIndex;
    const key = attribute[1]!;
    if (key === 'xmlns' || key.startsWith('xmlns:')) continue;
    const local = localName(key);
    if (local !== key && local in attributes) continue;
    if (local in attributes) throw broken(`attribute ${local} twice`);
    attributes[local] = resolveEntities(attribute[2] ?? attribute[3] ?? '');
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolveEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|\w+)?;?/g, (whole, body: string | undefined) => {
    if (!body || !whole.endsWith(';')) throw broken('a bare &');
    if (!body.startsWith('#')) {
      const known = NAMED[body];
      if (known === undefined) throw broken(`entity ${body} is not known`);
      return known;
    }
    const code = body[1] === 'x' ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
    if (code > 0x10ffff || code === 0) throw broken('a character that does not exist');
    return String.fromCodePoint(code);
  });
}
