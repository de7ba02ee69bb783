import type { OfdPackage } from '#core/ofd/package/open-package.ts';
import { namedFiles } from './named-files.ts';
import type { ListedSignature, OwnedFile } from './signature-owners.ts';

export type Coverage = {
  /** Every entry is protected except the signature's own files and the list of signatures. */
  whole: boolean;
  /** Not protected, but possibly there at the time of signing: no statement about them can be made. */
  unprotected: string[];
  /** Not named by any protected file: added after signing, as far as can be known. */
  added: string[];
  /** OFD.xml itself is not protected, as with many signers; documents that it names are judged like other files. */
  rootUnprotected: boolean;
  /** Other signatures' files that this one does not protect. */
  otherSignatures: string[];
};

/**
 * Classifies the entries in `files` that `signature` does not protect. Allowed to be unprotected: the list of
 * signatures, the signature's own files, other signatures' files, and OFD.xml if every document it names is protected.
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
    // Files named only by an unprotected file that a protected file names are unprotected, too.
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
