import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listMenuEntries } from '#core/config/calls.ts';
import type { MenuEntryView } from '#core/config/menu-changes.ts';
import { call } from '../../call.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import style from './config.module.css';
import { MenuDialog } from './menu-dialog.tsx';

/** Every entry of the menu, with what the platform changed of it ([2.13g]). */
export function MenuTable() {
  const { t, i18n } = useTranslation('config');
  const [open, setOpen] = useState<MenuEntryView>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['config', 'menu'],
    queryFn: ({ signal }) => call(listMenuEntries, {}, { signal }),
  });
  const columns = useMemo(
    (): Column<MenuEntryView>[] => [
      {
        id: 'title',
        title: t('menu.title'),
        fixed: true,
        cell: (row) => <Title row={row} all={data?.entries ?? []} lang={i18n.language} />,
      },
      { id: 'type', title: t('menu.type'), width: 110, cell: ({ type }) => t(`menu.types.${type}`) },
      { id: 'path', title: t('menu.path') },
      {
        id: 'shown',
        title: t('menu.shown'),
        width: 130,
        // a button has no place of its own in the menu
        cell: ({ type, change, alwaysHidden }) =>
          type === 'BUTTON' ? null : change.hidden || alwaysHidden ? (
            <Badge tone="neutral" icon="eye-off">
              {t(alwaysHidden ? 'menu.never' : 'menu.hidden')}
            </Badge>
          ) : (
            <Badge tone="success" icon="eye">
              {t('menu.visible')}
            </Badge>
          ),
      },
      { id: 'order', title: t('menu.order'), width: 90, cell: ({ change }) => change.order ?? '' },
    ],
    [t, i18n.language, data],
  );
  const actions = useMemo(
    (): RowAction<MenuEntryView>[] => [{ id: 'edit', label: t('menu.edit'), icon: 'pen', onAction: setOpen }],
    [t],
  );
  return (
    <>
      <p className={style.hint}>{t('menu.about')}</p>
      <Table
        code="config.menu"
        label={t('tab.menu')}
        columns={columns}
        rows={data?.entries}
        rowKey={({ name }) => name}
        loading={isFetching}
        error={error}
        onReload={() => void refetch()}
        actions={actions}
      />
      {open && data && <MenuDialog entry={open} version={data.version} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Title({ row, all, lang }: { row: MenuEntryView; all: readonly MenuEntryView[]; lang: string }) {
  const depth = depthOf(row, all);
  const own = row.change.titles[lang as keyof typeof row.change.titles];
  return (
    <span style={{ paddingLeft: depth * 20 }} className={depth === 0 ? style.top : undefined}>
      {own || row.standardTitles[lang]}
    </span>
  );
}

function depthOf(row: MenuEntryView, all: readonly MenuEntryView[]): number {
  const above = all.find(({ name }) => name === row.above);
  return above ? depthOf(above, all) + 1 : 0;
}
