import { useNavigate } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelAdminApplication } from '#core/company/administrator-calls.ts';
import { listMyBusinesses, type MyBusiness, withdrawJoin } from '#core/company/calls.ts';
import { switchProblem } from '#core/company/states.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { ADMIN_LOOKS, BUSINESS_LOOKS, ENTERPRISE_AUTH_LOOKS, JOIN_LOOKS } from '../../looks/enterprise.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { switchIdentity } from '../../shell/switch-identity.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { type BusinessDeed, BusinessDialogs } from './business-dialogs.tsx';
import style from './company.module.css';

/** Enterprises of the person and applications to join, with what can be done with each ([2.20]). */
export function BusinessList({ add }: { add: ReactNode }) {
  const { t } = useTranslation('company');
  const refreshAfter = useRefresh();
  const navigate = useNavigate();
  const [open, setOpen] = useState<{ deed: BusinessDeed; row: MyBusiness }>();
  const list = useQuery(queryOf(listMyBusinesses, {}));
  const refresh = () => refreshAfter('company');

  const enter = useMutation({
    mutationFn: (row: MyBusiness) => switchIdentity(row.entId),
    onSuccess: (_, row) => {
      toast({ tone: 'success', text: t('mine.switched', { name: row.entName }) });
      navigate('/home');
    },
  });
  const withdraw = useMutation({
    mutationFn: (row: MyBusiness) => call(withdrawJoin, { applyId: row.application?.applyId ?? '' }),
    onSuccess: (_, row) => toast({ tone: 'success', text: t('mine.withdrawn', { name: row.entName }) }),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: (row: MyBusiness) =>
      call(cancelAdminApplication, { applyId: row.adminApplication?.applyId ?? '' }),
    onSuccess: () => toast({ tone: 'success', text: t('mine.adminCancelled') }),
    onSettled: refresh,
  });

  const columns = useMemo((): Column<MyBusiness>[] => columnsOf(t), [t]);
  const actions = useMemo(
    (): RowAction<MyBusiness>[] => [
      {
        id: 'enter',
        label: t('action.enter'),
        icon: 'building',
        hidden: (row) => !row.member || switchProblem(row.businessStatus, row.authStatus) !== null,
        onAction: (row) => enter.mutate(row),
      },
      {
        id: 'verify',
        label: t('action.verify'),
        icon: 'shield',
        hidden: (row) => !row.member?.administrator || row.authStatus !== 'UNAUTH',
        onAction: (row) => navigate(`/account/ent?entId=${row.entId}`),
      },
      {
        id: 'reverify',
        label: t('action.reverify'),
        icon: 'shield',
        hidden: (row) =>
          !row.member?.administrator || row.authStatus === 'UNAUTH' || row.authStatus === 'AUTHING',
        onAction: (row) => navigate(`/account/ent?entId=${row.entId}`),
      },
      {
        id: 'withdraw',
        label: t('action.withdraw'),
        icon: 'undo',
        hidden: (row) => row.application?.state !== 'PENDING',
        onAction: (row) => withdraw.mutate(row),
      },
      {
        id: 'again',
        label: t('action.again'),
        icon: 'send',
        hidden: (row) => !row.application || row.application.state === 'PENDING',
        onAction: () => navigate('/account/myBusiness?active=2'),
      },
      {
        id: 'cancelAdmin',
        label: t('action.cancelAdmin'),
        icon: 'undo',
        hidden: (row) => row.adminApplication?.state !== 'TO_APPROVE',
        onAction: (row) => cancel.mutate(row),
      },
      {
        id: 'becomeAdmin',
        label: t('action.becomeAdmin'),
        icon: 'user',
        hidden: (row) =>
          !row.member || row.member.administrator || row.adminApplication?.state === 'TO_APPROVE',
        onAction: (row) => setOpen({ deed: 'becomeAdmin', row }),
      },
      {
        id: 'transfer',
        label: t('action.transfer'),
        icon: 'users',
        hidden: (row) => !row.member?.administrator,
        onAction: (row) => setOpen({ deed: 'transfer', row }),
      },
      {
        id: 'revoke',
        label: t('action.revoke'),
        icon: 'ban',
        danger: true,
        hidden: (row) => !row.member?.administrator || row.authStatus !== 'AUTH',
        onAction: (row) => setOpen({ deed: 'revoke', row }),
      },
      {
        id: 'leave',
        label: t('action.leave'),
        icon: 'logout',
        danger: true,
        hidden: (row) => !row.member || row.member.administrator,
        onAction: (row) => setOpen({ deed: 'leave', row }),
      },
    ],
    [t, navigate, enter.mutate, withdraw.mutate, cancel.mutate],
  );

  return (
    <>
      <Table
        code="company.mine"
        label={t('mine.title')}
        columns={columns}
        rows={list.data}
        rowKey={(row) => row.entId}
        loading={list.isFetching}
        error={list.error}
        onReload={() => void list.refetch()}
        actions={actions}
        empty={
          <EmptyState icon="building" title={t('mine.empty')} actions={add}>
            {t('mine.emptyText')}
          </EmptyState>
        }
      />
      {open && <BusinessDialogs {...open} onClose={() => setOpen(undefined)} onDone={refresh} />}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];

const columnsOf = (t: Translate): Column<MyBusiness>[] => [
  { id: 'entName', title: t('field.name'), minWidth: 200, fixed: true },
  {
    id: 'authStatus',
    title: t('field.auth'),
    minWidth: 150,
    cell: (row) => (
      <span className={style.states}>
        <Badge {...ENTERPRISE_AUTH_LOOKS[row.authStatus]}>{t(`auth.${row.authStatus}`)}</Badge>
        {row.businessStatus !== 'ENABLE' && (
          <Badge {...BUSINESS_LOOKS[row.businessStatus]}>{t(`business.${row.businessStatus}`)}</Badge>
        )}
      </span>
    ),
  },
  { id: 'standing', title: t('field.standing'), minWidth: 220, cell: (row) => <Standing row={row} /> },
  {
    id: 'time',
    title: t('field.time'),
    cell: (row) => formatDateTime(row.member?.joinTime ?? row.application?.applyTime),
  },
];

/** Roles of a member, or what became of the application. */
function Standing({ row }: { row: MyBusiness }) {
  const { t } = useTranslation('company');
  const { member, application, adminApplication } = row;
  if (application)
    return (
      <span className={style.states}>
        <Badge {...JOIN_LOOKS[application.state]}>
          {application.state === 'PASSED' ? t('standing.none') : t(`join.${application.state}`)}
        </Badge>
        {application.state === 'REJECTED' && application.remark && (
          <span className={style.soft}>{t('mine.rejected', { reason: application.remark })}</span>
        )}
      </span>
    );
  if (!member) return null;
  const roles = member.roles.map((role) => t(`role.${role}`)).join(t('comma'));
  const shown = adminApplication && !member.administrator && adminApplication.state !== 'CANCELLED';
  return (
    <span className={style.states}>
      <span>{roles || t('standing.member')}</span>
      {shown && adminApplication.state !== 'APPROVED' && (
        <Badge {...ADMIN_LOOKS[adminApplication.state]}>
          {adminApplication.state === 'TO_APPROVE'
            ? t(`adminTo.${adminApplication.approver}`)
            : `${t('action.becomeAdmin')} · ${t(`admin.${adminApplication.state}`)}`}
        </Badge>
      )}
    </span>
  );
}
