import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { plainFileName } from '#core/file-name.ts';
import type { OrderRow } from '#core/order/calls.ts';
import { retryInvoice } from '#core/order/invoice-calls.ts';
import { yuan } from '#core/order/money.ts';
import { listPlatformOrders, receiveReturn } from '#core/order/platform-calls.ts';
import { call, saveFile } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { writeSheet } from '../../kit/write-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { ORDER_FILTERS, orderColumns, orderFields } from './order-columns.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { useMoney } from './use-money.ts';

const FILTERS = { entName: '', ...ORDER_FILTERS };

/** /platform/order: orders of all enterprises. The platform ships goods, accepts returns and exports them. */
export function PlatformOrders() {
  const { t } = useTranslation('order');
  const money = useMoney();
  const list = useList(listPlatformOrders, {
    filters: FILTERS,
    // Dates are in the reader's time zone; the range includes both ends.
    input: ({ time, ...rest }) => ({ ...rest, from: dayStart(time[0]), to: dayEnd(time[1]) }),
  });
  const { exporting, exportAll } = useExport();
  return (
    <ListPage
      title={t('platform.title')}
      code="order.platform"
      list={list}
      rowKey={(row) => row.orderId}
      columns={orderColumns(t, money, '/platform/order')}
      fields={[{ name: 'entName', label: t('field.enterprise'), maxLength: 100 }, ...orderFields(t)]}
      actions={usePlatformActions()}
      beside={
        <Button icon="download" pending={exporting} onClick={() => exportAll(list.input)}>
          {t('platform.export')}
        </Button>
      }
      empty={{ icon: 'card', title: t('empty.title'), text: t('platform.empty') }}
    />
  );
}

type OrderColumns = Pick<
  OrderRow,
  'orderId' | 'orderNumber' | 'goodsStatus' | 'orderStatus' | 'invoiceStatus' | 'goods'
>;

/** The platform's actions on an order. */
export function usePlatformActions(): Action<OrderColumns>[] {
  const { t } = useTranslation('order');
  return [
    {
      id: 'ship',
      label: t('action.ship'),
      icon: 'send',
      when: (row) => row.orderStatus === 'TO_SHIP',
      layer: ({ rows: [row], close }) => <ShipDialog row={row} onClose={close} />,
    },
    {
      id: 'receive',
      label: t('action.receive'),
      icon: 'undo',
      when: (row) => row.orderStatus === 'REFUNDING' && ['SHIPPED', 'CONFIRMED'].includes(row.goodsStatus),
      ask: ([row]) => ({ title: t('receive.title'), thing: row.orderNumber, consequence: t('receive.text') }),
      run: ([{ orderId }]) => call(receiveReturn, { orderId }),
      done: () => t('receive.done'),
      calls: [receiveReturn],
    },
    {
      id: 'retryInvoice',
      label: t('action.retryInvoice'),
      icon: 'refresh',
      when: (row) => row.invoiceStatus === 'FAILED',
      run: ([{ orderId }]) => call(retryInvoice, { orderId }),
      done: () => t('retryInvoice.done'),
      calls: [retryInvoice],
    },
  ];
}

const PAGE = 500;
/** Maximum number of exported rows; narrower filters find the rest. */
const MOST = 10_000;

/** Exports the filtered orders to an Excel file. */
function useExport() {
  const { t } = useTranslation('order');
  const [exporting, setExporting] = useState(false);
  async function run(input: InputOf<typeof listPlatformOrders>) {
    setExporting(true);
    try {
      const rows: OrderRow[] = [];
      for (let current = 1; rows.length < MOST; current++) {
        const page = await call(listPlatformOrders, { ...input, current, size: PAGE });
        rows.push(...page.records);
        if (page.records.length < PAGE) break;
      }
      const amount = (fen: number) => Number(yuan(fen));
      const blob = await writeSheet<OrderRow>(
        [
          { title: t('field.orderNumber'), width: 24, value: (row) => row.orderNumber },
          { title: t('field.enterprise'), width: 28, value: (row) => row.entName },
          { title: t('field.buyer'), width: 12, value: (row) => row.buyer },
          { title: t('field.name'), width: 24, value: (row) => row.name },
          { title: t('field.quantity'), width: 10, value: (row) => row.quantity },
          { title: t('field.amount'), width: 12, value: (row) => amount(row.amountFen) },
          { title: t('field.paid'), width: 12, value: (row) => amount(row.paidFen) },
          { title: t('field.refunded'), width: 12, value: (row) => amount(row.refundedFen) },
          { title: t('field.orderStatus'), width: 12, value: (row) => t(`orderState.${row.orderStatus}`) },
          { title: t('field.payStatus'), width: 12, value: (row) => t(`payState.${row.payStatus}`) },
          {
            title: t('field.invoiceStatus'),
            width: 12,
            value: (row) => t(`invoiceState.${row.invoiceStatus}`),
          },
          { title: t('field.createTime'), width: 18, value: (row) => new Date(row.createTime) },
        ],
        rows,
        t('platform.title'),
      );
      saveFile({ name: `${plainFileName(t('platform.title'))} ${formatDate(Date.now())}.xlsx`, blob });
      toast({ tone: 'success', text: t('platform.exported', { n: rows.length }) });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setExporting(false);
    }
  }
  return { exporting, exportAll: (input: InputOf<typeof listPlatformOrders>) => void run(input) };
}
