import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { decodePng } from '#core/pdf/draw/decode-png.ts';
import { cleanPicture } from '#core/realname/clean-picture.ts';
import { documentFacts, type PageSize } from './document-facts.ts';
import type { UploadType } from './upload-types.ts';

/**
 * Pages of an uploaded file; of a docx and of a picture none. Throws what is wrong with it: what `documentFacts` throws,
 * DOCUMENT_NOT_DOCX, PICTURE_TYPE_WRONG, PICTURE_DIMENSIONS.
 */
export async function uploadFacts(bytes: Bytes, type: UploadType): Promise<PageSize[]> {
  if (type === 'PDF' || type === 'OFD') return documentFacts(bytes, type);
  if (type === 'DOCX') await checkDocx(bytes);
  else checkPicture(bytes, type);
  return [];
}

const MAIN_PART =
  /ContentType\s*=\s*["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/;
const CONTENT_TYPES = '[Content_Types].xml';

/**
 * Whether a file is a docx by its content (ISO/IEC 29500-2, 10.1.2.2): a zip whose content types name a Word document as
 * its main part. A doc, a template and a document with macros are none.
 */
async function checkDocx(bytes: Bytes): Promise<void> {
  const { openPackage, readFile, findEntry } = await import('#core/ofd/package/open-package.ts');
  try {
    const zip = openPackage(bytes);
    const entry = findEntry(zip, CONTENT_TYPES);
    if (entry && entry.size <= 1024 * 1024) {
      const text = new TextDecoder().decode(readFile(zip, CONTENT_TYPES));
      if (MAIN_PART.test(text)) return;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.name === 'DOCUMENT_ENCRYPTED' || error.name === 'DOCUMENT_TOO_COMPLEX') throw error;
  }
  throw new AppError('DOCUMENT_NOT_DOCX');
}

/** A picture that can be drawn into a file. */
function checkPicture(bytes: Bytes, type: 'PNG' | 'JPEG'): void {
  cleanPicture(bytes, [type]);
  if (type === 'JPEG') return;
  try {
    decodePng(bytes);
  } catch (error) {
    if (error instanceof AppError && error.name === 'DOCUMENT_TOO_LARGE')
      throw new AppError('PICTURE_DIMENSIONS', { min: 16, max: 2_400 });
    throw error instanceof AppError ? new AppError('PICTURE_TYPE_WRONG') : error;
  }
}
