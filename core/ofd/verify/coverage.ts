import type { OfdPackage } from '#core/ofd/package/open-package.ts';
import { namedFiles } from './named-files.ts';

/** A listed signature with its place in the package. */
export type ListedSignature = {
  /** Path of Signature.xml. */
  path: string;
  valuePath: string | null;
  sealPath: string | null;
  /** Path of the list (Signatures.xml) that names it. */
  listPath: string;
  /** Paths that it protects and that match. */
  protected: ReadonlySet<string>;
  /** Paths that it protects, matching or not. */
  covered: ReadonlySet<string>;
};

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
 * Sorts the entries that signature `index` does not protect. Allowed without protection: the list of signatures,
 * the signature's own files, other signatures' files, and OFD.xml as long as every document that it names is protected.
 */
export function judgeCoverage(
  pkg: OfdPackage,
  root: string,
  signatures: ListedSignature[],
  index: number,
): Coverage {
  const { covered, protected: protectedPaths } = signatures[index]!;
  const lists = new Set(signatures.map((s) => s.listPath));
  const out: Coverage = {
    whole: true,
    unprotected: [],
    added: [],
    rootUnprotected: false,
    otherSignatures: [],
  };
  const open: string[] = [];
  for (const path of pkg.files.keys()) {
    if (covered.has(path) || lists.has(path)) continue;
    const owner = ownerOf(signatures, path);
    if (owner === index) continue;
    if (owner !== undefined) out.otherSignatures.push(path);
    else if (liesBesideSignature(signatures, path)) out.unprotected.push(path);
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

/** Index of the signature whose file it is: one of its three, or another of its folder that it protects itself. */
function ownerOf(signatures: ListedSignature[], path: string): number | undefined {
  const exact = signatures.findIndex((s) => s.path === path || s.valuePath === path || s.sealPath === path);
  const owner =
    exact >= 0 ? exact : signatures.findIndex((s) => s.protected.has(path) && inFolderOf(s, path));
  return owner >= 0 ? owner : undefined;
}

const liesBesideSignature = (signatures: ListedSignature[], path: string): boolean =>
  !/\.xml$/i.test(path) && signatures.some((s) => inFolderOf(s, path));

/** Whether the file lies in the signature's own folder, two levels down at least (Doc_0/Signs/Sign_0). */
function inFolderOf(signature: ListedSignature, path: string): boolean {
  const folder = signature.path.slice(0, signature.path.lastIndexOf('/') + 1);
  return folder.split('/').length > 2 && path.startsWith(folder) && !path.slice(folder.length).includes('/');
}
