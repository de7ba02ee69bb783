/** How a file came to be, revision by revision, as a person reads it. */
import type { ReportChange, VerificationReport } from './describe-verification.ts';
import type { FileVerification } from './verdict.ts';

export interface TimelineEntry {
  /** From 1. */
  revision: number;
  /** Bytes of the file up to the end of this revision. */
  size: number;
  /** Who signed in it. */
  signers: string[];
  /** Authorities whose document time stamps came with it. */
  stampers: string[];
  /** What it changed after an earlier signature; each change once, and allowed only where every signature allows it. */
  changes: ReportChange[];
}

/** One entry a revision, the oldest first. Empty for a file without revisions (OFD, or not readable). */
export function describeTimeline(result: FileVerification, report: VerificationReport): TimelineEntry[] {
  const cards = [...report.signatures, ...report.documentTimestamps];
  const changes = new Map<number, Map<string, ReportChange>>();
  for (const change of cards.flatMap((card) => card.changes)) {
    const known = changes.get(change.revision) ?? new Map<string, ReportChange>();
    changes.set(change.revision, known);
    const key = JSON.stringify([change.text, change.where, change.detail]);
    const same = known.get(key);
    known.set(key, { ...change, allowed: change.allowed && (same?.allowed ?? true) });
  }
  return result.revisions.map(({ index, end, signatures }) => ({
    revision: index + 1,
    size: end,
    signers: titlesOf(report.signatures, signatures),
    stampers: titlesOf(report.documentTimestamps, signatures),
    changes: [...(changes.get(index + 1)?.values() ?? [])],
  }));
}

const titlesOf = (cards: VerificationReport['signatures'], names: readonly string[]): string[] =>
  cards.filter(({ name }) => names.includes(name)).map(({ title }) => title);
