import { useTranslation } from 'react-i18next';
import {
  type AdminApplicationRow,
  decideAdminApplication,
  listAdminApplications,
} from '#core/company/administrator-calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListView } from '../../kit/list-view.tsx';
import { useList } from '../../kit/use-list.ts';
import { ADMIN_BADGES } from '../../parts/badges/enterprise.ts';
import { ProvenDialog } from '../../parts/proof/proven-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';

const NO_FILTERS = {};

/** [4.9b] Applications of members to become the administrator; the current administrator decides. */
export function AdminReview({ audited }: { audited: boolean }) {
  const { t } = useTranslation('company');
  const list = useList(listAdminApplications, {
    filters: NO_FILTERS,
    input: () => ({ audited: audited ? 'true' : 'false' }),
  });
  const waits = (row: AdminApplicationRow) => row.state === 'TO_APPROVE';
  const approve: Action<AdminApplicationRow> = {
    id: 'approve',
    label: t('action.approve'),
    icon: 'check',
    when: waits,
    // Approving hands over the current administrator's own role.
    layer: ({ rows: [{ applyId, name, mobile }], close, renew }) => (
      <ProvenDialog
        title={t('audit.adminPassTitle')}
        thing={`${name} ${mobile}`}
        consequence={t('audit.adminPassText')}
        submit={t('action.approve')}
        purpose="APPOINT"
        run={(proof) => call(decideAdminApplication, { applyId, pass: true, remark: '', proof })}
        done={() => t('audit.adminPassed', { name })}
        onClose={close}
        onSettled={renew}
      />
    ),
    calls: [decideAdminApplication],
  };
  const reject: Action<AdminApplicationRow> = {
    id: 'reject',
    label: t('action.reject'),
    icon: 'ban',
    when: waits,
    ask: ([{ name, mobile }]) => ({
      title: t('audit.rejectTitle'),
      thing: `${name} ${mobile}`,
      consequence: t('audit.rejectText'),
      reason: { label: t('audit.rejectReason'), maxLength: 100 },
    }),
    run: ([{ applyId }], remark) => call(decideAdminApplication, { applyId, pass: false, remark }),
    done: ([{ name }]) => t('audit.rejected', { name }),
    calls: [decideAdminApplication],
  };
  return (
    <ListView
      label={t('audit.tabAdmin')}
      code="company.admins"
      list={list}
      rowKey={(row) => row.applyId}
      columns={[
        { id: 'name', title: t('field.person'), minWidth: 120, fixed: true },
        { id: 'mobile', title: t('field.mobile'), width: 140 },
        { id: 'reason', title: t('field.reason'), minWidth: 200 },
        {
          id: 'state',
          title: t('field.state'),
          width: 120,
          brief: true,
          cell: (row) => <Badge {...ADMIN_BADGES[row.state]}>{t(`admin.${row.state}`)}</Badge>,
        },
        { id: 'applyTime', title: t('field.applyTime'), kind: 'dateTime', brief: true },
      ]}
      actions={[approve, reject]}
      empty={
        audited
          ? { icon: 'user', title: t('audit.emptyAudited'), text: t('audit.emptyAuditedText') }
          : { icon: 'user', title: t('audit.empty'), text: t('audit.adminEmptyText') }
      }
    />
  );
}
