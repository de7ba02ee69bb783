import type { Issue } from '../../ui/issue-text.ts';

type Values = Record<string, unknown>;

/**
 * Rules of a form by a function that names what is wrong with each field, as the key of its text; for pages open to
 * visitors, which are too light to carry schemas. Values come as text; all but passwords without blanks at their ends.
 */
export function simpleRules<T extends string>(
  names: readonly T[],
  wrong: (values: Record<T, string>) => Partial<Record<T, string | null | false>>,
) {
  return {
    safeParse(raw: unknown) {
      const given = raw as Values;
      const textOf = (name: T) => {
        const text = String(given[name] ?? '');
        // what stands in a password is meant, blanks too: its rule says what may not be there
        return name === 'password' || name === 'confirm' ? text : text.trim();
      };
      const values = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<T, string>;
      const found = wrong(values);
      const issues: Issue[] = names.flatMap((name) => {
        const message: string | null | false | undefined = values[name] === '' ? 'required' : found[name];
        return message ? [{ code: 'custom', path: [name], message }] : [];
      });
      return issues.length > 0
        ? ({ success: false, error: { issues } } as const)
        : ({ success: true, data: values } as const);
    },
  };
}
