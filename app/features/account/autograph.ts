import type { OutputOf } from '#core/call.ts';
import { listStamps } from '#core/seal/calls.ts';
import { queryOf } from '../../query.ts';

/** [3.24c] [7.10a] The newest handwritten signature of the person; null without one. */
export const autographQuery = (userId: string) => ({
  ...queryOf(listStamps, { userId }),
  enabled: userId !== '',
  select: (stamps: OutputOf<typeof listStamps>) =>
    stamps.find((stamp) => stamp.stampCategory === 'PERSON_AUTOGRAPH') ?? null,
});
