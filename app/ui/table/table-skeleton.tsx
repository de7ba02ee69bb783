import { useTranslation } from 'react-i18next';
import { Skeleton } from '../skeleton.tsx';
import { DEFAULT_PAGE_SIZE } from './page-buttons.ts';
import style from './table.module.css';

/** Placeholder for a page of rows while they load, of the same height. */
export function TableSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div className={style.skeleton} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: DEFAULT_PAGE_SIZE }, (_, i) => (
        <Skeleton key={i} height={20} width={i % 2 === 0 ? '92%' : '78%'} />
      ))}
    </div>
  );
}
