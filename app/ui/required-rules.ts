import type { Values } from './form.tsx';
import type { Issue } from './issue-text.ts';
import { getPath } from './paths.ts';

/** Rules that only ask for something in each of the named fields; for pages too light to carry a schema. */
export function requiredRules(names: readonly string[]) {
  return {
    safeParse(values: unknown) {
      const issues: Issue[] = names
        .filter((name) => String(getPath(values, name) ?? '').trim() === '')
        .map((name) => ({ code: 'custom', path: name.split('.'), message: 'required' }));
      return issues.length > 0
        ? ({ success: false, error: { issues } } as const)
        : ({ success: true, data: values as Values } as const);
    },
  };
}
