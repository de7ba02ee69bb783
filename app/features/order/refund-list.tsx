import { useTranslation } from 'react-i18next';
import { decideRefund, listRefunds, type RefundRow, retryRefund } from '#core/order/platform-calls.ts';
import { REFUND_STATES } from '#core/order/states.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { REFUND_BADGES } from './badges.ts';
import { useMoney } from './use-money.ts';

const FILTERS = { orderNumber: '', status: '' };

/** /platform/refund: refunds to review, failed ones, and the results of the others. */
export function RefundList() {
  const { t } = useTranslation('order');
  const money = useMoney();
  const list = useList(listRefunds, { filters: FILTERS });
  return (
    <ListPage
      title={t('refunds.title')}
      about={t('refunds.about')}
      code="order.refunds"
      list={list}
      rowKey={(row) => row.refundId}
      columns={columnsOf(t, money)}
      fields={[
        { name: 'orderNumber', label: t('field.orderNumber'), maxLength: 30 },
        choice('status', t('field.status'), t('any'), REFUND_STATES, (value) => t(`refundState.${value}`)),
      ]}
      actions={actionsOf(t, money)}
      empty={{ icon: 'undo', title: t('refunds.empty') }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'order'>>['t'];

const actionsOf = (t: Translate, money: (fen: number) => string): Action<RefundRow>[] => [
  {
    id: 'approve',
    label: t('refunds.approve'),
    icon: 'check',
    when: (row) => row.actions.includes('decide'),
    ask: ([row]) => ({
      title: t('refunds.approveTitle'),
      thing: `${row.entName} · ${row.orderNumber}`,
      consequence: t('refunds.approveText', { amount: money(row.amountFen) }),
      danger: true,
    }),
    run: ([{ refundId }]) => call(decideRefund, { refundId, approve: true, remark: '' }),
    done: () => t('refunds.approved'),
    calls: [decideRefund],
  },
  {
    id: 'reject',
    label: t('refunds.reject'),
    icon: 'ban',
    danger: true,
    when: (row) => row.actions.includes('decide'),
    ask: ([row]) => ({
      title: t('refunds.rejectTitle'),
      thing: `${row.entName} · ${row.orderNumber}`,
      consequence: t('refunds.rejectText'),
      reason: { label: t('refunds.reason'), maxLength: 200 },
    }),
    run: ([{ refundId }], remark) => call(decideRefund, { refundId, approve: false, remark }),
    done: () => t('refunds.rejected'),
    calls: [decideRefund],
  },
  {
    id: 'retry',
    label: t('refunds.retry'),
    icon: 'refresh',
    when: (row) => row.actions.includes('retry'),
    run: ([{ refundId }]) => call(retryRefund, { refundId }),
    done: () => t('refunds.retried'),
    calls: [retryRefund],
  },
];

const columnsOf = (t: Translate, money: (fen: number) => string): Column<RefundRow>[] => [
  {
    id: 'orderNumber',
    title: t('field.orderNumber'),
    minWidth: 190,
    fixed: true,
    cell: (row) => <Link to={`/platform/order/${row.orderId}`}>{row.orderNumber}</Link>,
  },
  { id: 'entName', title: t('field.enterprise'), minWidth: 140, gives: true, cell: (row) => row.entName },
  { id: 'kind', title: t('refund.kind'), minWidth: 110, cell: (row) => t(`refundKind.${row.kind}`) },
  {
    id: 'amountFen',
    title: t('field.amount'),
    minWidth: 100,
    brief: true,
    cell: (row) => money(row.amountFen),
  },
  {
    id: 'status',
    title: t('field.status'),
    fixed: true,
    brief: true,
    minWidth: 100,
    cell: (row) => <Badge {...REFUND_BADGES[row.status]}>{t(`refundState.${row.status}`)}</Badge>,
  },
  {
    id: 'reason',
    title: t('refund.reason'),
    minWidth: 140,
    cell: (row) => (row.kind === 'RETURN' ? t(`givenBack.${row.reason as 'LATE'}`) : row.reason),
  },
  { id: 'description', title: t('refund.description'), kind: 'long' },
  { id: 'failure', title: t('field.failure'), kind: 'long' },
  { id: 'requester', title: t('refunds.requester'), minWidth: 80 },
  { id: 'reviewer', title: t('refunds.reviewer'), hidden: true },
  { id: 'createTime', title: t('refunds.time'), kind: 'dateTime' },
  { id: 'doneTime', title: t('field.doneTime'), kind: 'dateTime', hidden: true },
];
