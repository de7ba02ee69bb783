import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getEmployee, restoreEmployee } from '#core/employee/calls.ts';
import { SECTIONS, type Section } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './employee.module.css';
import { EmployeeRecords } from './employee-records.tsx';
import { EMPLOYEE_LOOKS, STILL_MEMBER } from './looks.ts';
import { SectionView } from './section-view.tsx';

const DepartDialog = lazy(() => import('./depart-dialog.tsx').then((m) => ({ default: m.DepartDialog })));

const TABS = [...SECTIONS, 'RECORDS'] as const;
type TabId = (typeof TABS)[number];

/** [2.14] [3.2b] Everything about one employee, a tab for each section; what is personal is masked until it is asked for. */
export function EmployeeDetails({ employeeId, onClose }: { employeeId: string; onClose: () => void }) {
  const { t } = useTranslation('employee');
  usePageTitle({ page: t('details.title') });
  const refreshAfter = useRefresh();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<'depart' | 'restore'>();
  const detail = useQuery(queryOf(getEmployee, { employeeId }));
  const refresh = () => refreshAfter(restoreEmployee);
  const back = (
    <Button icon="arrow-left" onClick={onClose}>
      {t('action.back')}
    </Button>
  );
  const data = detail.data;
  if (!data)
    return (
      <Page title={t('details.title')} actions={back}>
        <Panel>
          {detail.error ? (
            <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
          ) : (
            <LoadingState />
          )}
        </Panel>
      </Page>
    );
  const tab = TABS.find((one) => one === params.get('section')) ?? 'PERSONAL';
  const name = data.personal.realName;
  const employed = data.state === 'ACTIVE';
  return (
    <Page
      title={name}
      about={
        <span className={style.states}>
          <Badge {...EMPLOYEE_LOOKS[data.state]}>{t(`state.${data.state}`)}</Badge>
          {data.departDate !== '' && t('details.left', { day: data.departDate })}
          {data.departReason}
          {!employed && data.member && <Badge {...STILL_MEMBER}>{t('roster.stillMember')}</Badge>}
        </span>
      }
      actions={
        <>
          {back}
          {employed ? (
            <Button icon="logout" onClick={() => setOpen('depart')}>
              {t('action.depart')}
            </Button>
          ) : (
            <Button icon="undo" onClick={() => setOpen('restore')}>
              {t('action.restore')}
            </Button>
          )}
        </>
      }
    >
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
      {open === 'depart' && (
        <Suspense>
          <DepartDialog detail={data} onClose={() => setOpen(undefined)} onSettled={refresh} />
        </Suspense>
      )}
      {open === 'restore' && (
        <ConfirmDialog
          open
          onClose={() => setOpen(undefined)}
          title={t('restore.title')}
          thing={name}
          consequence={t('restore.text')}
          tone="neutral"
          confirmLabel={t('action.restore')}
          onConfirm={async () => {
            await call(restoreEmployee, { employeeId }).finally(refresh);
            toast({ tone: 'success', text: t('restore.done', { name }) });
          }}
        />
      )}
    </Page>
  );
}
