import type { TFunction } from 'i18next';
import type { ValueProblem } from '#core/template/fill/check-value.ts';

/** The error text for an invalid value. */
export function valueProblemText(t: TFunction, { problem, params, types }: ValueProblem): string {
  if (problem !== 'type') return t(`fill:problem.${problem}`, params);
  const [only, ...others] = types ?? [];
  if (only && others.length === 0) return t(`fill:type.${only}`);
  return t('fill:problem.type', {
    types: (types ?? []).map((type) => t(`fill:kind.${type}`)).join(t('fill:comma')),
  });
}
