import { type Bytes, utf8 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { type OfdPackage, readFile } from '#core/ofd/package/open-package.ts';
import { attributesOf, localName, tagsOf, unescaped } from './tags.ts';

/**
 * Entries that a converter would read as a picture and that lead, or may lead, out of the file: drawings in SVG that name
 * something else than their own parts, compressed ones, and PostScript, which is a program. A converter tells a picture by
 * its bytes, so neither the name nor the type of an entry says anything; `known`: entries that are read as text.
 *
 *     fetchingPictures(pkg, new Set(['word/document.xml'])); // ['word/media/image1.png']
 */
export function fetchingPictures(pkg: OfdPackage, known: ReadonlySet<string>): string[] {
  return [...pkg.files.keys()].filter(
    (path) =>
      !known.has(path) && !path.endsWith('/') && !/\.rels$/i.test(path) && leadsOut(readFile(pkg, path)),
  );
}

/** How files begin that are other files packed, or programs. */
const REFUSED = [[0x1f, 0x8b], [0xc5, 0xd0, 0xd3, 0xc6], [...utf8('%!')]] as const;

function leadsOut(bytes: Bytes): boolean {
  if (REFUSED.some((sign) => sign.every((byte, i) => bytes[i] === byte))) return true;
  // Also of a text in UTF-16, whose letters are every other byte.
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '');
  return isSvg(text) && !isComplete(text);
}

/** Whether a text may be read as a drawing in SVG. */
function isSvg(text: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf('svg'); at >= 0; at = lower.indexOf('svg', at + 1))
    if (lower[at - 1] === '<' || lower[at - 1] === ':' || lower.startsWith('doctype', at - 8)) return true;
  return false;
}

/** What has no place in a drawing that names its own parts only: declarations, style sheets, escapes that hide an address. */
const ELSEWHERE = ['<!doctype', '<!entity', '<?xml-', '@import', '\\', 'script'];
const NAMING = new Set(['href', 'src', 'base']);

/** Whether every reference of an SVG is to a part of itself; not if it cannot be read. */
function isComplete(text: string): boolean {
  const plain = unescaped(text).toLowerCase();
  if (ELSEWHERE.some((one) => plain.includes(one))) return false;
  for (let at = plain.indexOf('url('); at >= 0; at = plain.indexOf('url(', at + 4))
    if (!/^["']?#/.test(plain.slice(at + 4, at + 40).trimStart())) return false;
  try {
    for (const tag of tagsOf(text)) {
      if (tag.kind === 'CLOSE') continue;
      for (const { name, from, to } of attributesOf(text, tag))
        if (
          NAMING.has(localName(name).toLowerCase()) &&
          !unescaped(text.slice(from, to)).trim().startsWith('#')
        )
          return false;
    }
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}
