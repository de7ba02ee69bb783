import type { Bytes } from '#core/bytes.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { AttachmentType } from '#core/task/plan.ts';
import { mostBytes } from '#core/task/upload-types.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { lossesOf } from '../../../parts/active/losses-of.ts';
import { readPicture } from '../../../parts/picture/read-picture.ts';
import { keepFile } from '../../../parts/room/file-box.ts';

export interface ChosenFile {
  fileKey: string;
  fileName: string;
  size: number;
  pages: { widthMm: number; heightMm: number }[];
  /** Conformance claims that the file loses when signature fields are added. */
  losses: ConformanceLoss[];
}

/**
 * Checks a chosen file before anything is sent, with the same check as the Worker's. Stores it on the device under its
 * digest. Throws an AppError if the file is rejected.
 */
export async function readChosenFile(
  file: File,
  fileType: 'PDF' | 'OFD',
  maxBytes: number = LIMITS.fileBytes,
): Promise<ChosenFile> {
  if (file.size === 0) throw new AppError('DOCUMENT_EMPTY');
  if (file.size > maxBytes) throw new AppError('DOCUMENT_TOO_LARGE', { max: maxBytes / 1048576 });
  const bytes: Bytes = new Uint8Array(await file.arrayBuffer());
  const { documentFacts } = await import('#core/task/document-facts.ts');
  const pages = await documentFacts(bytes, fileType);
  const fileKey = await sha256Hex(bytes);
  await keepFile(fileKey, bytes);
  const fileName = withoutHidden(file.name);
  return { fileKey, fileName, size: file.size, pages, losses: await lossesOf(bytes, fileType) };
}

/**
 * Checks an attachment: a PDF or OFD by the rules for documents, a picture with its location and time metadata removed.
 * Stored on the device like documents. Throws the AppError of the check, or ATTACHMENT_TYPE_WRONG.
 */
export async function readChosenAttachment(
  file: File,
  maxBytes: number = LIMITS.fileBytes,
): Promise<Omit<ChosenFile, 'losses'> & { fileType: AttachmentType }> {
  const [, ending] = /\.([^.]+)$/.exec(file.name.toLowerCase()) ?? [];
  if (ending === 'pdf' || ending === 'ofd') {
    const fileType = ending === 'pdf' ? 'PDF' : 'OFD';
    const { losses: _, ...chosen } = await readChosenFile(file, fileType, maxBytes);
    return { ...chosen, fileType };
  }
  if (!['png', 'jpg', 'jpeg'].includes(ending ?? '')) throw new AppError('ATTACHMENT_TYPE_WRONG');
  if (file.size === 0) throw new AppError('DOCUMENT_EMPTY');
  const { file: fileKey, bytes, type: fileType } = await readPicture(file);
  const most = mostBytes(fileType, maxBytes);
  if (bytes.length > most) throw new AppError('DOCUMENT_TOO_LARGE', { max: most / 1048576 });
  await keepFile(fileKey, bytes);
  return { fileKey, fileName: withoutHidden(file.name), size: bytes.length, pages: [], fileType };
}
