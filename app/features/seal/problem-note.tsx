import { useTranslation } from 'react-i18next';
import type { AppError } from '#core/errors.ts';
import style from './seal.module.css';

/** Shows inline why the current seal cannot be drawn, instead of a toast for every key stroke. */
export function ProblemNote({ problem, failed }: { problem: AppError | null; failed?: boolean }) {
  const { t } = useTranslation(['seal', 'error']);
  if (!problem && !failed) return null;
  return (
    <p className={style.problem} role="alert">
      {problem ? t(`error:${problem.name}`, problem.params) : t('builder.glyphsFailed')}
    </p>
  );
}
