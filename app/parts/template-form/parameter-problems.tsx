import { useTranslation } from 'react-i18next';
import type { ParameterProblem } from '#core/template/xml/read-parameters.ts';
import { Notice } from '../../ui/notice.tsx';

/** What keeps a parameter file from being imported, each with its line. */
export function ParameterProblems({ problems }: { problems: readonly ParameterProblem[] }) {
  const { t } = useTranslation('parameters');
  return (
    <Notice tone="error">
      <strong>{t('wrong')}</strong>
      <ul>
        {problems.map((one) => (
          <li key={`${one.line} ${one.problem} ${one.what} ${one.value}`}>
            {t('line', {
              line: one.line,
              problem: t(`problem.${one.problem}`, { what: one.what, value: one.value }),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
