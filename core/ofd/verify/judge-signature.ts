import type { OfdFile } from '#core/ofd/model/types.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { TrustOptions } from '#core/verification/judge-path.ts';
import { heaviest, type ProblemCode } from '#core/verification/problems.ts';
import {
  type ChangeKind,
  type DocumentChange,
  type LaterChanges,
  type SignatureDetail,
  type SignatureVerdict,
  unknownSignature,
} from '#core/verification/verdict.ts';
import { type Coverage, judgeCoverage } from './coverage.ts';
import type { Cover } from './covered.ts';
import { isSameSeal } from './judge-seal.ts';
import { judgeTrust } from './judge-trust.ts';
import type { ReadSignature } from './read-signature.ts';
import type { ListedSignature, OwnedFile } from './signature-owners.ts';
import { readSignatureDateTime } from './signing-time.ts';

type Context = TrustOptions & {
  /** All listed signatures, in the order of signing. */
  signatures: readonly ListedSignature[];
  files: readonly OwnedFile[];
  /** 0-based page index by page id. */
  pages: Map<string, number>;
  /** Content that the stamps of the file hide. */
  covers: readonly Cover[];
  /** Names of the signers by path of Signature.xml. */
  namesOf: ReadonlyMap<string, string | null>;
};

/** The verdict on `own`, one of the signatures of the context. */
export async function judgeSignature(
  file: OfdFile,
  own: ReadSignature,
  context: Context,
): Promise<SignatureVerdict> {
  const { value, references, xml } = own;
  const out = unknownSignature(own.path, value.level === 'CMS' || !value.seal ? 'signature' : 'seal');
  const problems: ProblemCode[] = [...references.problems, ...value.problems];
  if (references.total === 0) problems.push('ofd-reference-missing');
  problems.push(...judgeSealFile(file, own));

  const coverage = judgeCoverage(file.package, file.root, own, context.files);
  if (coverage.added.length > 0) problems.push('ofd-entry-added');
  if (coverage.unprotected.length > 0) problems.push('ofd-entry-unprotected');
  if (coverage.rootUnprotected) problems.push('ofd-root-unprotected');

  const covers = coversOf(own, context.covers);
  for (const { harmless } of covers)
    problems.push(harmless ? 'seal-over-signed-content' : 'covers-signed-content');

  const claimed = value.time ?? readSignatureDateTime(xml.dateTime);
  spend(file.package.work, pathsOf(own));
  const trust = await judgeTrust(value, claimed, context);
  problems.push(...trust.problems);

  out.integrity = integrityOf(own);
  out.coversWholeFile = coverage.whole && out.integrity === true;
  const hidden = covers.some(({ harmless }) => !harmless);
  out.laterChanges = hidden ? 'disallowed' : laterChangesOf(own, coverage);
  out.chain = trust.chain;
  out.level = value.level;
  out.signer = signerOf(own);
  out.signingTime = trust.time === null ? null : new Date(trust.time).toISOString();
  out.problems = [...new Set(problems)];
  out.verdict = verdictOf(out);
  // If the signature is invalid, the covered content may not be the signed one: changes are never `none` or `allowed`.
  if (out.verdict === 'invalid' && out.laterChanges !== 'disallowed') out.laterChanges = 'unknown';
  out.detail = {
    ...out.detail,
    coverage: coverageOf(own, coverage),
    revision: context.signatures.indexOf(own),
    changes: [...changesOf(own, context, coverage), ...coverChanges(covers, context)],
    changeLevel: changeLevelOf(out.laterChanges),
    timeProven: trust.timeProven,
    timestamps: trust.timestamps,
    certificates: trust.certificates,
    revocation: trust.revocation,
    digestAlgorithm: value.digest,
    signatureAlgorithm: value.algorithm,
    pages: pagesOf(xml.pageRefs, context.pages),
  };
  return out;
}

/** Seal.esl beside the signature must hold the seal that was signed. */
function judgeSealFile(file: OfdFile, { xml, value }: ReadSignature): ProblemCode[] {
  if (xml.sealPath === undefined) return [];
  if (xml.sealPath === null) return ['ofd-reference-missing'];
  if (!value.seal) return [];
  return isSameSeal(readFile(file.package, xml.sealPath), value.seal) ? [] : ['ofd-seal-mismatch'];
}

function integrityOf({ references, value }: ReadSignature): boolean | null {
  const broken = references.changed.length > 0 || references.missing.length > 0 || references.total === 0;
  if (broken && references.comparable) return false;
  if (value.intact === false) return false;
  return references.comparable ? value.intact : null;
}

/** Work units of path building: with cross-certificates the number of paths grows with the square of the pool. */
function pathsOf({ value }: ReadSignature): number {
  const inToken = (value.timestamp?.token.length ?? 0) / 1000;
  return (value.pool.length ** 2 + inToken ** 2) * 1000;
}

/** Coverage for display: entries added later do not lessen what was covered at signing. */
function coverageOf({ references }: ReadSignature, coverage: Coverage): SignatureDetail['coverage'] {
  if (references.total === 0) return 'unclear';
  if (coverage.whole) return 'whole-file';
  return coverage.unprotected.length > 0 || coverage.rootUnprotected ? 'partial' : 'whole-revision';
}

function laterChangesOf({ references }: ReadSignature, coverage: Coverage): LaterChanges {
  if (references.changed.length > 0 || references.missing.length > 0) return 'disallowed';
  if (coverage.added.length > 0) return 'disallowed';
  if (!references.comparable || coverage.unprotected.length > 0 || coverage.rootUnprotected) return 'unknown';
  return coverage.otherSignatures.length > 0 ? 'allowed' : 'none';
}

function changeLevelOf(changes: LaterChanges): 'none' | 'form' | 'other' {
  if (changes === 'none') return 'none';
  return changes === 'allowed' ? 'form' : 'other';
}

/** Maximum number of changes listed per kind; a longer list would not help. */
const MOST_CHANGES = 500;

/** The entries that changed since signing, by name. */
function changesOf(
  own: ReadSignature,
  { signatures, namesOf }: Context,
  coverage: Coverage,
): DocumentChange[] {
  const { references } = own;
  const index = signatures.indexOf(own);
  const change = (kind: ChangeKind, detail: string, problem?: ProblemCode): DocumentChange => ({
    kind,
    level: problem ? 'other' : 'form',
    allowed: problem === undefined,
    revision: signatures.length,
    detail,
    ...(problem ? { problem } : {}),
  });
  const named: [ChangeKind, readonly string[], ProblemCode][] = [
    ['entry-changed', references.changed, 'ofd-reference-digest'],
    ['entry-removed', references.missing, 'ofd-reference-missing'],
    ['entry-added', coverage.added, 'ofd-entry-added'],
    ['entry-unprotected', coverage.unprotected, 'ofd-entry-unprotected'],
  ];
  const changes = named.flatMap(([kind, paths, problem]) =>
    paths.slice(0, MOST_CHANGES).map((path) => change(kind, path, problem)),
  );
  const open = new Set(coverage.otherSignatures);
  signatures.forEach((other, i) => {
    if (i > index && open.has(other.path))
      changes.push({ ...change('signature-added', other.path), ...signed(namesOf, other.path), revision: i });
  });
  return changes;
}

/** The signer of that signature, if known. */
const signed = (namesOf: Context['namesOf'], path: string): { field?: string } => {
  const field = namesOf.get(path);
  return field ? { field } : {};
};

/**
 * Stamps of signatures that this one does not protect, over content that it protects: they were added later, or without
 * its knowledge.
 */
const coversOf = (own: ReadSignature, covers: readonly Cover[]): Cover[] =>
  covers.filter(
    ({ by, hides }) =>
      by !== own.path && !own.covered.has(by) && (hides === own.path || own.covered.has(hides)),
  );

const coverChanges = (covers: readonly Cover[], { signatures, namesOf, pages }: Context): DocumentChange[] =>
  covers.map(({ by, pageId, box, harmless }) => ({
    kind: 'signature-added',
    level: harmless ? 'form' : 'other',
    allowed: harmless,
    revision: Math.max(
      0,
      signatures.findIndex(({ path }) => path === by),
    ),
    detail: by,
    page: (pages.get(pageId) ?? 0) + 1,
    box,
    problem: harmless ? 'seal-over-signed-content' : 'covers-signed-content',
    ...signed(namesOf, by),
  }));

/** The signer's name from its certificate. */
export function signerOf({ value }: ReadSignature): string | null {
  const subject = value.certificate?.subject;
  return subject ? (subject.commonName ?? subject.organization ?? subject.text) : null;
}

function verdictOf({ problems, integrity, chain }: SignatureVerdict): SignatureVerdict['verdict'] {
  const weight = heaviest(problems);
  if (weight === 'fatal' || integrity === false) return 'invalid';
  return weight === null && integrity === true && chain === 'trusted' ? 'valid' : 'indeterminate';
}

/** 1-based page numbers in ascending order. */
function pagesOf(pageRefs: string[], pages: Map<string, number>): number[] {
  const found = pageRefs.map((id) => pages.get(id)).filter((i) => i !== undefined);
  return [...new Set(found)].sort((a, b) => a - b).map((i) => i + 1);
}
