import { AppError } from '#core/errors.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';
import { readXmlFile } from '#core/ofd/package/open-package.ts';
import { childrenNamed, childText } from '#core/ofd/xml/walk-xml.ts';
import { locateAll } from './signature-xml.ts';

/** More signatures than any contract has; verifying each takes several signature checks. */
const MOST_SIGNATURES = 300;

/** A signature as listed in Signatures.xml. `path` is null if the named file is not in the package. */
export type SignatureListing = {
  id: string;
  type: string;
  path: string | null;
  /** As written. */
  loc: string;
  listPath: string;
  /** Index of the document in OFD.xml. */
  body: number;
};

export type SignatureList = {
  listings: SignatureListing[];
  /** Lists that OFD.xml names but the package lacks. */
  missingLists: string[];
};

/**
 * All signatures of all documents of the file, in the order of their lists (GB/T 33190-2016, 18.1). Throws the errors
 * of `readXmlFile`, because an unreadable list must not look like an unsigned file, and DOCUMENT_TOO_COMPLEX for more
 * than 300 signatures.
 */
export function listSignatures(file: OfdFile): SignatureList {
  const out: SignatureList = { listings: [], missingLists: [] };
  const seen = new Set<string>();
  childrenNamed(readXmlFile(file.package, file.root), 'DocBody').forEach((element, body) => {
    const loc = childText(element, 'Signatures');
    if (loc === undefined) return;
    const listPath = locateAll(file.package, file.root, loc)[0];
    if (listPath === undefined) {
      out.missingLists.push(loc);
      return;
    }
    for (const signature of childrenNamed(readXmlFile(file.package, listPath), 'Signature')) {
      const base = signature.attributes.BaseLoc ?? '';
      const path = locateAll(file.package, listPath, base)[0] ?? null;
      if (path !== null && seen.has(path)) continue;
      if (path !== null) seen.add(path);
      if (out.listings.length >= MOST_SIGNATURES)
        throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'signatures' });
      out.listings.push({
        id: signature.attributes.ID ?? '',
        type: signature.attributes.Type ?? 'Seal',
        path,
        loc: base,
        listPath,
        body,
      });
    }
  });
  return out;
}
