import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import style from './list.module.css';
import type { Exporting } from './use-export.ts';
import type { Fetching } from './use-fetching.ts';

/** Progress of a download of several files, with a cancel button. */
export function FetchingBar({ fetching }: { fetching: Fetching | undefined }) {
  const { t } = useTranslation('task');
  if (!fetching) return null;
  const text = t('downloading', { done: fetching.done, total: fetching.total });
  return (
    <Notice>
      <div className={style.work}>
        <span>{text}</span>
        <progress value={fetching.done} max={fetching.total} aria-label={text} />
        <Button size="small" onClick={fetching.cancel}>
          {t('ui:cancel')}
        </Button>
      </div>
    </Notice>
  );
}

/** Number of exported rows so far, with a cancel button. The total is not known in advance. */
export function ExportingBar({ exporting }: { exporting: Exporting | undefined }) {
  const { t } = useTranslation('task');
  if (!exporting || exporting.done === 0) return null;
  const text = t('exporting', { count: exporting.done });
  return (
    <Notice>
      <div className={style.work}>
        <span>{text}</span>
        <progress aria-label={text} />
        <Button size="small" onClick={exporting.cancel}>
          {t('ui:cancel')}
        </Button>
      </div>
    </Notice>
  );
}
