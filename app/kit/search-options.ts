import type { Option } from '../ui/radio-group.tsx';

/** Options of a search field, each by its words, after one for any of them: `''`, or `ALL` where a list begins with one. */
export const anyOf = (
  any: string,
  values: readonly string[],
  words: (value: string) => string,
  all = '',
): Option[] => [{ value: all, label: any }, ...values.map((value) => ({ value, label: words(value) }))];
