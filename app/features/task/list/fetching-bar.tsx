import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import style from './list.module.css';
import type { Exporting } from './use-export.ts';
import type { Fetching } from './use-fetching.ts';

/** How far a download of several files is, and a way to stop it. */
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

/** How many rows of an export were read, and a way to stop it. Nobody counts beforehand how many there are. */
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
