/** The history of a file, revision by revision, for display. */
import type { ReportChange, VerificationReport } from './describe-verification.ts';
import type { FileVerification } from './verdict.ts';

export interface TimelineEntry {
  /** Counted from 1. */
  revision: number;
  /** Size of the file in bytes at the end of this revision. */
  size: number;
  /** Titles of the signatures that it added. */
  signers: string[];
  /** Authorities of the document time stamps that it added. */
  stampers: string[];
  /** Its changes after earlier signatures, without duplicates; allowed only if every signature allows the change. */
  changes: ReportChange[];
}

/** One entry per revision, oldest first. Empty for a file without revisions (OFD, or unreadable). */
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
