import type { Issue } from '../../ui/issue-text.ts';

type Values = Record<string, unknown>;

/**
 * Form rules from a function that returns the text key of what is wrong with each field. For pages open to visitors,
 * which do not load zod schemas, to stay small. Values are passed as trimmed text; passwords are not trimmed.
 */
export function simpleRules<T extends string>(
  names: readonly T[],
  wrong: (values: Record<T, string>) => Partial<Record<T, string | null | false>>,
  optional: readonly T[] = [],
) {
  return {
    safeParse(raw: unknown) {
      const given = raw as Values;
      const textOf = (name: T) => {
        const text = String(given[name] ?? '');
        // passwords keep their spaces: the password rule decides which characters are allowed
        return name === 'password' || name === 'confirm' ? text : text.trim();
      };
      const values = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<T, string>;
      const found = wrong(values);
      const issues: Issue[] = names.flatMap((name) => {
        const message: string | null | false | undefined =
          values[name] !== '' ? found[name] : optional.includes(name) ? null : 'required';
        return message ? [{ code: 'custom', path: [name], message }] : [];
      });
      return issues.length > 0
        ? ({ success: false, error: { issues } } as const)
        : ({ success: true, data: values } as const);
    },
  };
}
