import type { Tone } from '#core/verification/describe-verification.ts';
import type { ProblemWeight } from '#core/verification/problems.ts';
import type { FileVerdict } from '#core/verification/verdict.ts';
import type { StateBadge } from '../../ui/badge.tsx';

/** Looks of verdicts on files and signatures, for every screen. The text comes from the report (`verdictText`). */
export const VERDICT_BADGES: Record<FileVerdict, StateBadge> = {
  valid: { tone: 'success', icon: 'success' },
  invalid: { tone: 'error', icon: 'error' },
  indeterminate: { tone: 'warning', icon: 'question' },
  unsigned: { tone: 'neutral', icon: 'info' },
  error: { tone: 'error', icon: 'ban' },
};

/** Looks of report lines: the icon accompanies text of the same meaning. */
export const TONE_BADGES: Record<Tone, StateBadge | null> = {
  good: { tone: 'success', icon: 'check' },
  bad: { tone: 'error', icon: 'error' },
  doubtful: { tone: 'warning', icon: 'question' },
  plain: null,
};

export const WEIGHT_BADGES: Record<ProblemWeight, StateBadge> = {
  fatal: { tone: 'error', icon: 'error' },
  doubt: { tone: 'warning', icon: 'question' },
  note: { tone: 'neutral', icon: 'info' },
};
