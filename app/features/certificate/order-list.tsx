import { useTranslation } from 'react-i18next';
import {
  continueOrder,
  listOrders,
  type OrderListRow,
  refreshOrder,
  revokeOrder,
  sendUserAuthToOrder,
} from '#core/certificate/calls.ts';
import { ORDER_STATES } from '#core/certificate/states.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import type { Action, Runs } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import type { Column } from '../../ui/table/table.tsx';
import { ORDER_BADGES } from './badges.ts';
import style from './certificate.module.css';
import { OrderDetails } from './order-details.tsx';

const FILTERS = { orderNumber: '', status: '', sealCategory: '', time: ['', ''] as readonly string[] };

/** Certificate orders with their states and actions ([4.5], [4.4b]). */
export function OrderList() {
  const { t } = useTranslation('certificate');
  const list = useList(listOrders, {
    filters: FILTERS,
    // Dates are in the reader's time zone; the range includes both ends.
    input: ({ time, ...rest }) => ({ ...rest, from: dayStart(time[0]), to: dayEnd(time[1]) }),
  });
  return (
    <ListPage
      title={t('order.title')}
      code="certificate.orders"
      list={list}
      rowKey={(row) => row.orderId}
      columns={columnsOf(t)}
      actions={orderActions(t)}
      fields={[
        { name: 'orderNumber', label: t('field.orderNumber'), maxLength: 30 },
        choice('status', t('field.orderStatus'), t('any'), ORDER_STATES, (value) => t(`order.${value}`)),
        choice('sealCategory', t('field.category'), t('any'), ENTERPRISE_CATEGORIES, (value) =>
          t(`category.${value}`),
        ),
        { name: 'time', label: t('field.createTime'), kind: 'dateRange' },
      ]}
      empty={{ icon: 'card', title: t('order.emptyTitle'), text: t('order.emptyText') }}
    />
  );
}

type Order = OrderListRow;
type Standing = { status: Order['status']; reason: string };

/** The actions on an order; the server returns for each order which are allowed. */
function orderActions(t: Translate): Action<Order>[] {
  const stands = ({ status }: Pick<Standing, 'status'>) =>
    t('order.stands', { status: t(`order.${status}`) });
  const asks = (
    id: 'continue' | 'refresh',
    icon: Action<Order>['icon'],
    theCall: typeof continueOrder | typeof refreshOrder,
  ): Runs<Order, Standing> => ({
    id,
    label: t(`action.${id}`),
    icon,
    when: (row) => row.actions.includes(id),
    run: ([{ orderId }]) => call(theCall, { orderId }),
    done: (_, standing) => ({
      tone: standing.status === 'COMPLETED' ? 'success' : 'info',
      text: standing.reason
        ? t('order.because', { text: stands(standing), reason: standing.reason })
        : stands(standing),
    }),
    calls: [theCall],
  });
  const sendApplicant: Runs<Order, Pick<Standing, 'status'>> = {
    id: 'sendApplicant',
    label: t('action.sendApplicant'),
    icon: 'user',
    when: (row) => row.actions.includes('sendApplicant'),
    ask: ([{ orderNumber }]) => ({
      title: t('sendApplicant.title'),
      thing: orderNumber,
      consequence: t('sendApplicant.text'),
      confirm: t('sendApplicant.submit'),
    }),
    run: ([{ orderId }]) => call(sendUserAuthToOrder, { orderId }),
    done: (_, standing) => t('sendApplicant.done', { text: stands(standing) }),
    calls: [sendUserAuthToOrder],
  };
  return [
    {
      id: 'details',
      label: t('action.details'),
      icon: 'eye',
      layer: ({ rows: [row], close }) => <OrderDetails row={row} onClose={close} />,
    },
    asks('continue', 'certificate', continueOrder),
    asks('refresh', 'refresh', refreshOrder),
    sendApplicant,
    {
      id: 'revoke',
      label: t('action.revoke'),
      icon: 'undo',
      danger: true,
      when: (row) => row.actions.includes('revoke'),
      ask: ([{ orderNumber }]) => ({
        title: t('revoke.title'),
        thing: orderNumber,
        consequence: t('revoke.text'),
        confirm: t('revoke.submit'),
      }),
      run: ([{ orderId }]) => call(revokeOrder, { orderId }),
      done: () => t('revoke.done'),
      calls: [revokeOrder],
    },
  ];
}

type Translate = ReturnType<typeof useTranslation<'certificate'>>['t'];

const columnsOf = (t: Translate): Column<OrderListRow>[] => [
  {
    id: 'orderNumber',
    title: t('field.orderNumber'),
    minWidth: 180,
    fixed: true,
    sort: true,
    cell: (row) => <span className={style.serial}>{row.orderNumber}</span>,
  },
  { id: 'kind', title: t('field.kind'), cell: (row) => t(`kind.${row.kind}`) },
  { id: 'count', title: t('field.count'), kind: 'number', sort: true },
  { id: 'sealCategory', title: t('field.category'), cell: (row) => t(`category.${row.sealCategory}`) },
  { id: 'organization', title: t('field.organization'), minWidth: 160 },
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true, brief: true },
  {
    id: 'status',
    title: t('field.orderStatus'),
    fixed: true,
    brief: true,
    minWidth: 140,
    cell: (row) => <Badge {...ORDER_BADGES[row.status]}>{t(`order.${row.status}`)}</Badge>,
  },
  { id: 'reason', title: t('field.reason'), kind: 'long', hidden: true },
  { id: 'creator', title: t('field.creator'), hidden: true },
];
