import type { Matrix } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isRef,
  isStream,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfStream,
  withEntries,
  withItems,
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { isKeyword, Parser } from '../read/parser.ts';
import { contentOf, skipInlineImage } from '../text/page-content.ts';
import type { Increment } from '../write/increment.ts';
import { formatNumber, latin1 } from '../write/serialize.ts';

/** A form drawn over a page, with the matrix to page units. */
export interface Overlay {
  readonly form: PdfRef;
  readonly matrix: Matrix;
  /** Draws the form below the page's content. */
  readonly under?: true;
  /** Content without meaning of its own, such as a watermark: marked as an artifact in a tagged file (14.8.2.2). */
  readonly artifact?: true;
  /** Its number as content of a Form element of a tagged file (14.7.4.2). */
  readonly mcid?: number;
}

/**
 * Draws forms over a page. The old content is wrapped in q and Q, so that its graphics state does not affect them; only
 * /Contents and the XObject resources of the page change. Throws DOCUMENT_CANNOT_APPEND if the page is a direct object,
 * DOCUMENT_BROKEN, and DOCUMENT_TOO_COMPLEX if more than 256 states would have to be saved.
 */
export function overlayPage(
  document: PdfDocument,
  increment: Increment,
  page: PdfPage,
  overlays: readonly Overlay[],
  tagged = false,
): void {
  if (overlays.length === 0) return;
  if (!page.ref) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'page' });
  const dict = increment.get(page.ref);
  if (!isDict(dict)) throw new AppError('DOCUMENT_BROKEN', { reason: 'page' });
  const known = document.lookup(page.resources, 'XObject');
  let names = isDict(known) ? known : pdfDict();
  let below = '';
  let content = '';
  for (const { form, matrix, under, artifact, mcid } of overlays) {
    let n = 0;
    while (names.entries.has(`Sg${n}`)) n++;
    names = withEntries(names, { [`Sg${n}`]: form });
    const drawn = `q ${matrix.map((v) => formatNumber(v)).join(' ')} cm /Sg${n} Do Q\n`;
    const tag = mcid !== undefined ? `/Form <</MCID ${mcid}>> BDC` : '/Artifact BMC';
    const marked = tagged && (artifact || mcid !== undefined) ? `${tag}\n${drawn}EMC\n` : drawn;
    if (under) below += marked;
    else content += marked;
  }
  const contents = dict.entries.get('Contents') ?? null;
  const resolved = document.resolve(contents);
  const old: PdfObject[] = isArray(resolved)
    ? resolved.items
    : isRef(contents) && resolved !== null
      ? [contents]
      : [];
  const { end, lowest } = balanceOf(document, old);
  // Saves as many states in front as unbalanced Q operators restore, and closes all open ones before the marks.
  const saved = 1 - lowest;
  if (saved > 256 || saved + end > 512) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'content' });
  const before = increment.add(pdfStream(pdfDict(), latin1(`${below}${'q\n'.repeat(saved)}`)));
  const after = increment.add(pdfStream(pdfDict(), latin1(`\n${'Q\n'.repeat(saved + end)}${content}`)));
  increment.set(
    page.ref,
    withEntries(dict, {
      Contents: isArray(resolved)
        ? withItems(resolved, [before, ...old, after])
        : pdfArray(before, ...old, after),
      Resources: withEntries(page.resources, { XObject: names }),
    }),
  );
}

/** Balance of the graphics state stack: the level at the end of the content, and the lowest level. */
function balanceOf(document: PdfDocument, contents: readonly PdfObject[]): { end: number; lowest: number } {
  let level = 0;
  let lowest = 0;
  for (const item of contents) {
    const stream = document.resolve(item);
    if (!isStream(stream)) continue;
    const parser = new Parser(contentOf(document, stream), 0, undefined, false);
    for (;;) {
      const token = parser.next();
      if (!isKeyword(token)) continue;
      if (token.value === '') break;
      // Skips the data of inline images, where bytes that look like q would be counted.
      if (token.value === 'ID') skipInlineImage(parser);
      else if (token.value === 'q') level++;
      else if (token.value === 'Q') lowest = Math.min(lowest, --level);
    }
  }
  return { end: level, lowest };
}
