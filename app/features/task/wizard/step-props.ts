import type { UsedDraft } from '../draft/use-draft.ts';

/** Props of each step: the draft, and the visible problems of its fields. */
export interface StepProps extends UsedDraft {
  problemOf: (path: string) => string | undefined;
}
