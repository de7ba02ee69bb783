import { refuseActive } from '#core/active-content.ts';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { findActiveContent } from '#core/pdf/active/find-active-content.ts';
import { freeFieldNames } from '#core/pdf/prepare/free-field-name.ts';
import { checkPageTree } from '#core/pdf/read/check-page-tree.ts';
import type { PdfDocument } from '#core/pdf/read/document.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isArray, isDict } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages, type PdfPage } from '#core/pdf/read/pages.ts';
import { checkMayReserve, isSigned } from '#core/pdf/sign/check-may-sign.ts';

export interface PageSize {
  widthMm: number;
  heightMm: number;
}

const MM = 25.4 / 72;
const round = (n: number) => Math.round(n * 100) / 100;

/** Size of a page as displayed: cropped, rotated and scaled. */
export function pageSize(page: PdfPage): PageSize {
  const [left, bottom, right, top] = page.cropBox;
  const width = round((right - left) * page.userUnit * MM);
  const height = round((top - bottom) * page.userUnit * MM);
  return page.rotate % 180 === 0
    ? { widthMm: width, heightMm: height }
    : { widthMm: height, heightMm: width };
}

/**
 * Page sizes of an uploaded file. Throws an error to be shown to the person: DOCUMENT_EMPTY, DOCUMENT_NOT_PDF,
 * DOCUMENT_BROKEN, DOCUMENT_PAGES, DOCUMENT_ENCRYPTED, DOCUMENT_CERTIFIED and similar if no signature field may be added,
 * DOCUMENT_ACTIVE if the file executes or carries more than is visible, and any other error of the engine.
 */
export async function documentFacts(bytes: Bytes, fileType: 'PDF' | 'OFD'): Promise<PageSize[]> {
  if (bytes.length === 0) throw new AppError('DOCUMENT_EMPTY');
  if (fileType === 'OFD') return ofdFacts(bytes);
  if (!new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-'))
    throw new AppError('DOCUMENT_NOT_PDF');
  const document = openPdfBytes(bytes);
  // A reconstructed cross-reference table cannot be appended to, and other readers may show something else.
  refuseRecovered(document);
  refuseForeignBase(document);
  if (document.trailer.entries.has('Encrypt')) throw new AppError('DOCUMENT_ENCRYPTED');
  const list = listPages(document);
  const pages = list.map(pageSize);
  refuseRecovered(document);
  if (pages.length === 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'no pages' });
  checkPageTree(document);
  checkMayReserve(document, [freeFieldNames(document, listFields(document))('Signer')]);
  refuseActive(findActiveContent(document), listFields(document).some(isSigned));
  for (const page of list) readDrawn(document, page);
  // An object that was not at its place was found elsewhere by now; other readers show nothing instead, or fail.
  refuseRecovered(document);
  return pages;
}

/** Reads the content of a page and what it draws with. */
function readDrawn(document: PdfDocument, { dict, resources }: PdfPage): void {
  const contents = document.lookup(dict, 'Contents');
  for (const item of isArray(contents) ? contents.items : []) document.resolve(item);
  for (const kind of ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading']) {
    const named = document.lookup(resources, kind);
    if (isDict(named)) for (const value of named.entries.values()) document.resolve(value);
  }
}

function refuseRecovered({ recovered }: PdfDocument): void {
  if (recovered) throw new AppError('DOCUMENT_BROKEN', { reason: 'cross-reference' });
}

/**
 * Refuses a file whose places are counted from bytes before its header, where they are in cross-reference streams. Others
 * count from the header and repair the file; with nothing but streams they find no trailer, and show nothing.
 */
function refuseForeignBase({ base, headerOffset, revisions }: PdfDocument): void {
  if (base !== headerOffset && revisions.some(({ form }) => form === 'stream'))
    throw new AppError('DOCUMENT_BROKEN', { reason: 'cross-reference' });
}

// Loads the OFD engine only when it is needed.
async function ofdFacts(bytes: Bytes): Promise<PageSize[]> {
  const [{ openOfd }, { openVolume, papersOf }, { findActiveOfdContent }, { listSignatures }] =
    await Promise.all([
      import('#core/ofd/model/open-ofd.ts'),
      import('#core/ofd/model/open-volume.ts'),
      import('#core/ofd/active/find-active-content.ts'),
      import('#core/ofd/verify/list-signatures.ts'),
    ]);
  const file = openOfd(bytes);
  const papers = papersOf(openVolume(file));
  const pages = papers.map(({ width, height }) => ({ widthMm: round(width), heightMm: round(height) }));
  if (pages.length === 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'no pages' });
  refuseActive(findActiveOfdContent(file), listSignatures(file).listings.length > 0);
  return pages;
}
