import type { Values } from './form.tsx';
import type { Issue } from './issue-text.ts';
import { getPath } from './paths.ts';

/** Rules that only require each named field to be non-empty; for pages that should not load a schema library. */
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
