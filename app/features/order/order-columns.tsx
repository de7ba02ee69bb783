import type { useTranslation } from 'react-i18next';
import type { OrderRow } from '#core/order/calls.ts';
import { INVOICE_STATES, ORDER_STATES, PAY_STATES } from '#core/order/states.ts';
import { choice } from '../../kit/search-options.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import type { SearchField } from '../../ui/search-form.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { GOODS_BADGES, INVOICE_BADGES, ORDER_BADGES, PAY_BADGES } from './badges.ts';

type Translate = ReturnType<typeof useTranslation<'order'>>['t'];

export const ORDER_FILTERS = {
  orderNumber: '',
  orderStatus: '',
  payStatus: '',
  invoiceStatus: '',
  time: ['', ''] as readonly string[],
};

export const orderFields = (t: Translate): SearchField[] => [
  { name: 'orderNumber', label: t('field.orderNumber'), maxLength: 30 },
  choice('orderStatus', t('field.orderStatus'), t('any'), ORDER_STATES, (value) => t(`orderState.${value}`)),
  { name: 'time', label: t('field.createTime'), kind: 'dateRange' },
  choice('payStatus', t('field.payStatus'), t('any'), PAY_STATES, (value) => t(`payState.${value}`)),
  choice('invoiceStatus', t('field.invoiceStatus'), t('any'), INVOICE_STATES, (value) =>
    t(`invoiceState.${value}`),
  ),
];

/** Columns of order lists ([3.18a]); `path` is the parent path of an order's page. */
export const orderColumns = (
  t: Translate,
  money: (fen: number) => string,
  path: string,
): Column<OrderRow>[] => [
  {
    id: 'orderNumber',
    title: t('field.orderNumber'),
    minWidth: 190,
    fixed: true,
    cell: (row) => <Link to={`${path}/${row.orderId}`}>{row.orderNumber}</Link>,
  },
  { id: 'name', title: t('field.name'), minWidth: 150, gives: true, cell: (row) => row.name },
  { id: 'entName', title: t('field.enterprise'), minWidth: 150 },
  { id: 'unitFen', title: t('field.unit'), minWidth: 90, cell: (row) => money(row.unitFen) },
  { id: 'count', title: t('field.count'), kind: 'number' },
  {
    id: 'amountFen',
    title: t('field.amount'),
    minWidth: 100,
    brief: true,
    cell: (row) => money(row.amountFen),
  },
  {
    id: 'orderStatus',
    title: t('field.orderStatus'),
    fixed: true,
    brief: true,
    minWidth: 110,
    cell: (row) => <Badge {...ORDER_BADGES[row.orderStatus]}>{t(`orderState.${row.orderStatus}`)}</Badge>,
  },
  {
    id: 'payStatus',
    title: t('field.payStatus'),
    minWidth: 100,
    cell: (row) => <Badge {...PAY_BADGES[row.payStatus]}>{t(`payState.${row.payStatus}`)}</Badge>,
  },
  {
    id: 'goodsStatus',
    title: t('field.goodsStatus'),
    minWidth: 100,
    hidden: true,
    cell: (row) => <Badge {...GOODS_BADGES[row.goodsStatus]}>{t(`goodsState.${row.goodsStatus}`)}</Badge>,
  },
  {
    id: 'invoiceStatus',
    title: t('field.invoiceStatus'),
    minWidth: 100,
    cell: (row) => (
      <Badge {...INVOICE_BADGES[row.invoiceStatus]}>{t(`invoiceState.${row.invoiceStatus}`)}</Badge>
    ),
  },
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime' },
  { id: 'buyer', title: t('field.buyer'), hidden: true },
];
