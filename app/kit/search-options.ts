import type { Option } from '../ui/radio-group.tsx';
import type { SearchField } from '../ui/search-form.tsx';

/** Options of a search field with labels, preceded by one for "any": `''`, or `ALL` if the list starts with that. */
export const anyOf = (
  any: string,
  values: readonly string[],
  textOf: (value: string) => string,
  all = '',
): Option[] => [{ value: all, label: any }, ...values.map((value) => ({ value, label: textOf(value) }))];

/** A search field to choose one of `values`, or any. */
export const choice = (name: string, label: string, ...options: Parameters<typeof anyOf>): SearchField => ({
  name,
  label,
  kind: 'select',
  options: anyOf(...options),
});
