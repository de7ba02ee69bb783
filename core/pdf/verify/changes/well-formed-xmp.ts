/** Checks that bytes are a well-formed XMP packet (ISO 16684-1, 7): balanced tags, no DTD, root x:xmpmeta or RDF. */

const NAME = /^[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*/;

/** Checks syntax only: it prevents a metadata stream that another reader takes for something else. */
export function looksLikeXmp(bytes: Uint8Array): boolean {
  const text = decode(bytes);
  if (text === null) return false;
  const open: string[] = [];
  let root: string | null = null;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (open.length === 0 && between.replace(/[\s\0\ufeff]/g, '') !== '') return false;
    if (!referencesKnown(between)) return false;
    if (next < 0) break;
    const skip = skipped(text, next);
    if (skip !== null) {
      if (skip < 0) return false;
      at = skip;
      continue;
    }
    const end = tagEnd(text, next);
    if (end < 0) return false;
    const inner = text.slice(next + 1, end);
    at = end + 1;
    if (inner.startsWith('/')) {
      if (open.pop() !== inner.slice(1).trim()) return false;
      continue;
    }
    const name = NAME.exec(inner)?.[0];
    if (!name || (open.length === 0 && root !== null)) return false;
    root ??= name;
    if (!inner.endsWith('/')) open.push(name);
    if (open.length > 500) return false;
  }
  if (open.length > 0 || root === null) return false;
  return root.endsWith(':xmpmeta') || root === 'xmpmeta' || root.endsWith(':RDF');
}

function decode(bytes: Uint8Array): string | null {
  try {
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
      return new TextDecoder('utf-16be', { fatal: true }).decode(bytes);
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
      return new TextDecoder('utf-16le', { fatal: true }).decode(bytes);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Offset after the comment, CDATA section or processing instruction at `at`; -1 if it is not closed or a DTD; else
 * null.
 */
function skipped(text: string, at: number): number | null {
  for (const [start, end] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(start, at)) continue;
    const found = text.indexOf(end, at + start.length);
    return found < 0 ? -1 : found + end.length;
  }
  return text.startsWith('<!', at) ? -1 : null;
}

/** Offset of the ">" that ends the tag, skipping quoted values; -1 if there is none. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let i = from + 1; i < text.length; i++) {
    const c = text[i]!;
    if (quote) {
      if (c === quote) quote = '';
      else if (c === '<') return -1;
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '>') return i;
    else if (c === '<') return -1;
  }
  return -1;
}

const referencesKnown = (text: string): boolean =>
  !/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9A-Fa-f]+);)/.test(text);
