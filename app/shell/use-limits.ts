import { useQuery } from '@tanstack/react-query';
import { listInterfaceSettings } from '#core/config/calls.ts';
import { type Limits, limitsFrom, STANDARD_LIMITS } from '#core/config/limits.ts';
import { call } from '../call.ts';

/** The open limits in force ([9.x], [7.11j]); the standard until they are known. */
export function useLimits(): Limits {
  const { data } = useQuery({
    queryKey: ['config', 'limits'],
    queryFn: async ({ signal }) => {
      const settings = await call(listInterfaceSettings, {}, { signal });
      return limitsFrom(Object.fromEntries(settings.map(({ name, value }) => [name, value])));
    },
    staleTime: 600_000,
  });
  return data ?? STANDARD_LIMITS;
}
