import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { listJoinApplications, passJoin, rejectJoin } from '#core/company/calls.ts';
import { JOIN_STATES, type JoinState } from '#core/company/states.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { JOIN_LOOKS } from '../../looks/enterprise.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { AuthorizationDialog } from './authorization-form.tsx';
import style from './company.module.css';
import { personColumns } from './person-cells.tsx';

type Row = OutputOf<typeof listJoinApplications>['records'][number];

const EMPTY = { applyStatus: '' };

/** Applications to join: those that wait stand first. */
export function JoinReview() {
  const { t } = useTranslation('company');
  const refreshAfter = useRefresh();
  const state = useListState(EMPTY);
  const [open, setOpen] = useState<{ deed: 'pass' | 'reject'; row: Row }>();
  const input = filledIn({ ...state.page, applyStatus: state.filters.applyStatus as JoinState | '' });
  const list = useQuery(queryOf(listJoinApplications, input));
  const refresh = () => refreshAfter(rejectJoin);

  const columns = useMemo((): Column<Row>[] => columnsOf(t), [t]);
  const actions = useMemo(
    (): RowAction<Row>[] => [
      {
        id: 'review',
        label: t('action.review'),
        icon: 'check',
        hidden: (row) => row.state !== 'PENDING',
        onAction: (row) => setOpen({ deed: 'pass', row }),
      },
      {
        id: 'reject',
        label: t('action.reject'),
        icon: 'ban',
        hidden: (row) => row.state !== 'PENDING',
        onAction: (row) => setOpen({ deed: 'reject', row }),
      },
    ],
    [t],
  );
  const options = [
    { value: '', label: t('audit.any') },
    ...JOIN_STATES.map((value) => ({ value, label: t(`join.${value}`) })),
  ];
  return (
    <>
      <SearchForm
        fields={[{ name: 'applyStatus', label: t('field.state'), kind: 'select', options }]}
        values={state.filters}
        onSearch={state.search}
      />
      <Table
        {...pagedTable(list, state)}
        code="company.joins"
        label={t('audit.tabJoin')}
        columns={columns}
        rowKey={(row) => row.applyId}
        actions={actions}
        empty={
          <EmptyState icon="users" title={t('audit.empty')}>
            {t('audit.emptyText')}
          </EmptyState>
        }
      />
      {open?.deed === 'pass' && (
        <PassDialog row={open.row} onClose={() => setOpen(undefined)} onSettled={refresh} />
      )}
      {open?.deed === 'reject' && (
        <ConfirmDialog
          open
          onClose={() => setOpen(undefined)}
          title={t('audit.rejectTitle')}
          thing={`${open.row.name} ${open.row.mobile}`}
          consequence={t('audit.rejectText')}
          tone="neutral"
          confirmLabel={t('action.reject')}
          reason={{ label: t('audit.rejectReason'), maxLength: 100 }}
          onConfirm={async (remark) => {
            await call(rejectJoin, { applyId: open.row.applyId, remark }).finally(refresh);
            toast({ tone: 'success', text: t('audit.rejected', { name: open.row.name }) });
          }}
        />
      )}
    </>
  );
}

type PassProps = { row: Row; onClose: () => void; onSettled: () => unknown };

/** [6.2b] Who it is and why, then what they get. */
function PassDialog({ row, onClose, onSettled }: PassProps) {
  const { t } = useTranslation('company');
  return (
    <AuthorizationDialog
      title={t('audit.passTitle', { name: row.name })}
      initial={{ roles: ['EMPLOYEE'], businessTypes: null, stamps: [] }}
      submitLabel={t('audit.pass')}
      save={(given) => call(passJoin, { applyId: row.applyId, ...given })}
      done={t('audit.passed', { name: row.name })}
      onClose={onClose}
      onSettled={onSettled}
    >
      <dl className={style.facts}>
        <dt>{t('field.mobile')}</dt>
        <dd className={style.number}>{row.mobile}</dd>
        <dt>{t('field.reason')}</dt>
        <dd>{row.reason}</dd>
        <dt>{t('field.applyTime')}</dt>
        <dd>{formatDateTime(row.applyTime)}</dd>
      </dl>
    </AuthorizationDialog>
  );
}

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];

const columnsOf = (t: Translate): Column<Row>[] => [
  ...personColumns<Row>({ name: t('field.person'), mobile: t('field.mobile') }),
  { id: 'reason', title: t('field.reason'), minWidth: 200 },
  {
    id: 'state',
    title: t('field.state'),
    width: 120,
    cell: (row) => <Badge {...JOIN_LOOKS[row.state]}>{t(`join.${row.state}`)}</Badge>,
  },
  { id: 'applyTime', title: t('field.applyTime'), kind: 'dateTime' },
  { id: 'decidedBy', title: t('field.decidedBy'), hidden: true },
];
