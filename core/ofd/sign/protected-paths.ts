import { AppError, isAppError } from '#core/errors.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';
import { listSignatures } from '#core/ofd/verify/list-signatures.ts';
import { locateAll, readSignatureXml } from '#core/ofd/verify/signature-xml.ts';

/**
 * Throws DOCUMENT_CANNOT_APPEND if one of `paths` is protected by an existing signature, or if a signature cannot be
 * read, so that the files it protects are unknown; DOCUMENT_BROKEN if the list of signatures is missing.
 */
export function refuseProtected(file: OfdFile, paths: Iterable<string>): void {
  const wanted = new Set(paths);
  const { listings, missingLists } = listSignatures(file);
  if (missingLists.length > 0)
    throw new AppError('DOCUMENT_BROKEN', { reason: 'the list of signatures is missing' });
  for (const { path, loc } of listings) {
    if (path === null)
      throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: `signature ${loc} is missing` });
    for (const found of referencesOf(file, path))
      if (wanted.has(found))
        throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: `${found} is protected by ${path}` });
  }
}

function referencesOf(file: OfdFile, path: string): string[] {
  try {
    const { references } = readSignatureXml(file.package, path);
    return references.flatMap(({ fileRef }) => locateAll(file.package, path, fileRef));
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: `signature ${path} cannot be read` });
  }
}
