import type { listAutoSigns } from '#core/autosign/calls.ts';
import type { OutputOf } from '#core/call.ts';

/** One opening in the list. */
export type OpeningRow = OutputOf<typeof listAutoSigns>['records'][number];
