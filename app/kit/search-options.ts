import type { Option } from '../ui/radio-group.tsx';

/** Options of a search field with labels, preceded by one for "any": `''`, or `ALL` if the list starts with that. */
export const anyOf = (
  any: string,
  values: readonly string[],
  words: (value: string) => string,
  all = '',
): Option[] => [{ value: all, label: any }, ...values.map((value) => ({ value, label: words(value) }))];
