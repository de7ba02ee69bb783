import type { OfdPackage } from '#core/ofd/package/open-package.ts';
import { namedFiles } from './named-files.ts';
import type { ListedSignature, OwnedFile } from './signature-owners.ts';

export type Coverage = {
  /** No entry but the signature's own and the list is without protection. */
  whole: boolean;
  /** What may have been there at signing and is not protected: no statement about it can be made. */
  unprotected: string[];
  /** What no protected file names: put in after signing, as far as can be known. */
  added: string[];
  /** OFD.xml is not protected, as many signers leave it; the documents it names are. */
  rootUnprotected: boolean;
  /** Other signatures' files that this one does not protect. */
  otherSignatures: string[];
};

/**
 * Sorts those of `files`, the entries of the package, that `signature` does not protect. Allowed without protection: the list of signatures,
 * the signature's own files, other signatures' files, and OFD.xml as long as every document that it names is protected.
 */
export function judgeCoverage(
  pkg: OfdPackage,
  root: string,
  signature: ListedSignature,
  files: readonly OwnedFile[],
): Coverage {
  const { covered, protected: protectedPaths } = signature;
  const out: Coverage = {
    whole: true,
    unprotected: [],
    added: [],
    rootUnprotected: false,
    otherSignatures: [],
  };
  const open: string[] = [];
  for (const { path, owner, beside } of files) {
    if (owner === signature || covered.has(path)) continue;
    if (owner) out.otherSignatures.push(path);
    else if (beside) out.unprotected.push(path);
    else if (path === root) out.rootUnprotected = true;
    else open.push(path);
  }
  if (open.length > 0) {
    const known = new Set<string>();
    for (const path of protectedPaths)
      if (/\.xml$/i.test(path)) for (const named of namedFiles(pkg, path)) known.add(named);
    for (const path of open) (known.has(path) ? out.unprotected : out.added).push(path);
    // what only an unprotected file names that a protected one names is in the same case
    for (let at = 0; at < out.unprotected.length; at++) {
      const path = out.unprotected[at]!;
      if (!/\.xml$/i.test(path)) continue;
      for (const named of namedFiles(pkg, path)) {
        const place = out.added.indexOf(named);
        if (place < 0) continue;
        out.added.splice(place, 1);
        out.unprotected.push(named);
      }
    }
  }
  out.whole =
    out.unprotected.length === 0 &&
    out.added.length === 0 &&
    out.otherSignatures.length === 0 &&
    !out.rootUnprotected;
  return out;
}
