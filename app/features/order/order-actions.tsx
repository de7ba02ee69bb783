import { useTranslation } from 'react-i18next';
import { confirmReceipt, type OrderRow, revokeOrder, withdrawRefund } from '#core/order/calls.ts';
import { cancelInvoice } from '#core/order/invoice-calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** A buyer's actions on an order; the server returns for each order which are allowed. */
export function useOrderActions(): Action<OrderRow>[] {
  const { t } = useTranslation('order');
  const offered = (id: OrderRow['actions'][number]) => (row: OrderRow) => row.actions.includes(id);
  return [
    {
      id: 'pay',
      label: t('action.pay'),
      icon: 'qr',
      when: offered('pay'),
      layer: ({ rows: [row], finish }) => <PayDialog orderId={row.orderId} onClose={finish} />,
      calls: [revokeOrder],
    },
    {
      id: 'confirm',
      label: t('action.confirm'),
      icon: 'check',
      when: offered('confirm'),
      ask: ([row]) => ({
        title: t('confirm.title'),
        thing: row.orderNumber,
        consequence: t('confirm.text'),
      }),
      run: ([{ orderId }]) => call(confirmReceipt, { orderId }),
      done: () => t('confirm.done'),
      calls: [confirmReceipt],
    },
    {
      id: 'invoice',
      label: t('action.invoice'),
      icon: 'contract',
      when: offered('invoice'),
      layer: ({ rows: [row], close }) => <InvoiceDialog row={row} onClose={close} />,
    },
    {
      id: 'refund',
      label: t('action.refund'),
      icon: 'undo',
      when: offered('refund'),
      layer: ({ rows: [row], close }) => <RefundDialog row={row} onClose={close} />,
    },
    {
      id: 'withdrawRefund',
      label: t('action.withdrawRefund'),
      icon: 'undo',
      when: offered('withdrawRefund'),
      ask: ([row]) => ({
        title: t('withdraw.title'),
        thing: row.orderNumber,
        consequence: t('withdraw.text'),
      }),
      run: ([{ orderId }]) => call(withdrawRefund, { orderId }),
      done: () => t('withdraw.done'),
      calls: [withdrawRefund],
    },
    {
      id: 'cancelInvoice',
      label: t('action.cancelInvoice'),
      icon: 'ban',
      danger: true,
      when: offered('cancelInvoice'),
      ask: ([row]) => ({
        title: t('cancelInvoice.title'),
        thing: row.orderNumber,
        consequence: t('cancelInvoice.text'),
      }),
      run: ([{ orderId }]) => call(cancelInvoice, { orderId }),
      done: () => t('cancelInvoice.done'),
      calls: [cancelInvoice],
    },
    {
      id: 'revoke',
      label: t('action.revoke'),
      icon: 'ban',
      danger: true,
      when: offered('revoke'),
      ask: ([row]) => ({ title: t('revoke.title'), thing: row.orderNumber, consequence: t('revoke.text') }),
      run: ([{ orderId }]) => call(revokeOrder, { orderId }),
      done: () => t('revoke.done'),
      calls: [revokeOrder],
    },
  ];
}
