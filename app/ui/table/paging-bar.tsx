import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../icon-button.tsx';
import { PAGE_SIZES, pageButtons } from './page-buttons.ts';
import { PageJump } from './page-jump.tsx';
import style from './paging-bar.module.css';
import type { Paging } from './types.ts';

/**
 * Total, size and pages of a list ([9.15]). Changing the size returns to page 1 ([4.26c]); if the current page no
 * longer exists, because its last row was removed, the bar goes to the last page.
 */
export function PagingBar({ current, size, total, stale, onChange, onIntent }: Paging) {
  const { t, i18n } = useTranslation('ui');
  const last = Math.max(1, Math.ceil(total / size));
  const beyond = !stale && current > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed callback must not trigger navigation
  useEffect(() => {
    if (beyond) onChange({ current: last, size }, true);
  }, [beyond, last, size]);
  const go = (page: number) => page !== current && onChange({ current: page, size });
  const intent = (page: number) => {
    const tell = () => page !== current && page >= 1 && page <= last && onIntent?.(page);
    return { onPointerEnter: tell, onFocus: tell };
  };
  return (
    <nav className={style.bar} aria-label={t('table.paging')}>
      <span className={style.total}>{t('table.total', { total: formatNumber(total, i18n.language) })}</span>
      <label className={style.size}>
        <span className="visually-hidden">{t('table.size')}</span>
        <select value={size} onChange={(event) => onChange({ current: 1, size: Number(event.target.value) })}>
          {PAGE_SIZES.map((one) => (
            <option key={one} value={one}>
              {t('table.perPage', { size: one })}
            </option>
          ))}
        </select>
      </label>
      <div className={style.pages}>
        <IconButton
          icon="chevron-left"
          size="small"
          label={t('table.previous')}
          disabled={current <= 1}
          {...intent(current - 1)}
          onClick={() => go(current - 1)}
        />
        <ol className={style.buttons}>
          {pageButtons(current, last).map((button) =>
            'gap' in button ? (
              <li key={button.gap} className={style.gap} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={button.page}>
                <button
                  type="button"
                  className={classes(style.page, button.page === current && style.current)}
                  aria-label={t('table.page', { page: button.page })}
                  aria-current={button.page === current ? 'page' : undefined}
                  {...intent(button.page)}
                  onClick={() => go(button.page)}
                >
                  {button.page}
                </button>
              </li>
            ),
          )}
        </ol>
        <span className={style.short} aria-hidden="true">
          {current} / {last}
        </span>
        <IconButton
          icon="chevron-right"
          size="small"
          label={t('table.next')}
          disabled={current >= last}
          {...intent(current + 1)}
          onClick={() => go(current + 1)}
        />
      </div>
      {last > 7 && <PageJump last={last} onGo={go} />}
    </nav>
  );
}
