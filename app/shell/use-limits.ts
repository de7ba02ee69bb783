import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#core/call.ts';
import { listInterfaceSettings } from '#core/config/calls.ts';
import { type Limits, limitsFrom, STANDARD_LIMITS } from '#core/config/limits.ts';
import { queryOf } from '../query.ts';

const limitsOf = (settings: OutputOf<typeof listInterfaceSettings>) =>
  limitsFrom(Object.fromEntries(settings.map(({ name, value }) => [name, value])));

/** The configured limits in force ([9.x], [7.11j]); the defaults until they are loaded. */
export function useLimits(): Limits {
  const { data } = useQuery({
    ...queryOf(listInterfaceSettings, {}),
    select: limitsOf,
    staleTime: 600_000,
  });
  return data ?? STANDARD_LIMITS;
}
