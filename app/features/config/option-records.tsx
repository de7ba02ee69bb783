import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { listOptionRecords } from '#core/config/calls.ts';
import { queryOf } from '../../query.ts';
import { EmptyState } from '../../ui/state.tsx';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';

type OptionRecord = OutputOf<typeof listOptionRecords>['records'][number];
const NO_FILTERS = {};

/** Who changed which setting, and from what to what. */
export function OptionRecords() {
  const { t } = useTranslation('config');
  const state = useListState(NO_FILTERS);
  const input = { current: state.current, size: state.size };
  const list = useQuery({
    ...queryOf(listOptionRecords, input),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(
    (): Column<OptionRecord>[] => [
      { id: 'at', title: t('record.at'), kind: 'dateTime', width: 170 },
      { id: 'operator', title: t('record.operator'), width: 160 },
      { id: 'action', title: t('record.action'), width: 120, cell: ({ action }) => t(`act.${action}`) },
      { id: 'remark', title: t('record.remark'), kind: 'long' },
    ],
    [t],
  );
  return (
    <Table
      {...pagedTable(list, state)}
      code="config.records"
      label={t('tab.records')}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<EmptyState icon="history" title={t('record.none')} />}
    />
  );
}
