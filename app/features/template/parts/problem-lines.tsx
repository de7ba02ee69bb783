import { useTranslation } from 'react-i18next';
import type { ContentProblem } from '#core/template/check/content-problem.ts';
import { Icon } from '../../../ui/icon.tsx';
import style from './parts.module.css';

/** Lists problems that prevent enabling the template, without duplicates. */
export function ProblemLines({ problems }: { problems: readonly ContentProblem[] }) {
  const { t } = useTranslation('template');
  const texts = [...new Set(problems.map(({ problem, params }) => t(`problem.${problem}`, params ?? {})))];
  if (texts.length === 0) return null;
  return (
    <ul className={style.problems}>
      {texts.map((text) => (
        <li key={text}>
          <Icon name="warning" size={14} />
          {text}
        </li>
      ))}
    </ul>
  );
}
