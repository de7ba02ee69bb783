import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { pictureAlone } from '#core/realname/clean-picture.ts';
import type { FlatBlock } from '#core/template/body.ts';
import { findPart, resolveTarget } from '../open-docx.ts';
import type { ImportedPicture, Importing } from './importing.ts';

/** English Metric Units of a millimetre. */
const EMU = 36_000;
const LONGEST_ALT = 200;

const find = (element: XmlElement, name: string): XmlElement | undefined => {
  for (const inner of element.children) {
    if (inner.name === name) return inner;
    const below = find(inner, name);
    if (below) return below;
  }
  return undefined;
};

/**
 * Removes metadata, which every recipient of the document could read. A picture without revealing metadata is kept
 * unchanged. Undefined if the bytes are neither PNG nor JPEG.
 */
function readAlone(bytes: Bytes): ImportedPicture | undefined {
  try {
    const { type, bytes: alone, tells } = pictureAlone(bytes, ['PNG', 'JPEG']);
    return { bytes: tells ? alone : bytes, type: type === 'PNG' ? 'PNG' : 'JPEG' };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The picture of a `w:drawing`, identified by its path in the package until its digest is known. Undefined if it is
 * external or neither PNG nor JPEG.
 */
export function readPicture(
  importing: Importing,
  drawing: XmlElement,
  align: 'left' | 'centre' | 'right' | null,
): (FlatBlock & { type: 'picture' }) | undefined {
  const { docx, part, relations, pictures } = importing;
  const relation = relations.get(find(drawing, 'blip')?.attributes.embed ?? '');
  if (!relation || relation.external) return undefined;
  const path = findPart(docx.pkg, resolveTarget(part.path, relation.target));
  if (path === undefined) return undefined;
  const known = pictures.get(path);
  const picture = known ?? readAlone(readFile(docx.pkg, path));
  if (!picture) return undefined;
  pictures.set(path, picture);
  const extent = find(drawing, 'extent')?.attributes ?? {};
  const mm = (emu: string | undefined) =>
    Math.min(400, Math.max(1, Math.round((Number(emu) / EMU) * 10) / 10 || 40));
  const alt = find(drawing, 'docPr')?.attributes.descr ?? '';
  return {
    type: 'picture',
    attrs: {
      file: path,
      width: mm(extent.cx),
      height: mm(extent.cy),
      alt: alt.slice(0, LONGEST_ALT),
      align,
    },
  };
}
