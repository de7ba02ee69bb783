import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { EmptyState, ErrorState } from '../state.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { useChosenColumns } from './column-storage.ts';
import { PagingBar } from './paging-bar.tsx';
import { PhoneRows } from './phone-rows.tsx';
import style from './table.module.css';
import { TableGrid } from './table-grid.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { Density, TableProps } from './types.ts';
import { usePhone } from './use-phone.ts';

export type { Column, TableProps } from './types.ts';

/**
 * A list of rows with its tools ([2.26a]): column chooser, density, reload, sorting, selection, actions, paging, and
 * texts for loading, empty and error states. On a phone each row takes two lines.
 */
export function Table<R>(props: TableProps<R>) {
  const { code, columns, rows, error, paging, selection, toolBar } = props;
  const { t } = useTranslation('ui');
  const phone = usePhone();
  const [density, setDensity] = useState<Density>('normal');
  const [chosen, choose] = useChosenColumns(code);
  const shown = columns.filter((c) => c.fixed || (chosen ? chosen.includes(c.id) : !c.hidden));
  const [reloading, setReloading] = useState(false);
  const loading = props.loading || reloading;
  const reload = async () => {
    setReloading(true);
    try {
      await props.onReload?.();
    } finally {
      setReloading(false);
    }
  };
  const onReload = props.onReload && (() => void reload());
  const count = selection?.selected.size ?? 0;

  return (
    <div className={style.table} aria-busy={loading || undefined}>
      {selection && count > 0 ? (
        <div className={style.selectionBar} role="status">
          <span>{t('table.selected', { count })}</span>
          <Button kind="text" onClick={() => selection.onChange(new Set())}>
            {t('table.clearSelection')}
          </Button>
          <div className={style.batch}>{selection.actions}</div>
        </div>
      ) : (
        toolBar !== false && (
          <div className={style.toolBar}>
            <div className={style.toolStart}>{toolBar?.start}</div>
            {toolBar?.end}
            {onReload && (
              <IconButton icon="refresh" size="small" label={t('table.reload')} onClick={onReload} />
            )}
            {!phone && (
              <IconButton
                icon="density"
                size="small"
                label={t('table.compact')}
                aria-pressed={density === 'compact'}
                onClick={() => setDensity(density === 'compact' ? 'normal' : 'compact')}
              />
            )}
            <ColumnChooser columns={columns} shown={shown.map((c) => c.id)} onChoose={choose} />
          </div>
        )
      )}
      {error && !rows ? (
        <ErrorState error={error} onRetry={onReload} />
      ) : !rows ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <NoRows {...props} />
      ) : phone ? (
        <PhoneRows {...props} loading={loading} rows={rows} columns={shown} />
      ) : (
        <TableGrid {...props} loading={loading} rows={rows} columns={shown} density={density} />
      )}
      {paging && rows && paging.total > 0 && <PagingBar {...paging} />}
      <span className="visually-hidden" aria-live="polite">
        {rows && !loading && rows.length > 0
          ? t('table.shown', { count: rows.length, total: paging?.total ?? rows.length })
          : ''}
      </span>
    </div>
  );
}

function NoRows<R>({ filtered, onClearFilters, empty }: TableProps<R>) {
  const { t } = useTranslation('ui');
  if (!filtered) return empty ?? <EmptyState title={t('table.empty')} />;
  return (
    <EmptyState
      icon="search"
      title={t('table.noMatch')}
      actions={onClearFilters && <Button onClick={onClearFilters}>{t('table.clearFilters')}</Button>}
    >
      {t('table.noMatchText')}
    </EmptyState>
  );
}
