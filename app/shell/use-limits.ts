import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#core/call.ts';
import { listInterfaceSettings } from '#core/config/calls.ts';
import { type Limits, limitsFrom, STANDARD_LIMITS } from '#core/config/limits.ts';
import { queryOf } from '../query.ts';

const limitsOf = (settings: OutputOf<typeof listInterfaceSettings>) =>
  limitsFrom(Object.fromEntries(settings.map(({ name, value }) => [name, value])));

/** The open limits in force ([9.x], [7.11j]); the standard until they are known. */
export function useLimits(): Limits {
  const { data } = useQuery({
    ...queryOf(listInterfaceSettings, {}),
    select: limitsOf,
    staleTime: 600_000,
  });
  return data ?? STANDARD_LIMITS;
}
