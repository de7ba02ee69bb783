import { useTranslation } from 'react-i18next';
import { listOrders, placeOrder } from '#core/order/calls.ts';
import type { PageAction } from '../../kit/action.ts';
import { ActionButton } from '../../kit/action-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { ListView } from '../../kit/list-view.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { useList } from '../../kit/use-list.ts';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { BuyFlow } from './buy-flow.tsx';
import { useOrderActions } from './order-actions.tsx';
import { ORDER_FILTERS, orderColumns, orderFields } from './order-columns.tsx';
import { useMoney } from './use-money.ts';

/** `inOne`: whether all orders belong to one enterprise. */
function useOrders(inOne: boolean) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const list = useList(listOrders, {
    filters: ORDER_FILTERS,
    // Dates are in the reader's time zone; the range includes both ends.
    input: ({ time, ...rest }) => ({ ...rest, from: dayStart(time[0]), to: dayEnd(time[1]) }),
  });
  return {
    code: 'order.orders',
    list,
    rowKey: (row: { orderId: string }) => row.orderId,
    columns: orderColumns(t, money, '/order').map((column) =>
      column.id === 'entName' && inOne ? { ...column, hidden: true } : column,
    ),
    fields: orderFields(t),
    actions: useOrderActions(),
    empty: { icon: 'card', title: t('empty.title'), text: t('empty.text') } as const,
  };
}

/** Opens the purchase, as the main action of a page. */
export function useBuyAction(): PageAction {
  const { t } = useTranslation('order');
  return {
    id: 'buy',
    label: t('action.buy'),
    icon: 'plus',
    layer: ({ finish }) => <BuyFlow onClose={finish} />,
    calls: [placeOrder],
  };
}

/** Opens the purchase, as a button. */
export function BuyButton() {
  const host = useActions<undefined>();
  return (
    <>
      <ActionButton action={useBuyAction()} row={undefined} host={host} kind="primary" />
      {host.layer}
    </>
  );
}

/** /account/orderManage: orders of the enterprises that the person administers ([2.2], [2.22]). */
export function OrderList() {
  const { t } = useTranslation('order');
  return <ListPage title={t('title')} about={t('about')} main={useBuyAction()} {...useOrders(false)} />;
}

/** Orders of the current enterprise, in a tab. */
export function OrderTab() {
  const { t } = useTranslation('order');
  return <ListView label={t('title')} {...useOrders(true)} />;
}
