import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeDetail, getEmployee, restoreEmployee } from '#core/employee/calls.ts';
import { SECTIONS, type Section } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { DetailPage } from '../../kit/detail-page.tsx';
import { queryOf, useRefresh } from '../../query.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EMPLOYEE_BADGES, STILL_MEMBER } from './badges.ts';
import { onDetail, useContractActions } from './contract-actions.ts';
import style from './employee.module.css';
import { EmployeeRecords } from './employee-records.tsx';
import { SectionView } from './section-view.tsx';
import { Warnings } from './warnings.tsx';

const TransferDialog = lazy(() =>
  import('./transfer-dialog.tsx').then((m) => ({ default: m.TransferDialog })),
);
const DepartDialog = lazy(() => import('./depart-dialog.tsx').then((m) => ({ default: m.DepartDialog })));

const TABS = [...SECTIONS, 'RECORDS'] as const;
type TabId = (typeof TABS)[number];

/** [2.14] [3.2b] Details of an employee, a tab for each section; personal data is masked until revealed. */
export function EmployeeDetails({ employeeId, onClose }: { employeeId: string; onClose: () => void }) {
  const { t } = useTranslation('employee');
  usePageTitle({ page: t('details.title') });
  const refreshAfter = useRefresh();
  const refresh = () => refreshAfter(restoreEmployee);
  const [params, setParams] = useSearchParams();
  const detail = useQuery(queryOf(getEmployee, { employeeId }));
  const tab = TABS.find((one) => one === params.get('section')) ?? 'PERSONAL';
  const contracts = useContractActions();
  const actions: Action<EmployeeDetail>[] = [
    ...contracts.map((action) => onDetail(action)),
    {
      id: 'transfer',
      label: t('action.transfer'),
      icon: 'arrow-right',
      when: employed,
      layer: ({ rows: [row], close }) => (
        <TransferDialog
          employees={[{ employeeId, realName: row.personal.realName, entryDate: row.work.entryDate }]}
          onClose={close}
          onSettled={refresh}
        />
      ),
    },
    {
      id: 'depart',
      label: t('action.depart'),
      icon: 'logout',
      when: employed,
      layer: ({ rows: [row], close }) => <DepartDialog detail={row} onClose={close} onSettled={refresh} />,
    },
    {
      id: 'restore',
      label: t('action.restore'),
      icon: 'undo',
      when: (row) => !employed(row) && row.erasedAt === null,
      ask: ([{ personal }]) => ({
        title: t('restore.title'),
        thing: personal.realName,
        consequence: t('restore.text'),
      }),
      run: () => call(restoreEmployee, { employeeId }),
      calls: [restoreEmployee],
      done: ([{ personal }]) => t('restore.done', { name: personal.realName }),
    },
  ];
  return (
    <DetailPage
      query={detail}
      kind={t('details.title')}
      title={({ personal }) => personal.realName}
      about={(data) => (
        <span className={style.states}>
          <Badge {...EMPLOYEE_BADGES[data.state]}>{t(`state.${data.state}`)}</Badge>
          {data.departDate !== '' && t('details.left', { day: data.departDate })}
          {data.departReason}
          <Warnings warnings={data.warnings} />
          {data.erasedAt !== null && t('details.erased', { day: formatDate(data.erasedAt) })}
          {!employed(data) && data.member && <Badge {...STILL_MEMBER}>{t('roster.stillMember')}</Badge>}
        </span>
      )}
      back={
        <Button icon="arrow-left" onClick={onClose}>
          {t('action.back')}
        </Button>
      }
      actions={actions}
    >
      {(data) => (
        <Panel>
          <Tabs
            label={t('details.title')}
            selected={tab}
            onSelect={(id: TabId) =>
              setParams(
                (old) => {
                  const next = new URLSearchParams(old);
                  next.set('section', id);
                  return next;
                },
                { replace: true, preventScrollReset: true },
              )
            }
            items={TABS.map((id) => ({ id, label: t(`section.${id}`) }))}
          >
            {tab === 'RECORDS' ? (
              <EmployeeRecords records={data.records} />
            ) : (
              <SectionView key={tab} section={tab satisfies Section} detail={data} onSettled={refresh} />
            )}
          </Tabs>
        </Panel>
      )}
    </DetailPage>
  );
}

const employed = ({ state }: EmployeeDetail) => state === 'ACTIVE';
