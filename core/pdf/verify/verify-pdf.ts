/** Verifies all signatures of a PDF file. docs/verification.md describes the checks and the meaning of each code. */
import type { ActiveKind } from '#core/active-content.ts';
import type { Bytes } from '#core/bytes.ts';
import { AppError, type ErrorName, isAppError } from '#core/errors.ts';
import type { TrustOptions } from '#core/verification/judge-path.ts';
import { heaviest, type ProblemCode } from '#core/verification/problems.ts';
import type { FileVerdict, FileVerification, SignatureVerdict } from '#core/verification/verdict.ts';
import { findActiveContent } from '../active/find-active-content.ts';
import type { PdfDocument } from '../read/document.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { createReferences } from './changes/references.ts';
import { type CheckedSignature, checkSignature, settle, type VerifyContext } from './check-signature.ts';
import { type FoundSignature, findSignatures } from './find-signatures.ts';
import { RevisionComparer } from './judge-changes.ts';
import { judgeDocumentStamp, judgeTrust } from './judge-trust.ts';
import { rangeDigests } from './range-digests.ts';
import { checkStrayBytes } from './stray-bytes.ts';
import { hasKeysTwice } from './written-twice.ts';

const FILE_PROBLEMS: Partial<Record<ErrorName, ProblemCode>> = {
  DOCUMENT_EMPTY: 'file-empty',
  DOCUMENT_NOT_PDF: 'file-not-recognized',
  DOCUMENT_ENCRYPTED: 'file-encrypted',
  DOCUMENT_TOO_COMPLEX: 'file-too-complex',
  DOCUMENT_TOO_LARGE: 'file-too-complex',
  DOCUMENT_UNSUPPORTED: 'file-unsupported',
};

/** Never throws, whatever the file contains: a file that cannot be read gets the verdict `error`. */
export async function verifyPdf(bytes: Bytes, options: TrustOptions): Promise<FileVerification> {
  const result: FileVerification = {
    format: null,
    verdict: 'error',
    problems: [],
    signatures: [],
    documentTimestamps: [],
    revisions: [],
    changes: [],
    checkedAt: options.time,
    size: bytes.length,
  };
  try {
    const document = openPdfBytes(bytes);
    result.format = 'pdf';
    // Without the password neither names nor changes can be read.
    if (document.encryption && !document.encryption.opened) throw new AppError('DOCUMENT_ENCRYPTED');
    await verifyDocument(document, bytes, options, result);
  } catch (error) {
    const problem: ProblemCode = isAppError(error)
      ? (FILE_PROBLEMS[error.name] ?? 'file-broken')
      : 'file-broken';
    if (!isAppError(error) && !(error instanceof RangeError)) throw error;
    fail(result, problem);
  }
  return result;
}

/** Verification was aborted: no signature found so far may be reported as valid. */
function fail(result: FileVerification, problem: ProblemCode): void {
  result.verdict = 'error';
  result.problems.push(problem);
  for (const signature of result.signatures) {
    signature.problems.push(problem);
    settle(signature);
  }
}

async function verifyDocument(
  document: PdfDocument,
  bytes: Bytes,
  options: TrustOptions,
  result: FileVerification,
): Promise<void> {
  // `recovered` may become true later because of one broken entry; the revisions are then still those of the file.
  const rebuilt = document.recovered;
  const references = createReferences(document);
  const last = document.revisions.length - 1;
  const { fields, found } = findSignatures(document, (num) => references.lastWritten(num, last));
  const context: VerifyContext = {
    document,
    comparer: new RevisionComparer(document, references),
    digest: rangeDigests(bytes, found.length),
    options,
  };
  const checked = await checkAll(context, found, bytes.length);
  const doubles = new Set(fields.duplicates);
  for (const { verdict } of checked) if (doubles.has(verdict.name)) verdict.problems.push('duplicate-fields');
  sharedValues(checked);
  sharedRanges(checked);

  const stamps = [];
  for (const item of checked.filter(({ found: { timestamp } }) => timestamp)) {
    stamps.push(await judgeDocumentStamp(context, item));
  }
  const signatures = checked.filter(({ found: { timestamp } }) => !timestamp);
  for (const item of signatures) await judgeTrust(context, item, stamps);

  const keysTwice = checked.length > 0 && hasKeysTwice(document, fields);
  const own = fileProblems(document, bytes, checked, rebuilt);
  for (const { verdict } of checked) {
    // Bytes that two readers interpret differently invalidate every signature before them.
    for (const problem of own.views) if (!verdict.coversWholeFile) verdict.problems.push(problem);
    if (document.recovered) verdict.problems.push('file-recovered');
    if (keysTwice && !verdict.problems.includes('duplicate-keys')) verdict.problems.push('duplicate-keys');
    settle(verdict);
  }
  result.problems.push(...own.all);
  result.signatures = signatures.map(({ verdict }) => verdict);
  result.documentTimestamps = stamps.map((stamp) => stamp.checked.verdict);
  result.revisions = document.revisions.map((revision) => ({
    index: revision.index,
    end: revision.end,
    signatures: checked
      .filter((item) => item.found.revision === revision.index)
      .map((item) => item.verdict.name),
  }));
  if (result.signatures.length === 0) result.problems.push('file-no-signature');
  result.problems.push(...activeContent(document));
  brokenStamps(result);
  result.verdict = fileVerdict(result);
}

/** Kinds that are not listed here act only on request of the person, and are reported at upload. */
const ACTIVE: Partial<Record<ActiveKind, ProblemCode>> = {
  javascript: 'active-javascript',
  launch: 'active-launch',
  attachment: 'embedded-files',
  xfa: 'form-xfa',
};

/** Notes on active content; they do not affect the validity of the signatures. */
function activeContent(document: PdfDocument): ProblemCode[] {
  try {
    return findActiveContent(document).flatMap(({ kind }) => ACTIVE[kind] ?? []);
  } catch (error) {
    // A page tree too deep to be listed does not affect signatures that were judged without it.
    if (isAppError(error)) return [];
    throw error;
  }
}

/** Maximum number of bytes copied at once for hashing. */
const AT_ONCE = 32_000_000;

/**
 * Checks all signatures concurrently, so that hashing overlaps with comparing revisions; sequentially if that takes too
 * much memory.
 */
async function checkAll(
  context: VerifyContext,
  found: readonly FoundSignature[],
  size: number,
): Promise<CheckedSignature[]> {
  if (found.length * size <= AT_ONCE) return Promise.all(found.map((item) => checkSignature(context, item)));
  const checked: CheckedSignature[] = [];
  for (const item of found) checked.push(await checkSignature(context, item));
  return checked;
}

/** Reports a signature dictionary that several fields share. */
function sharedValues(checked: readonly CheckedSignature[]): void {
  const owners = new Map<number, CheckedSignature[]>();
  for (const item of checked) {
    if (item.found.num !== null) owners.set(item.found.num, [...(owners.get(item.found.num) ?? []), item]);
  }
  for (const items of owners.values()) {
    if (items.length > 1) for (const item of items) item.verdict.problems.push('signature-shared');
  }
}

/** Reports a ByteRange that repeats that of an earlier signature: the later one covers nothing of its own. */
function sharedRanges(checked: readonly CheckedSignature[]): void {
  const seen = new Set<string>();
  for (const { covered, verdict } of checked) {
    const key = covered.ranges?.join(' ');
    if (key === undefined) continue;
    if (seen.has(key)) verdict.problems.push('byterange-duplicate');
    seen.add(key);
  }
}

/** Stray bytes that the signature covers, or that no program reads as an object. */
const HARMLESS: ReadonlySet<ProblemCode> = new Set(['file-trailing-data', 'unlisted-objects']);

function fileProblems(
  document: PdfDocument,
  bytes: Bytes,
  checked: readonly CheckedSignature[],
  rebuilt: boolean,
): { all: ProblemCode[]; views: ProblemCode[] } {
  const all: ProblemCode[] = [];
  if (document.recovered) all.push('file-recovered');
  if (document.headerOffset > 0) all.push('file-header-misplaced');
  if (document.revisions.some((revision) => revision.form === 'hybrid')) all.push('file-hybrid-xref');
  const ends = checked.filter(({ covered }) => covered.regular).map(({ covered }) => covered.end);
  if (ends.length === 0) return { all, views: [] };
  const appended = rebuilt ? [] : checkStrayBytes(document, bytes, Math.min(...ends));
  return {
    all: [...all, ...appended],
    views: appended.filter((problem) => !HARMLESS.has(problem)),
  };
}

/** A broken document time stamp means that what it covers has changed. */
function brokenStamps(result: FileVerification): void {
  for (const stamp of result.documentTimestamps) {
    if (stamp.integrity === true) continue;
    if (!result.problems.includes('timestamp-broken')) result.problems.push('timestamp-broken');
  }
}

/** Invalid outweighs indeterminate, which outweighs valid; problems of the file itself count too. */
function fileVerdict(result: FileVerification): FileVerdict {
  const verdicts = new Set(result.signatures.map((signature: SignatureVerdict) => signature.verdict));
  if (verdicts.size === 0) return 'unsigned';
  const heavy = heaviest(result.problems);
  if (verdicts.has('invalid') || heavy === 'fatal') return 'invalid';
  return verdicts.has('indeterminate') || heavy === 'doubt' ? 'indeterminate' : 'valid';
}
