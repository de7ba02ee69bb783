import type { UsedDraft } from '../draft/use-draft.ts';

/** What each step gets: the draft, and what is wrong with the fields that may be spoken of yet. */
export interface StepProps extends UsedDraft {
  problemOf: (path: string) => string | undefined;
}
