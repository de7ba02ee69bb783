import { sameBytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { type OfdPackage, readFile } from '#core/ofd/package/open-package.ts';
import { isSpent, spend } from '#core/ofd/package/work.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { WEAK_DIGESTS } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import { checkMethodOf } from './check-method.ts';
import { locateAll, type SignatureXml } from './signature-xml.ts';

export type CheckedReferences = {
  total: number;
  intact: number;
  /** Paths whose digest matches. */
  protected: Set<string>;
  /** Paths whose digest does not match. */
  changed: string[];
  /** References as written for which no file exists. */
  missing: string[];
  /** False if the digest algorithm is unknown, so that nothing could be compared. */
  comparable: boolean;
  problems: ProblemCode[];
};

/** Work units per reference. */
const REFERENCE = 120;
/** Work units per byte; digests computed by the platform are cheap. */
const HASHED: Partial<Record<DigestAlgorithm, number>> = {
  'SHA-1': 0.2,
  'SHA-256': 0.3,
  'SHA-384': 0.3,
  'SHA-512': 0.3,
  MD5: 2,
};
const HASHED_HERE = 1.2;

/** Digests already computed, by file, so that each is computed once for all signatures. */
export type DigestCache = Map<string, Promise<Uint8Array | null>>;

/** Compares the digest of every reference with the file it names (GB/T 33190-2016, 18.2.2). */
export async function checkReferences(
  pkg: OfdPackage,
  signature: SignatureXml,
  cache: DigestCache,
): Promise<CheckedReferences> {
  const out: CheckedReferences = {
    total: signature.references.length,
    intact: 0,
    protected: new Set(),
    changed: [],
    missing: [],
    comparable: true,
    problems: [],
  };
  const method = checkMethodOf(signature.checkMethod);
  if (!method) return { ...out, comparable: false, problems: ['digest-unsupported'] };
  if (WEAK_DIGESTS.has(method)) out.problems.push('weak-digest');
  spend(pkg.work, signature.references.length * REFERENCE);
  for (const { fileRef, checkValue } of signature.references) {
    // If readers may resolve the path to different files, each of them has to match.
    const paths = locateAll(pkg, signature.path, fileRef);
    if (paths.length === 0) {
      out.missing.push(fileRef);
      continue;
    }
    let matches = checkValue !== null;
    for (const path of paths) {
      const digest = await digestOfFile(pkg, path, method, cache);
      const same = digest !== null && checkValue !== null && sameBytes(digest, checkValue);
      if (same) out.protected.add(path);
      else out.changed.push(path);
      matches &&= same;
    }
    if (matches) out.intact++;
  }
  for (const path of out.changed) out.protected.delete(path);
  if (out.missing.length > 0) out.problems.push('ofd-reference-missing');
  if (out.changed.length > 0) out.problems.push('ofd-reference-digest');
  return out;
}

/** The digest, or null if the file cannot be unpacked. */
function digestOfFile(
  pkg: OfdPackage,
  path: string,
  method: DigestAlgorithm,
  cache: DigestCache,
): Promise<Uint8Array | null> {
  const key = `${method} ${path}`;
  const known = cache.get(key);
  if (known) return known;
  const computed = (async () => {
    try {
      const bytes = readFile(pkg, path);
      spend(pkg.work, bytes.length * (HASHED[method] ?? HASHED_HERE));
      return await digestOf(method, bytes);
    } catch (error) {
      if (!isAppError(error) || isSpent(pkg.work)) throw error;
      return null;
    }
  })();
  cache.set(key, computed);
  return computed;
}
