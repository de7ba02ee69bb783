import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AdminApplicationRow,
  decideAdminApplication,
  listAdminApplications,
} from '#core/company/administrator-calls.ts';
import { call } from '../../call.ts';
import { ADMIN_LOOKS } from '../../looks/enterprise.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';

const EMPTY = {};

/** [4.9b] Members who ask to become the administrator, decided by the present one. */
export function AdminReview() {
  const { t } = useTranslation('company');
  const refresh = useRefresh();
  const state = useListState(EMPTY);
  const [open, setOpen] = useState<{ pass: boolean; row: AdminApplicationRow }>();
  const list = useQuery(queryOf(listAdminApplications, state.page));
  const columns = useMemo(
    (): Column<AdminApplicationRow>[] => [
      { id: 'name', title: t('field.person'), minWidth: 120, fixed: true },
      { id: 'mobile', title: t('field.mobile'), width: 140 },
      { id: 'reason', title: t('field.reason'), minWidth: 200 },
      {
        id: 'state',
        title: t('field.state'),
        width: 120,
        cell: (row) => <Badge {...ADMIN_LOOKS[row.state]}>{t(`admin.${row.state}`)}</Badge>,
      },
      { id: 'applyTime', title: t('field.applyTime'), kind: 'dateTime' },
    ],
    [t],
  );
  const actions = useMemo((): RowAction<AdminApplicationRow>[] => {
    const hidden = (row: AdminApplicationRow) => row.state !== 'TO_APPROVE';
    return [
      {
        id: 'approve',
        label: t('action.approve'),
        icon: 'check',
        hidden,
        onAction: (row) => setOpen({ pass: true, row }),
      },
      {
        id: 'reject',
        label: t('action.reject'),
        icon: 'ban',
        hidden,
        onAction: (row) => setOpen({ pass: false, row }),
      },
    ];
  }, [t]);
  const decide = async (remark: string) => {
    if (!open) return;
    const { pass, row } = open;
    await call(decideAdminApplication, { applyId: row.applyId, pass, remark }).finally(() =>
      refresh(pass ? 'identity' : 'company'),
    );
    await refresh(decideAdminApplication);
    toast({ tone: 'success', text: t(pass ? 'audit.adminPassed' : 'audit.rejected', { name: row.name }) });
  };
  return (
    <>
      <Table
        {...pagedTable(list, state)}
        code="company.admins"
        label={t('audit.tabAdmin')}
        columns={columns}
        rowKey={(row) => row.applyId}
        actions={actions}
        empty={
          <EmptyState icon="user" title={t('audit.empty')}>
            {t('audit.adminEmptyText')}
          </EmptyState>
        }
      />
      {open && (
        <ConfirmDialog
          open
          onClose={() => setOpen(undefined)}
          title={t(open.pass ? 'audit.adminPassTitle' : 'audit.rejectTitle')}
          thing={`${open.row.name} ${open.row.mobile}`}
          consequence={t(open.pass ? 'audit.adminPassText' : 'audit.rejectText')}
          tone={open.pass ? 'danger' : 'neutral'}
          confirmLabel={t(open.pass ? 'action.approve' : 'action.reject')}
          {...(open.pass ? {} : { reason: { label: t('audit.rejectReason'), maxLength: 100 } })}
          onConfirm={decide}
        />
      )}
    </>
  );
}
