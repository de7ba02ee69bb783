import type { OutputOf } from '#core/call.ts';
import { listStamps } from '#core/seal/calls.ts';
import { queryOf } from '../../query.ts';

/** [3.24c] [7.10a] The person's newest handwritten signature; null if there is none. */
export const autographQuery = (userId: string) => ({
  ...queryOf(listStamps, { userId }),
  enabled: userId !== '',
  select: (stamps: OutputOf<typeof listStamps>) =>
    stamps.find((stamp) => stamp.stampCategory === 'PERSON_AUTOGRAPH') ?? null,
});
