import { useSearchParams } from '@remix-run/react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeRow, listEmployees } from '#core/employee/calls.ts';
import { AT_ONCE, EMPLOYEE_STATES, type EmployeeState } from '#core/employee/states.ts';
import { WARNINGS } from '#core/employee/warnings.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { useTab } from '../../kit/use-tab.ts';
import { pathText, useDepartmentFilter } from '../../parts/department/department-options.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { STILL_MEMBER } from './badges.ts';
import { useContractActions } from './contract-actions.ts';
import style from './employee.module.css';
import { FILTERS, inputOf } from './roster-query.ts';
import { Warnings } from './warnings.tsx';

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((m) => ({ default: m.ExportDialog })));
const TransferDialog = lazy(() =>
  import('./transfer-dialog.tsx').then((m) => ({ default: m.TransferDialog })),
);
const BatchEditDialog = lazy(() =>
  import('./batch-edit-dialog.tsx').then((m) => ({ default: m.BatchEditDialog })),
);
const ImportDialog = lazy(() =>
  import('./import/import-dialog.tsx').then((m) => ({ default: m.ImportDialog })),
);
const AddDialog = lazy(() => import('./add-dialog.tsx').then((m) => ({ default: m.AddDialog })));

/** Current employees, and in a second tab those who left. */
export function Roster() {
  const { t } = useTranslation('employee');
  const [params, setParams] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const showImports = () => setParams({ imports: '1' });
  const [state, choose] = useTab('state', EMPLOYEE_STATES);
  const departments = useDepartmentFilter(t('roster.anyDepartment'));
  const contracts = useContractActions();
  const list = useList(listEmployees, { filters: FILTERS, input: (filters) => inputOf(state, filters) });
  return (
    <>
      <ListPage
        title={t('roster.title')}
        label={t(`state.${state}`)}
        about={t('roster.about')}
        code={`employee.${state.toLowerCase()}`}
        list={list}
        beside={
          <>
            <Button icon="download" onClick={() => setExporting(true)}>
              {t('export.title')}
            </Button>
            <Button icon="history" onClick={showImports}>
              {t('import.history')}
            </Button>
            <Button icon="upload" onClick={() => setImporting(true)}>
              {t('import.title')}
            </Button>
          </>
        }
        rowKey={(row) => row.employeeId}
        columns={columnsOf(t, state)}
        main={{
          id: 'add',
          label: t('action.add'),
          icon: 'plus',
          layer: ({ close }) => <AddDialog onClose={close} />,
        }}
        tabs={(shown) => (
          <Tabs
            label={t('roster.title')}
            selected={state}
            onSelect={choose}
            items={EMPLOYEE_STATES.map((id) => ({ id, label: t(`state.${id}`) }))}
          >
            {shown}
          </Tabs>
        )}
        fields={[
          { name: 'name', label: t('field.nameOrMobile'), maxLength: 50 },
          { name: 'departmentId', label: t('field.departmentId'), kind: 'select', options: departments },
          ...(state === 'ACTIVE'
            ? [
                {
                  name: 'warning',
                  label: t('roster.warning'),
                  kind: 'select' as const,
                  options: [
                    { value: '', label: t('roster.anyWarning') },
                    ...WARNINGS.map((value) => ({ value, label: t(`warning.${value}`) })),
                  ],
                },
              ]
            : []),
        ]}
        actions={[
          {
            id: 'transfer',
            label: t('action.transfer'),
            icon: 'arrow-right',
            when: (row) => row.state === 'ACTIVE',
            batch: {
              only: true,
              hidden: state !== 'ACTIVE',
              most: { rows: AT_ONCE.transfer, words: t('transfer.most', { max: AT_ONCE.transfer }) },
            },
            layer: ({ rows, finish, close, renew }) => (
              <TransferDialog employees={rows} onClose={close} onSettled={renew} onSaved={() => finish()} />
            ),
          },
          {
            id: 'batchEdit',
            label: t('action.batchEdit'),
            icon: 'pen',
            when: (row) => row.state === 'ACTIVE',
            batch: {
              only: true,
              hidden: state !== 'ACTIVE',
              most: { rows: AT_ONCE.edits, words: t('batch.most', { max: AT_ONCE.edits }) },
            },
            layer: ({ rows, finish, close, renew }) => (
              <BatchEditDialog
                employees={rows}
                onClose={close}
                onSettled={renew}
                onSaved={(changed) => finish(rows.filter(({ employeeId }) => changed.has(employeeId)))}
              />
            ),
          },
          {
            id: 'details',
            label: t('action.details'),
            icon: 'eye',
            to: ({ employeeId }) => {
              const next = new URLSearchParams(params);
              next.set('employeeId', employeeId);
              return `?${next}`;
            },
          },
          ...contracts,
        ]}
        empty={{
          icon: 'users',
          title: t(`roster.empty.${state}`),
          text: t(`roster.emptyText.${state}`),
          ...(state === 'ACTIVE' ? {} : { offer: false }),
        }}
      />
      {exporting && (
        <Suspense>
          <ExportDialog state={state} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} onBegan={showImports} />
        </Suspense>
      )}
    </>
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
        <Warnings warnings={row.warnings} />
        {state === 'DEPARTED' && row.member && <Badge {...STILL_MEMBER}>{t('roster.stillMember')}</Badge>}
      </span>
    ),
  },
  { id: 'mobile', title: t('field.mobile'), width: 140 },
  {
    id: 'department',
    title: t('field.departmentId'),
    minWidth: 140,
    brief: true,
    cell: (row) => pathText(row.department) || null,
  },
  { id: 'jobContent', title: t('field.jobContent'), minWidth: 140, brief: true },
  { id: 'entryDate', title: t('field.entryDate'), width: 130 },
  { id: 'contractEnd', title: t('field.contractEnd'), width: 130, hidden: state === 'DEPARTED' },
  ...(state === 'DEPARTED' ? [{ id: 'departDate', title: t('field.departDate'), width: 130 }] : []),
];
