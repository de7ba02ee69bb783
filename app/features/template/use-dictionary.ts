import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '#core/call.ts';
import { searchDictionary } from '#core/template/calls.ts';
import { queryOf } from '../../query.ts';
import type { Option } from '../../ui/radio-group.tsx';

type DicType = InputOf<typeof searchDictionary>['dicType'];

/** [7.4] Types of roles or fields with their names. Without a `dicType` nothing is fetched. */
export function useDictionary(dicType: DicType | undefined) {
  const { data, error, refetch } = useQuery({
    ...queryOf(searchDictionary, { dicType: dicType as DicType }),
    enabled: dicType !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const options = data?.map(({ dicCode, dicName }): Option => ({ value: dicCode, label: dicName }));
  return { options, error, again: () => void refetch() };
}

/** The name of a code; the code itself while the names are not loaded. */
export const nameOf = (options: readonly Option[] | undefined, code: string): string =>
  options?.find(({ value }) => value === code)?.label ?? code;
