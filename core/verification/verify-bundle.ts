/** Verifies a bundle of evidence (core/evidence): documents, report, trail, and their place in the transparency log. */
import { type Bytes, fromHex, fromUtf8, toHex } from '#core/bytes.ts';
import { consentFiles, EVIDENCE_FORMAT, type EvidenceIndex, REPORTS } from '#core/evidence/bundle.ts';
import { type Checkpoint, openCheckpoint } from '#core/log/checkpoint.ts';
import { leafHash } from '#core/log/merkle-hash.ts';
import { readNoteKey } from '#core/log/signed-note.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { verifyInclusion } from '#core/log/verify-proof.ts';
import { type OfdPackage, openPackage, readFile } from '#core/ofd/package/open-package.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { firstBrokenLink, trailText } from '#core/task/trail.ts';
import type { TrustOptions } from './judge-path.ts';
import { type ProblemCode, problemWeight } from './problems.ts';
import type { FileVerdict, FileVerification, SignatureVerdict } from './verdict.ts';
import { verifyFile } from './verify-file.ts';

/** Opens `bytes` as a bundle; null for any other file, including OFD. */
export function openBundle(bytes: Bytes): OfdPackage | null {
  try {
    const pkg = openPackage(bytes);
    return pkg.files.has('trail.json') && !pkg.files.has('OFD.xml') ? pkg : null;
  } catch {
    return null;
  }
}

/**
 * Verifies a bundle offline: documents and report by their signatures, documents also by the digests in the trail, the
 * trail as a hash chain with the inclusion of each line in the log checkpoint, the checkpoint by the log's key and its
 * time stamp. The result contains the signatures of all files, their names prefixed with `<path>: `. Never throws,
 * whatever the bundle contains.
 *
 * ```ts
 * const bundle = openBundle(bytes);
 * const verdict = bundle && (await verifyBundle(bundle, bytes.length, { time: Date.now(), trustAnchors }));
 * ```
 */
export async function verifyBundle(
  bundle: OfdPackage,
  size: number,
  options: TrustOptions,
): Promise<FileVerification> {
  const problems: ProblemCode[] = [];
  const signatures: SignatureVerdict[] = [];
  const documentTimestamps: SignatureVerdict[] = [];
  const fileOf = (path: string): Bytes | null => {
    try {
      return readFile(bundle, path);
    } catch {
      return null;
    }
  };
  const index = indexOf(fileOf('trail.json'));
  if (!index) problems.push('evidence-broken');
  else problems.push(...(await trailProblems(index, fileOf)));

  const reports = [...new Set([REPORTS[0], ...(index?.reports ?? [])])];
  const inside = [...reports, ...(index?.documents ?? []).map(({ file }) => file)];
  const verdicts: FileVerdict[] = [];
  for (const path of inside) {
    const bytes = fileOf(path);
    if (!bytes) {
      problems.push('evidence-broken');
      continue;
    }
    const result = await verifyFile(bytes, options);
    verdicts.push(result.verdict);
    problems.push(...result.problems.filter((code) => code !== 'file-no-signature'));
    if (reports.includes(path) && ['invalid', 'unsigned', 'error'].includes(result.verdict))
      problems.push('evidence-report-changed');
    const named = (one: SignatureVerdict) => ({ ...one, name: `${path}: ${one.name}` });
    signatures.push(...result.signatures.map(named));
    documentTimestamps.push(...result.documentTimestamps.map(named));
  }
  const found = [...new Set(problems)];
  return {
    format: 'evidence',
    verdict: verdictOf(found, verdicts),
    problems: found,
    signatures,
    documentTimestamps,
    revisions: [],
    changes: [],
    checkedAt: options.time,
    size,
  };
}

function verdictOf(problems: readonly ProblemCode[], inside: readonly FileVerdict[]): FileVerdict {
  const weights = problems.map(problemWeight);
  if (weights.includes('fatal') || inside.includes('invalid') || inside.includes('error')) return 'invalid';
  return weights.includes('doubt') || inside.includes('indeterminate') ? 'indeterminate' : 'valid';
}

function indexOf(bytes: Bytes | null): EvidenceIndex | null {
  try {
    const index = JSON.parse(fromUtf8(bytes ?? new Uint8Array(0))) as EvidenceIndex;
    const complete =
      index.format === EVIDENCE_FORMAT &&
      (index.reports ?? []).every((path) => typeof path === 'string') &&
      index.documents.every(({ file, sha256 }) => typeof file === 'string' && typeof sha256 === 'string') &&
      index.trail.every(({ proof, evidence }) => Array.isArray(proof.path) && typeof evidence === 'object');
    return complete && index.trail.length > 0 ? index : null;
  } catch {
    return null;
  }
}

type FileOf = (path: string) => Bytes | null;

async function trailProblems(index: EvidenceIndex, fileOf: FileOf): Promise<ProblemCode[]> {
  const problems: ProblemCode[] = [];
  const { trail, documents } = index;
  const entries = trail.map(({ proof: _, ...entry }) => entry);
  const texts = entries.map((entry) => fileOf(`trail/${String(entry.seq).padStart(3, '0')}.json`));
  const same = texts.every((text, i) => text && fromUtf8(text) === trailText(entries[i]!));
  const apart = consentFiles(entries).some(({ name, bytes }) => {
    const found = fileOf(name);
    return !found || toHex(found) !== toHex(bytes);
  });
  if (!same || apart || (await firstBrokenLink(entries)) !== null) problems.push('evidence-trail-changed');

  const known = new Set(trail.flatMap(({ evidence }) => Object.values(evidence)));
  for (const { file, sha256 } of documents) {
    const bytes = fileOf(file);
    const digest = bytes && toHex(await digestOf('SHA-256', bytes));
    if (bytes && (digest !== sha256 || !known.has(digest))) problems.push('evidence-document-changed');
  }

  const checkpoint = checkpointOf(index, fileOf);
  if (!checkpoint) return [...problems, 'evidence-checkpoint-invalid'];
  if (!trail.every((entry) => isInLog(entry, checkpoint))) problems.push('evidence-not-in-log');
  if (!(await isStamped(fileOf))) problems.push('evidence-checkpoint-not-stamped');
  return problems;
}

function checkpointOf({ log }: EvidenceIndex, fileOf: FileOf): Checkpoint | null {
  const key = readNoteKey(log.key);
  const source = fileOf('log/checkpoint');
  return key && source && openCheckpoint(fromUtf8(source), key);
}

function isInLog({ hash, proof }: EvidenceIndex['trail'][number], checkpoint: Checkpoint): boolean {
  try {
    const leaf = leafHash(trailLeaf(proof.salt, hash));
    return verifyInclusion(leaf, proof.position, proof.path.map(fromHex), checkpoint);
  } catch {
    return false;
  }
}

/**
 * Whether the time stamp matches this checkpoint and is intact. Its chain is not judged: that is up to whoever trusts
 * its authority.
 */
async function isStamped(fileOf: FileOf): Promise<boolean> {
  const [note, token] = [fileOf('log/checkpoint'), fileOf('log/checkpoint.tst')];
  if (!note || !token) return false;
  try {
    return (await verifyTimestampToken(token, { content: note })).ok;
  } catch {
    return false;
  }
}
