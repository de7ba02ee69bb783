import type { Tone } from '#core/verification/describe-verification.ts';
import type { ProblemWeight } from '#core/verification/problems.ts';
import type { FileVerdict } from '#core/verification/verdict.ts';
import type { StateLook } from '../../ui/badge.tsx';

/** How a verdict on a file or a signature looks, everywhere. Its word is in the report (`verdictText`). */
export const VERDICT_LOOKS: Record<FileVerdict, StateLook> = {
  valid: { tone: 'success', icon: 'success' },
  invalid: { tone: 'error', icon: 'error' },
  indeterminate: { tone: 'warning', icon: 'question' },
  unsigned: { tone: 'neutral', icon: 'info' },
  error: { tone: 'error', icon: 'ban' },
};

/** A line of a report: the picture stands beside words that say the same. */
export const TONE_LOOKS: Record<Tone, StateLook | null> = {
  good: { tone: 'success', icon: 'check' },
  bad: { tone: 'error', icon: 'error' },
  doubtful: { tone: 'warning', icon: 'question' },
  plain: null,
};

export const WEIGHT_LOOKS: Record<ProblemWeight, StateLook> = {
  fatal: { tone: 'error', icon: 'error' },
  doubt: { tone: 'warning', icon: 'question' },
  note: { tone: 'neutral', icon: 'info' },
};
