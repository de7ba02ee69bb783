import type { Bytes } from '#core/bytes.ts';
import { AppError, type ErrorName, isAppError } from '#core/errors.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';
import { spend, VERIFY_WORK, withWorkAsync } from '#core/ofd/package/work.ts';
import type { TrustOptions } from '#core/verification/judge-path.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { FileVerdict, FileVerification, SignatureVerdict } from '#core/verification/verdict.ts';
import { unknownSignature } from '#core/verification/verdict.ts';
import type { DigestCache } from './check-references.ts';
import { certificateOrNull } from './check-value.ts';
import { findCovers } from './covered.ts';
import { judgeSignature, signerOf } from './judge-signature.ts';
import { listSignatures, type SignatureListing } from './list-signatures.ts';
import { packageProblems } from './package-problems.ts';
import { pageIndexes } from './page-indexes.ts';
import { type ReadSignature, readSignature } from './read-signature.ts';
import { type ListedSignature, ownedFiles } from './signature-owners.ts';

/** Maximum number of references of all signatures of a file together. */
const MOST_REFERENCES = 200_000;

const FILE_PROBLEMS: Partial<Record<ErrorName, ProblemCode>> = {
  DOCUMENT_EMPTY: 'file-empty',
  DOCUMENT_NOT_OFD: 'file-not-recognized',
  DOCUMENT_ENCRYPTED: 'file-encrypted',
  DOCUMENT_TOO_COMPLEX: 'file-too-complex',
  DOCUMENT_TOO_LARGE: 'file-too-complex',
  DOCUMENT_UNSUPPORTED: 'file-unsupported',
};

const problemOf = (name: ErrorName): ProblemCode => FILE_PROBLEMS[name] ?? 'file-broken';

/**
 * Verifies every signature of an OFD file (GB/T 33190-2016, clause 18): the files that it protects, the value over
 * Signature.xml, the seal, the certificates, and what was added, changed or removed. Never throws for a bad file: the
 * verdict is then `error`. Meanings: docs/verification-ofd.md.
 */
export async function verifyOfd(bytes: Bytes, options: TrustOptions): Promise<FileVerification> {
  const result: FileVerification = {
    format: null,
    verdict: 'error',
    problems: [],
    signatures: [],
    revisions: [],
    documentTimestamps: [],
    changes: [],
    checkedAt: options.time,
    size: bytes.length,
  };
  try {
    const file = openOfd(bytes);
    result.format = 'ofd';
    await withWorkAsync(file.package.work, VERIFY_WORK, () => verifyFile(file, options, result));
  } catch (error) {
    if (!isAppError(error)) throw error;
    result.verdict = 'error';
    result.problems.push(problemOf(error.name));
    // A partial result would be misleading.
    result.signatures = [];
    result.changes = [];
  }
  return result;
}

async function verifyFile(file: OfdFile, options: TrustOptions, result: FileVerification): Promise<void> {
  result.problems.push(...packageProblems(file.package));
  const { listings, missingLists } = listSignatures(file);
  if (missingLists.length > 0) {
    result.problems.push('file-broken');
    return;
  }
  if (listings.length === 0) {
    result.problems.push('file-no-signature');
    result.verdict = result.problems.includes('file-views-differ') ? 'error' : 'unsigned';
    return;
  }
  // A bare value carries no certificate: trust anchors and the given certificates are its possible signers.
  const supplied = [...(options.certificates ?? []), ...(options.trustAnchors ?? [])];
  const candidates = supplied.map(certificateOrNull).filter((c) => c !== null);
  const cache: DigestCache = new Map();
  const read: (ReadSignature | null)[] = [];
  let references = 0;
  for (const listing of listings) {
    const one = await readSignature(file, listing, candidates, cache);
    references += one?.references.total ?? 0;
    if (references > MOST_REFERENCES) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'references' });
    read.push(one);
  }
  const signatures = listings.map((listing, i) => read[i] ?? unreadablePlace(listing));
  const files = ownedFiles(file.package.files.keys(), signatures);
  const pages = pageIndexes(file);
  const covers = findCovers(file);
  const namesOf = new Map(read.flatMap((one) => (one ? [[one.path, signerOf(one)] as const] : [])));
  for (const [i, listing] of listings.entries()) {
    const one = read[i];
    const context = { ...options, signatures, files, pages: pages[listing.body]!, covers, namesOf };
    const verdict = one ? await judgeSignature(file, one, context) : unreadable(listing);
    result.signatures.push(withFileProblems(verdict, result.problems));
  }
  // Throws if the allowance was exceeded on the way: skipped parts have not been verified.
  spend(file.package.work, 0);
  result.changes = result.signatures.at(-1)!.detail.changes;
  result.verdict = worst(result.signatures);
}

/** Location of a signature whose Signature.xml cannot be read. */
const unreadablePlace = (listing: SignatureListing): ListedSignature => ({
  path: listing.path ?? '',
  valuePath: null,
  sealPath: null,
  listPath: listing.listPath,
  protected: new Set(),
  covered: new Set(),
  readable: false,
});

function unreadable(listing: SignatureListing): SignatureVerdict {
  const verdict = unknownSignature(
    listing.path ?? listing.loc,
    listing.type === 'Sign' ? 'signature' : 'seal',
  );
  verdict.verdict = 'invalid';
  verdict.integrity = false;
  verdict.problems.push(listing.path === null ? 'ofd-reference-missing' : 'signature-not-parsable');
  return verdict;
}

function withFileProblems(verdict: SignatureVerdict, problems: ProblemCode[]): SignatureVerdict {
  if (!problems.includes('file-views-differ')) return verdict;
  return {
    ...verdict,
    verdict: 'invalid',
    integrity: false,
    laterChanges: 'disallowed',
    problems: [...verdict.problems, 'file-views-differ'],
  };
}

function worst(signatures: SignatureVerdict[]): FileVerdict {
  if (signatures.some((s) => s.verdict === 'invalid')) return 'invalid';
  return signatures.some((s) => s.verdict === 'indeterminate') ? 'indeterminate' : 'valid';
}
