import { sameBytes } from '#core/bytes.ts';
import type { Certificate } from '../certificate/certificate.ts';

/** Maximum length of a path, number of paths, and search steps; real chains have four certificates and two paths. */
const MAX_LENGTH = 16;
const MAX_PATHS = 100;
const MAX_STEPS = 2000;

export type FoundPaths = {
  /** Each path from the end certificate to the anchor; the shortest first. */
  readonly paths: readonly (readonly Certificate[])[];
  /** The longest chain by names that reaches no anchor. */
  readonly partial: readonly Certificate[];
  readonly tooComplex: boolean;
};

/** All chains by names from `leaf` to an anchor. Signatures are not verified yet. */
export function buildPaths(
  leaf: Certificate,
  pool: readonly Certificate[],
  anchors: readonly Certificate[],
): FoundPaths {
  const paths: Certificate[][] = [];
  let partial: Certificate[] = [leaf];
  let steps = 0;
  const extend = (path: Certificate[]): void => {
    if (++steps > MAX_STEPS || paths.length >= MAX_PATHS) return;
    const top = path.at(-1)!;
    if (path.length > partial.length) partial = path;
    for (const anchor of issuersOf(top, anchors)) if (!isSame(anchor, top)) paths.push([...path, anchor]);
    if (path.length >= MAX_LENGTH) return;
    for (const issuer of issuersOf(top, pool)) {
      const known = path.some((c) => isSameHolder(c, issuer)) || anchors.some((a) => isSameHolder(a, issuer));
      if (!known) extend([...path, issuer]);
    }
  };
  if (anchors.some((anchor) => isSame(anchor, leaf))) paths.push([leaf]);
  extend([leaf]);
  return {
    paths: paths.sort((a, b) => a.length - b.length),
    partial,
    tooComplex: steps > MAX_STEPS || paths.length >= MAX_PATHS,
  };
}

/** Candidates whose subject is the issuer of `certificate`; those with the matching key identifier come first. */
function issuersOf(certificate: Certificate, candidates: readonly Certificate[]): Certificate[] {
  const named = candidates.filter((c) => c.subject.key === certificate.issuer.key);
  const wanted = certificate.extensions.authorityKeyIdentifier?.keyIdentifier;
  if (!wanted || named.length < 2) return named;
  const isNamed = (c: Certificate): number =>
    c.extensions.subjectKeyIdentifier && sameBytes(c.extensions.subjectKeyIdentifier, wanted) ? 0 : 1;
  return named.sort((a, b) => isNamed(a) - isNamed(b));
}

const isSame = (a: Certificate, b: Certificate): boolean => sameBytes(a.der, b.der);

/** Same name and key: passing through it again is useless. */
const isSameHolder = (a: Certificate, b: Certificate): boolean =>
  a.subject.key === b.subject.key && sameBytes(a.publicKey.spki, b.publicKey.spki);
