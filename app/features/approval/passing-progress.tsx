import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import style from './approval.module.css';
import { forgetPassing, type Passing, usePassing } from './passing.ts';

/** How far the approvals being passed are, above the list, also after their dialog was closed. */
export function PassingProgress() {
  const { t } = useTranslation('approval');
  const passing = usePassing();
  if (!passing || (!passing.running && passing.failed.length === 0)) return null;
  return (
    <div className={style.passing}>
      <PassingBar passing={passing} />
      {!passing.running && (
        <Button size="small" onClick={forgetPassing}>
          {t('batch.dismiss')}
        </Button>
      )}
    </div>
  );
}

/** Progress, and those that were not passed with the reasons. */
export function PassingBar({ passing: { count, done, failed } }: { passing: Passing }) {
  const { t } = useTranslation('approval');
  const ended = done + failed.length;
  return (
    <>
      <label className={style.progress}>
        <progress max={count} value={ended} />
        <span role="status">{t('batch.progress', { done: ended, count })}</span>
      </label>
      {failed.length > 0 && (
        <Notice tone="error">
          <ul className={style.faults}>
            {failed.map(({ row, why }) => (
              <li key={row.approvalId}>
                {row.title}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
