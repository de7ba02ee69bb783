import { AppError } from '#core/errors.ts';

/** A start tag, an end tag or an empty-element tag in an XML text; UTF-16 offsets, `end` behind its `>`. */
export interface Tag {
  /** With its prefix, such as `w:rFonts`. */
  name: string;
  kind: 'OPEN' | 'CLOSE' | 'EMPTY';
  start: number;
  end: number;
}

/** An attribute of a tag: its source text, entities unresolved, is [from, to). */
export interface TagAttribute {
  name: string;
  from: number;
  to: number;
}

const broken = () => new AppError('DOCUMENT_BROKEN', { reason: 'XML: a tag is not closed' });

/**
 * The tags of an XML text in order, without those in comments, CDATA sections and instructions. Reads each character
 * once, whatever the text is: a regular expression that looks for the end of a tag starts again at each of them. Throws
 * DOCUMENT_BROKEN for a tag that does not end.
 *
 *     for (const tag of tagsOf('<a><b c="d"/></a>')) tag.kind; // 'OPEN', 'EMPTY', 'CLOSE'
 */
export function* tagsOf(text: string): Generator<Tag> {
  for (let start = text.indexOf('<'); start >= 0; ) {
    const skipped = skipOther(text, start);
    if (skipped === undefined) {
      const close = text[start + 1] === '/';
      const from = start + (close ? 2 : 1);
      const nameEnd = endOfName(text, from);
      const end = endOfTag(text, nameEnd);
      const kind = close ? 'CLOSE' : text[end - 2] === '/' ? 'EMPTY' : 'OPEN';
      yield { name: text.slice(from, nameEnd), kind, start, end };
      start = text.indexOf('<', end);
    } else start = text.indexOf('<', skipped);
  }
}

/** The attributes of a start tag, in order. */
export function attributesOf(text: string, tag: Pick<Tag, 'start' | 'end'>): TagAttribute[] {
  const found: TagAttribute[] = [];
  let at = endOfName(text, tag.start + 1);
  for (;;) {
    at = skipSpace(text, at);
    const nameEnd = endOfName(text, at);
    const open = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const quote = text[open];
    if (nameEnd === at || open >= tag.end || (quote !== '"' && quote !== "'")) return found;
    const to = text.indexOf(quote, open + 1);
    if (to < 0 || to >= tag.end) return found;
    found.push({ name: text.slice(at, nameEnd), from: open + 1, to });
    at = to + 1;
  }
}

/** The source text of an attribute's value; undefined if the tag does not have it. */
export function attributeOf(text: string, tag: Tag, name: string): string | undefined {
  const found = attributesOf(text, tag).find((one) => one.name === name);
  return found && text.slice(found.from, found.to);
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Resolves the entities of a text that is well formed. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text
        .replace(/&#x([0-9a-fA-F]{1,6});/g, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16) % 0x110000),
        )
        .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x110000))
        .replace(
          /&(amp|lt|gt|quot|apos);/g,
          (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name]!,
        )
    : text;

/** The end of a comment, a CDATA section or an instruction that starts there; undefined for a tag. */
function skipOther(text: string, start: number): number | undefined {
  const marks = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const;
  for (const [open, close] of marks) {
    if (!text.startsWith(open, start)) continue;
    const end = text.indexOf(close, start + open.length);
    if (end < 0) throw broken();
    return end + close.length;
  }
  if (text[start + 1] === '!') throw broken();
  return undefined;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function endOfName(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === SLASH || code === GREATER || code === EQUALS) break;
  }
  return at;
}

/** The position behind the `>` of a tag; one in an attribute's value does not end it. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const c = text[at]!;
    if (c === '>') return at + 1;
    if (c !== '"' && c !== "'") continue;
    at = text.indexOf(c, at + 1);
    if (at < 0) throw broken();
  }
  throw broken();
}
