import { AppError } from '#core/errors.ts';
import { isWhite } from '../read/characters.ts';
import type { PdfView } from '../read/document.ts';
import { isArray, isStream } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Parser } from '../read/parser.ts';

/** Maximum size of a page's content in bytes. */
const MAX_CONTENT = 32 * 1024 * 1024;

/** The whole content of a page, decoded. Throws DOCUMENT_TOO_COMPLEX. */
export function pageContent(view: PdfView, page: PdfPage): Uint8Array {
  const contents = view.lookup(page.dict, 'Contents');
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const item of isArray(contents) ? contents.items : [contents]) {
    const stream = view.resolve(item);
    if (!isStream(stream)) continue;
    const part = contentOf(view, stream);
    length += part.length;
    if (length > MAX_CONTENT) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'content' });
    parts.push(part);
  }
  return joined(parts);
}

/** A stream's decoded content; empty if its filter is not supported for content. */
export function contentOf(view: PdfView, stream: Parameters<PdfView['decode']>[0]): Uint8Array {
  try {
    return view.decode(stream);
  } catch (error) {
    if (error instanceof AppError && error.name === 'DOCUMENT_UNSUPPORTED') return new Uint8Array(0);
    throw error;
  }
}

/** Joins the parts of a page's content into one stream, separated by white space (7.8.2). */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0)).fill(32);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length + 1;
  }
  return out;
}

/** Skips the data of an inline image, up to an EI surrounded by white space. */
export function skipInlineImage(parser: Parser): void {
  const { bytes } = parser;
  for (let at = parser.pos; at + 2 < bytes.length; at++) {
    if (bytes[at + 1] !== 0x45 || bytes[at + 2] !== 0x49 || !isWhite(bytes[at])) continue;
    if (at + 3 < bytes.length && !isWhite(bytes[at + 3])) continue;
    parser.pos = at + 3;
    return;
  }
  parser.pos = bytes.length;
}
