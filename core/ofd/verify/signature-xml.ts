import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { findEntry, type OfdPackage, readFile, readXmlFile } from '#core/ofd/package/open-package.ts';
import { child, childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';

/** A protected file as named in Signature.xml. `checkValue` is null if it is not base64. */
export type Reference = { fileRef: string; checkValue: Bytes | null };

/** Signature.xml (GB/T 33190-2016, 18.2), as far as verification needs it. Paths are paths in the package. */
export type SignatureXml = {
  path: string;
  raw: Bytes;
  method: string | null;
  /** As written. */
  dateTime: string | null;
  /** As written; MD5 by default (18.2.2). */
  checkMethod: string;
  references: Reference[];
  /** Ids of the pages with its stamps. */
  pageRefs: string[];
  /** Undefined if no seal is named, null if the named file does not exist. */
  sealPath: string | null | undefined;
  valuePath: string | null;
};

/** Reads Signature.xml. Throws the errors of `readXmlFile`. */
export function readSignatureXml(pkg: OfdPackage, path: string): SignatureXml {
  const root = readXmlFile(pkg, path);
  const info = child(root, 'SignedInfo');
  const references = child(info, 'References');
  const sealLoc = childText(child(info, 'Seal'), 'BaseLoc');
  const valueLoc = childText(root, 'SignedValue');
  return {
    path,
    raw: readFile(pkg, path),
    method: childText(info, 'SignatureMethod') ?? null,
    dateTime: childText(info, 'SignatureDateTime') ?? null,
    checkMethod: references?.attributes.CheckMethod?.trim() || 'MD5',
    references: childrenNamed(references, 'Reference').map((reference) => ({
      fileRef: reference.attributes.FileRef ?? '',
      checkValue: readCheckValue(childText(reference, 'CheckValue')),
    })),
    pageRefs: childrenNamed(info, 'StampAnnot').map((stamp) => stamp.attributes.PageRef ?? ''),
    sealPath: sealLoc === undefined ? undefined : (locateAll(pkg, path, sealLoc)[0] ?? null),
    valuePath: valueLoc === undefined ? null : (locateAll(pkg, path, valueLoc)[0] ?? null),
  };
}

function readCheckValue(text: string | undefined): Bytes | null {
  try {
    return text === undefined ? null : fromBase64(text);
  } catch {
    return null;
  }
}

/**
 * Every file that `loc` in the file `base` may mean to some reader, the most likely first: an absolute path from the
 * root; a relative one from the file, the root or the document's folder. More than one means that readers may differ.
 */
export function locateAll(pkg: OfdPackage, base: string, loc: string): string[] {
  const text = loc.trim().replace(/\\/g, '/');
  if (text === '') return [];
  const folder = base.includes('/') ? base.slice(0, base.lastIndexOf('/')) : '';
  const documentFolder = base.includes('/') ? base.slice(0, base.indexOf('/')) : '';
  const tries = text.startsWith('/') ? [text] : [`${folder}/${text}`, text, `${documentFolder}/${text}`];
  const found = new Set<string>();
  for (const path of tries) {
    try {
      const entry = findEntry(pkg, path);
      if (entry) found.add(entry.path);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }
  return [...found];
}
