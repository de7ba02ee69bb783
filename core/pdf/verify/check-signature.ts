/** Checks one signature of a PDF, apart from time and trust. */
import type { TrustOptions } from '#core/verification/judge-path.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import { heaviest } from '#core/verification/problems.ts';
import { type SignatureVerdict, unknownSignature } from '#core/verification/verdict.ts';
import type { PdfDocument } from '../read/document.ts';
import { isName } from '../read/objects.ts';
import { type CoveredBytes, readByteRange } from './byte-range.ts';
import { pageOfWidget } from './changes/page-of-widget.ts';
import { type CheckedCms, checkCms } from './check-cms.ts';
import type { Evidence } from './check-timestamps.ts';
import { coverageOf } from './coverage.ts';
import type { FoundSignature } from './find-signatures.ts';
import { judgeChanges, type RevisionComparer } from './judge-changes.ts';
import { type Permissions, readPermissions } from './permissions.ts';
import type { RangeDigest } from './range-digests.ts';
import { readSecurityStore } from './read-security-store.ts';
import { dateOf, textOrNull } from './text-of.ts';

/** Shared by all signatures of a file. */
export interface VerifyContext {
  document: PdfDocument;
  comparer: RevisionComparer;
  digest: RangeDigest;
  options: TrustOptions;
}

/** A signature with what the later steps (time, trust, level) need. */
export interface CheckedSignature {
  found: FoundSignature;
  verdict: SignatureVerdict;
  covered: CoveredBytes;
  cms: CheckedCms | null;
  subFilter: string;
  permissions: Permissions;
  /** Epoch milliseconds, as the signer claims. */
  claimedTime: number | null;
}

/** Checks integrity, coverage, permissions and later changes. Time and trust follow once all time stamps are known. */
export async function checkSignature(
  context: VerifyContext,
  found: FoundSignature,
): Promise<CheckedSignature> {
  const verdict = unknownSignature(found.field.name, found.timestamp ? 'document-timestamp' : 'signature');
  const { view, dict } = found;
  const empty = { permission: null, lock: null, certification: false, broken: false };
  const checked: CheckedSignature = {
    found,
    verdict,
    covered: { ranges: null, end: 0, regular: false, onePiece: false, contents: null, problems: [] },
    cms: null,
    subFilter: '',
    permissions: empty,
    claimedTime: null,
  };
  const add = (...problems: ProblemCode[]) => {
    for (const problem of problems) if (!verdict.problems.includes(problem)) verdict.problems.push(problem);
  };
  verdict.detail.revision = found.revision;
  verdict.detail.pages = pagesOf(found);
  if (found.removed) add('signature-removed');
  if (found.unlisted) add('signature-not-in-form');
  if (!dict) {
    verdict.integrity = false;
    add('signature-dictionary-malformed');
    return checked;
  }
  if (dict.duplicates.some((key) => ['ByteRange', 'Contents', 'Reference', 'SubFilter'].includes(key))) {
    add('signature-duplicate-keys');
  }
  const filter = view.lookup(dict, 'SubFilter');
  checked.subFilter = isName(filter) ? filter.value : '';
  checked.permissions = readPermissions(view, found.field.dict, dict, found.num);
  if (isName(view.lookup(dict, 'Type'), 'DocTimeStamp') && !found.timestamp) add('signature-type-mismatch');
  if (checked.permissions.broken) add('signature-dictionary-malformed');
  checked.covered = readByteRange(context.document, view, dict);
  add(...checked.covered.problems);
  describe(checked);
  // The digest is computed off this thread; compare revisions in the meantime.
  const pending = integrity(context, checked, add);
  coverage(context, checked, add);
  await pending;
  return checked;
}

async function integrity(
  context: VerifyContext,
  checked: CheckedSignature,
  add: (...problems: ProblemCode[]) => void,
): Promise<void> {
  const { covered, found, verdict } = checked;
  if (!covered.contents || !covered.ranges) {
    verdict.integrity = false;
    return;
  }
  if (found.timestamp) return;
  const ranges = covered.ranges;
  checked.cms = await checkCms(found.view, found.dict!, covered.contents, (algorithm) =>
    context.digest(ranges, algorithm),
  );
  verdict.integrity = checked.cms.integrity;
  add(...checked.cms.problems);
  verdict.detail.digestAlgorithm = checked.cms.digestAlgorithm;
  verdict.detail.signatureAlgorithm = checked.cms.signatureAlgorithm;
}

function coverage(
  { document, comparer }: VerifyContext,
  checked: CheckedSignature,
  add: (...problems: ProblemCode[]) => void,
): void {
  const { covered, found, permissions, verdict } = checked;
  const { detail } = verdict;
  detail.coverage = coverageOf(document, covered, found.revision);
  verdict.coversWholeFile = detail.coverage === 'whole-file';
  if (detail.coverage === 'whole-file') {
    verdict.laterChanges = 'none';
    return;
  }
  if (document.recovered) {
    verdict.laterChanges = 'unknown';
    add('changes-unknown');
    return;
  }
  if (detail.coverage !== 'whole-revision') {
    // What is not covered cannot be distinguished from what was signed, so it counts as changed.
    verdict.laterChanges = 'disallowed';
    detail.changeLevel = 'other';
    add('coverage-incomplete');
    return;
  }
  const judged = judgeChanges(comparer, document.revisions.length, found.revision, permissions);
  verdict.laterChanges = judged.laterChanges;
  detail.changeLevel = judged.level;
  detail.changes = judged.changes;
  add(...judged.problems);
}

function describe({ found, permissions, verdict }: CheckedSignature): void {
  const { view } = found;
  const dict = found.dict!;
  const { detail } = verdict;
  detail.reason = textOrNull(view.lookup(dict, 'Reason'));
  detail.location = textOrNull(view.lookup(dict, 'Location'));
  detail.contact = textOrNull(view.lookup(dict, 'ContactInfo'));
  detail.permission = permissions.permission;
  detail.certification = permissions.certification;
  detail.lockedFields = permissions.lock;
}

function pagesOf(found: FoundSignature): number[] {
  const pages = found.field.widgets
    .map((num) => pageOfWidget(found.view, num).page)
    .filter((page) => page !== undefined);
  return [...new Set(pages)].sort((a, b) => a - b);
}

/** The signing time as claimed by the signer: the signed attribute, else /M. */
export function claimedTimeOf({ found, cms }: CheckedSignature): number | null {
  const attribute = cms?.signer?.signed.signingTime;
  if (attribute !== undefined) return attribute;
  return found.dict ? dateOf(found.view.lookup(found.dict, 'M')) : null;
}

/** Certificates and revocation data from the message, the security store and the signed attributes. */
export function evidenceFor(
  { document, options }: VerifyContext,
  checked: CheckedSignature | null,
): Evidence {
  const evidence: Evidence = {
    pool: [...(checked?.cms?.cms?.certificates ?? [])],
    stored: [],
    crls: [],
    ocsps: [],
  };
  // Without trust anchors no path is built.
  if (!options.trustAnchors?.length) return evidence;
  const store = readSecurityStore(document, document);
  const cms = checked?.cms?.cms;
  const archived = checked?.cms?.signer?.signed.adbeRevocation;
  return {
    pool: evidence.pool,
    stored: store?.certificates() ?? [],
    crls: [...(store?.crls() ?? []), ...(cms?.crls ?? []), ...(archived?.crls ?? [])],
    ocsps: [
      ...(store?.ocsps() ?? []),
      ...(cms?.ocsps ?? []),
      ...(cms?.basicOcsps ?? []),
      ...(archived?.ocsps ?? []),
    ],
  };
}

/** Problems that prove content after the signed bytes that no revision of the file accounts for. */
const ADDED: ReadonlySet<ProblemCode> = new Set([
  'incremental-saving-attack',
  'duplicate-objects',
  'file-views-differ',
  'shadow-hide-and-replace',
  'signature-wrapping',
  'signature-removed',
]);

/**
 * Derives the verdict from problems and chain. An invalid signature never reports later changes as none or allowed: it
 * permits nothing, and what it covers is not known to be what was signed.
 */
export function settle(verdict: SignatureVerdict): void {
  const heavy = heaviest(verdict.problems);
  if (
    verdict.integrity === false ||
    heavy === 'fatal' ||
    verdict.laterChanges === 'disallowed' ||
    verdict.chain === 'invalid'
  ) {
    verdict.verdict = 'invalid';
    if (verdict.laterChanges === 'none' || verdict.laterChanges === 'allowed') {
      verdict.laterChanges = verdict.problems.some((problem) => ADDED.has(problem))
        ? 'disallowed'
        : 'unknown';
    }
  } else if (
    verdict.integrity === true &&
    verdict.chain === 'trusted' &&
    heavy === null &&
    verdict.laterChanges !== 'unknown'
  ) {
    verdict.verdict = 'valid';
  } else verdict.verdict = 'indeterminate';
}
