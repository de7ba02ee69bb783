import { useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeRow, listEmployees } from '#core/employee/calls.ts';
import { EMPLOYEE_STATES, type EmployeeState } from '#core/employee/states.ts';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { Tabs } from '../../ui/tabs.tsx';
import style from './employee.module.css';
import { STILL_MEMBER } from './looks.ts';

const AddDialog = lazy(() => import('./add-dialog.tsx').then((m) => ({ default: m.AddDialog })));

const EMPTY = { name: '', department: '' };
const stateOf = (text: string | null): EmployeeState =>
  EMPLOYEE_STATES.find((state) => state === text) ?? 'ACTIVE';

/** Who is employed, and in a tab beside it who left. */
export function Roster() {
  const { t } = useTranslation('employee');
  const [params, setParams] = useSearchParams();
  const list = useListState(EMPTY);
  const [adding, setAdding] = useState(false);
  const state = stateOf(params.get('state'));
  const input = filledIn({ ...list.page, ...list.filters, state });
  const rows = useQuery({
    ...queryOf(listEmployees, input),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(t, state), [t, state]);
  const actions = useMemo(
    (): RowAction<EmployeeRow>[] => [
      {
        id: 'details',
        label: t('action.details'),
        icon: 'eye',
        onAction: (row) =>
          setParams((old) => {
            const next = new URLSearchParams(old);
            next.set('employeeId', row.employeeId);
            return next;
          }),
      },
    ],
    [t, setParams],
  );
  const add = (kind: 'primary' | 'plain') => (
    <Button kind={kind} icon="plus" onClick={() => setAdding(true)}>
      {t('action.add')}
    </Button>
  );
  return (
    <Page title={t('roster.title')} about={t('roster.about')} actions={add('primary')}>
      <Panel>
        <Tabs
          label={t('roster.title')}
          selected={state}
          onSelect={(id: EmployeeState) => setParams(id === 'ACTIVE' ? {} : { state: id })}
          items={EMPLOYEE_STATES.map((id) => ({ id, label: t(`state.${id}`) }))}
        >
          <SearchForm
            fields={[
              { name: 'name', label: t('field.nameOrMobile'), maxLength: 50 },
              { name: 'department', label: t('field.department'), maxLength: 50 },
            ]}
            values={list.filters}
            onSearch={list.search}
          />
          <Table
            {...pagedTable(rows, list)}
            code={`employee.${state.toLowerCase()}`}
            label={t(`state.${state}`)}
            columns={columns}
            rowKey={(row) => row.employeeId}
            actions={actions}
            empty={
              <EmptyState
                icon="users"
                title={t(`roster.empty.${state}`)}
                actions={state === 'ACTIVE' ? add('plain') : undefined}
              >
                {t(`roster.emptyText.${state}`)}
              </EmptyState>
            }
          />
        </Tabs>
      </Panel>
      {adding && (
        <Suspense>
          <AddDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  );
}

type Translate = ReturnType<typeof useTranslation<'employee'>>['t'];

const columnsOf = (t: Translate, state: EmployeeState): Column<EmployeeRow>[] => [
  {
    id: 'realName',
    title: t('field.realName'),
    minWidth: 150,
    fixed: true,
    cell: (row) => (
      <span className={style.states}>
        {row.realName}
        {state === 'DEPARTED' && row.member && <Badge {...STILL_MEMBER}>{t('roster.stillMember')}</Badge>}
      </span>
    ),
  },
  { id: 'mobile', title: t('field.mobile'), width: 140 },
  { id: 'department', title: t('field.department'), minWidth: 140 },
  { id: 'jobContent', title: t('field.jobContent'), minWidth: 140 },
  { id: 'entryDate', title: t('field.entryDate'), width: 130 },
  { id: 'contractEnd', title: t('field.contractEnd'), width: 130, hidden: state === 'DEPARTED' },
  ...(state === 'DEPARTED' ? [{ id: 'departDate', title: t('field.departDate'), width: 130 }] : []),
];
