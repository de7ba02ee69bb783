import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '#core/call.ts';
import { AUDIT_ACTIONS } from '#core/platform/audit.ts';
import { listAudit } from '#core/platform/calls.ts';
import { queryOf } from '../../query.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { type ListState, useListState } from '../../ui/table/use-list-state.ts';

type Row = OutputOf<typeof listAudit>['records'][number];
const NO_FILTERS = { action: '', actorName: '', targetName: '', time: ['', ''] as readonly string[] };

/** /platform/audit ([6.1]): what was done with power over others, and who looked at what is personal. */
export function AuditList() {
  const { t } = useTranslation(['platform', 'realname']);
  const state = useListState(NO_FILTERS);
  const input = useMemo(() => inputOf(state), [state]);
  const list = useQuery({
    ...queryOf(listAudit, input),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    { id: 'at', title: t('audit.at'), kind: 'dateTime', fixed: true },
    { id: 'actorName', title: t('audit.actor'), minWidth: 110 },
    { id: 'action', title: t('audit.action'), minWidth: 160, cell: (row) => t(`audit.does.${row.action}`) },
    {
      id: 'targetKind',
      title: t('audit.kind'),
      minWidth: 90,
      cell: (row) => t(`audit.of.${row.targetKind}`),
    },
    { id: 'targetName', title: t('audit.target'), minWidth: 180 },
    {
      id: 'remark',
      title: t('audit.remark'),
      kind: 'long',
      minWidth: 180,
      cell: (row) => (row.action === 'PHOTO_VIEWED' ? t(`realname:photo.${row.remark}`) : row.remark),
    },
    { id: 'targetId', title: t('audit.id'), hidden: true },
  ];
  return (
    <Page title={t('audit.title')} about={t('audit.about')}>
      <Panel>
        <SearchForm
          fields={[
            {
              name: 'action',
              label: t('audit.action'),
              kind: 'select',
              options: [
                { value: '', label: t('any') },
                ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.does.${value}`) })),
              ],
            },
            { name: 'actorName', label: t('audit.actor'), maxLength: 60 },
            { name: 'targetName', label: t('audit.target'), maxLength: 100 },
            { name: 'time', label: t('audit.at'), kind: 'dateRange' },
          ]}
          values={state.filters}
          onSearch={state.search}
        />
        <Table
          {...pagedTable(list, state)}
          code="platform.audit"
          label={t('audit.title')}
          columns={columns}
          rowKey={(row) => row.id}
          empty={<EmptyState icon="history" title={t('audit.none')} />}
        />
      </Panel>
    </Page>
  );
}

/** A range of days runs from the first day's beginning to the last one's end here. */
function inputOf({ page, filters }: ListState<typeof NO_FILTERS>): InputOf<typeof listAudit> {
  const { time, ...texts } = filters;
  const range = { from: dayStart(time[0]), to: dayEnd(time[1]) };
  return filledIn({ ...page, ...texts, ...range }) as InputOf<typeof listAudit>;
}
