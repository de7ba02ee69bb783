import { useTranslation } from 'react-i18next';
import { listJoinApplications, passJoin, rejectJoin } from '#core/company/calls.ts';
import { JOIN_STATES } from '#core/company/states.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action, ActionContext } from '../../kit/action.ts';
import { ListView } from '../../kit/list-view.tsx';
import { choice } from '../../kit/search-options.ts';
import { type RowOf, useList } from '../../kit/use-list.ts';
import { JOIN_BADGES } from '../../parts/badges/enterprise.ts';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { AuthorizationDialog } from './authorization-form.tsx';
import { personColumns } from './person-cells.tsx';

type Row = RowOf<typeof listJoinApplications>;
const FILTERS = { applyStatus: '' };
const OVER = JOIN_STATES.filter((state) => state !== 'PENDING');

/** Applications to join: the pending ones, or the decided ones with their results. */
export function JoinReview({ audited }: { audited: boolean }) {
  const { t } = useTranslation('company');
  const list = useList(listJoinApplications, {
    filters: FILTERS,
    input: (filters) => ({ ...filters, audited: audited ? 'true' : 'false' }),
  });
  return (
    <ListView
      label={t('audit.tabJoin')}
      code="company.joins"
      list={list}
      rowKey={(row) => row.applyId}
      columns={columnsOf(t)}
      actions={actionsOf(t)}
      fields={
        audited
          ? [choice('applyStatus', t('field.state'), t('audit.any'), OVER, (value) => t(`join.${value}`))]
          : []
      }
      empty={
        audited
          ? { icon: 'users', title: t('audit.emptyAudited'), text: t('audit.emptyAuditedText') }
          : { icon: 'users', title: t('audit.empty'), text: t('audit.emptyText') }
      }
    />
  );
}

const waits = (row: Row) => row.state === 'PENDING';

const actionsOf = (t: Translate): Action<Row>[] => [
  {
    id: 'review',
    label: t('action.review'),
    icon: 'check',
    when: waits,
    layer: (dialog) => <PassDialog {...dialog} />,
    calls: [passJoin],
  },
  {
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
    run: ([{ applyId }], remark) => call(rejectJoin, { applyId, remark }),
    done: ([{ name }]) => t('audit.rejected', { name }),
    calls: [rejectJoin],
  },
];

/** [6.2b] Approves an application: shows the applicant and the reason, and grants the authorization. */
function PassDialog({ rows: [row], close, renew }: ActionContext<Row>) {
  const { t } = useTranslation('company');
  return (
    <AuthorizationDialog
      title={t('audit.passTitle', { name: row.name })}
      initial={{ roles: ['EMPLOYEE'], businessTypes: null, stamps: [], salaryWithheld: false }}
      submitLabel={t('audit.pass')}
      save={(values, proof) => call(passJoin, { applyId: row.applyId, ...values, proof })}
      done={t('audit.passed', { name: row.name })}
      onClose={close}
      onSettled={renew}
    >
      <Facts
        facts={[
          [t('field.mobile'), row.mobile],
          [t('field.reason'), row.reason],
          [t('field.applyTime'), formatDateTime(row.applyTime)],
        ]}
      />
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
    brief: true,
    cell: (row) => <Badge {...JOIN_BADGES[row.state]}>{t(`join.${row.state}`)}</Badge>,
  },
  { id: 'applyTime', title: t('field.applyTime'), kind: 'dateTime', brief: true },
  { id: 'decidedBy', title: t('field.decidedBy'), hidden: true },
];
