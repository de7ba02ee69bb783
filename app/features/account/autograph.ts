import { listStamps } from '#core/seal/calls.ts';
import { call } from '../../call.ts';

/** [3.24c] [7.10a] The newest handwritten signature of the person; null without one. */
export const autographQuery = (userId: string) => ({
  queryKey: ['seal', 'autograph', userId],
  enabled: userId !== '',
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const stamps = await call(listStamps, { userId }, { signal });
    return stamps.find((stamp) => stamp.stampCategory === 'PERSON_AUTOGRAPH') ?? null;
  },
});
