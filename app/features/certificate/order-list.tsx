import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
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
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import style from './certificate.module.css';
import { ORDER_LOOKS } from './looks.ts';
import { OrderDetails } from './order-details.tsx';

const EMPTY = { orderNumber: '', status: '', sealCategory: '', time: ['', ''] as readonly string[] };

const DEEDS = { continue: continueOrder, refresh: refreshOrder } as const;
type Deed = keyof typeof DEEDS;

/** Orders for certificates: what became of each, and what can still be done about it ([4.5], [4.4b]). */
export function OrderList() {
  const { t } = useTranslation('certificate');
  const refresh = useRefresh();
  const state = useListState(EMPTY);
  const [open, setOpen] = useState<{
    kind: 'details' | 'sendApplicant' | 'revoke';
    row: OrderListRow;
  } | null>(null);
  const input = useMemo(() => inputOf(state.page, state.filters), [state.page, state.filters]);
  const list = useQuery(queryOf(listOrders, input));
  const renewed = () => refresh(continueOrder);
  const run = useMutation({
    mutationFn: ({ row, deed }: { row: OrderListRow; deed: Deed }) =>
      call(DEEDS[deed], { orderId: row.orderId }),
    onSuccess: ({ status, reason }) => {
      const tone = status === 'COMPLETED' ? 'success' : 'info';
      const text = t('order.stands', { status: t(`order.${status}`) });
      toast({ tone, text: reason ? t('order.because', { text, reason }) : text });
      return renewed();
    },
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const actions = useMemo((): RowAction<OrderListRow>[] => {
    const deed = (id: Deed, icon: RowAction<OrderListRow>['icon']) => ({
      id,
      label: t(`action.${id}`),
      icon,
      hidden: (row: OrderListRow) => !row.actions.includes(id),
      onAction: (row: OrderListRow) => run.mutate({ row, deed: id }),
    });
    return [
      {
        id: 'details',
        label: t('action.details'),
        icon: 'eye',
        onAction: (row) => setOpen({ kind: 'details', row }),
      },
      deed('continue', 'certificate'),
      deed('refresh', 'refresh'),
      {
        id: 'sendApplicant',
        label: t('action.sendApplicant'),
        icon: 'user',
        hidden: (row) => !row.actions.includes('sendApplicant'),
        onAction: (row) => setOpen({ kind: 'sendApplicant', row }),
      },
      {
        id: 'revoke',
        label: t('action.revoke'),
        icon: 'undo',
        danger: true,
        hidden: (row) => !row.actions.includes('revoke'),
        onAction: (row) => setOpen({ kind: 'revoke', row }),
      },
    ];
  }, [t, run.mutate]);
  const any = { value: '', label: t('any') };
  const fields = [
    { name: 'orderNumber', label: t('field.orderNumber'), maxLength: 30 },
    {
      name: 'status',
      label: t('field.orderStatus'),
      kind: 'select' as const,
      options: [any, ...ORDER_STATES.map((value) => ({ value, label: t(`order.${value}`) }))],
    },
    {
      name: 'sealCategory',
      label: t('field.category'),
      kind: 'select' as const,
      options: [any, ...ENTERPRISE_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))],
    },
    { name: 'time', label: t('field.createTime'), kind: 'dateRange' as const },
  ];
  return (
    <Page title={t('order.title')}>
      <Panel>
        <SearchForm fields={fields} values={state.filters} onSearch={state.search} />
        <Table
          {...pagedTable(list, state)}
          code="certificate.orders"
          label={t('order.title')}
          columns={columns}
          rowKey={(row) => row.orderId}
          empty={
            <EmptyState icon="card" title={t('order.emptyTitle')}>
              {t('order.emptyText')}
            </EmptyState>
          }
          actions={actions}
        />
      </Panel>
      {open?.kind === 'details' && <OrderDetails row={open.row} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open?.kind === 'sendApplicant'}
        onClose={() => setOpen(null)}
        title={t('sendApplicant.title')}
        thing={open?.row.orderNumber ?? ''}
        consequence={t('sendApplicant.text')}
        tone="neutral"
        confirmLabel={t('sendApplicant.submit')}
        onConfirm={async () => {
          if (!open) return;
          const { status } = await call(sendUserAuthToOrder, { orderId: open.row.orderId });
          const text = t('order.stands', { status: t(`order.${status}`) });
          toast({ tone: 'success', text: t('sendApplicant.done', { text }) });
          setOpen(null);
          await renewed();
        }}
      />
      <ConfirmDialog
        open={open?.kind === 'revoke'}
        onClose={() => setOpen(null)}
        title={t('revoke.title')}
        thing={open?.row.orderNumber ?? ''}
        consequence={t('revoke.text')}
        tone="danger"
        confirmLabel={t('revoke.submit')}
        onConfirm={async () => {
          if (!open) return;
          await call(revokeOrder, { orderId: open.row.orderId });
          toast({ tone: 'success', text: t('revoke.done') });
          setOpen(null);
          await renewed();
        }}
      />
    </Page>
  );
}

/** Dates are days of the reader; both ends belong to the range. */
const inputOf = (page: object, { time, ...filters }: typeof EMPTY): InputOf<typeof listOrders> =>
  filledIn({ ...page, ...filters, from: dayStart(time[0]), to: dayEnd(time[1]) }) as InputOf<
    typeof listOrders
  >;

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
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true },
  {
    id: 'status',
    title: t('field.orderStatus'),
    fixed: true,
    minWidth: 140,
    cell: (row) => <Badge {...ORDER_LOOKS[row.status]}>{t(`order.${row.status}`)}</Badge>,
  },
  { id: 'reason', title: t('field.reason'), kind: 'long', hidden: true },
  { id: 'creator', title: t('field.creator'), hidden: true },
];
