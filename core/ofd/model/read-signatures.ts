import { addWarning, readXmlFile, resolvePath, tolerate } from '#core/ofd/package/open-package.ts';
import { FILE_WORK, withWork } from '#core/ofd/package/work.ts';
import { child, childrenNamed, childText, descendant } from '#core/ofd/xml/walk-xml.ts';
import { readBox } from './read-values.ts';
import type { OfdDocument, SignatureEntry, StampAnnot } from './types.ts';

const cache = new WeakMap<OfdDocument, SignatureEntry[]>();

/** Maximum number of signatures of a document, and stamps of one signature; further ones are not shown. */
const MOST_SIGNATURES = 1000;
const MOST_STAMPS = 20_000;

/**
 * The signatures of the document (18.1, 18.2) and their stamps, for display. A signature whose file cannot be read has
 * neither value nor stamps; verification is done elsewhere.
 */
export function readSignatures(document: OfdDocument): SignatureEntry[] {
  return withWork(document.package.work, FILE_WORK, () => readList(document));
}

function readList(document: OfdDocument): SignatureEntry[] {
  const known = cache.get(document);
  if (known) return known;
  const entries: SignatureEntry[] = [];
  const listPath = document.body.signatures;
  if (listPath === undefined) {
    cache.set(document, entries);
    return entries;
  }
  const pageIndex = new Map(document.pages.map((page, i) => [page.id, i]));
  try {
    for (const signature of childrenNamed(readXmlFile(document.package, listPath), 'Signature').slice(
      0,
      MOST_SIGNATURES,
    )) {
      const entry: SignatureEntry = {
        id: signature.attributes.ID ?? '',
        type: signature.attributes.Type ?? 'Seal',
        path: resolvePath(document.package, listPath, signature.attributes.BaseLoc ?? ''),
        signedValuePath: undefined,
        sealPath: undefined,
        stamps: [],
      };
      entries.push(entry);
      readSignature(document, entry, pageIndex);
    }
  } catch (error) {
    tolerate(document.package, error, `${listPath} cannot be read`);
  }
  cache.set(document, entries);
  return entries;
}

function readSignature(document: OfdDocument, entry: SignatureEntry, pageIndex: Map<string, number>): void {
  const path = entry.path;
  if (path === undefined) {
    addWarning(document.package, `signature ${entry.id} is not in the package`);
    return;
  }
  try {
    const root = readXmlFile(document.package, path);
    const locate = (loc: string | undefined) =>
      loc === undefined ? undefined : resolvePath(document.package, path, loc);
    entry.signedValuePath = locate(childText(root, 'SignedValue'));
    entry.sealPath = locate(childText(descendant(root, 'SignedInfo', 'Seal'), 'BaseLoc'));
    const stamps = childrenNamed(child(root, 'SignedInfo'), 'StampAnnot').slice(0, MOST_STAMPS);
    entry.stamps = stamps.flatMap((stamp): StampAnnot[] => {
      const boundary = readBox(stamp.attributes.Boundary);
      const pageRef = stamp.attributes.PageRef ?? '';
      if (!boundary) return [];
      return [
        {
          id: stamp.attributes.ID ?? '',
          pageRef,
          pageIndex: pageIndex.get(pageRef),
          boundary,
          clip: readBox(stamp.attributes.Clip),
        },
      ];
    });
  } catch (error) {
    tolerate(document.package, error, `signature ${entry.id} cannot be read`);
  }
}
