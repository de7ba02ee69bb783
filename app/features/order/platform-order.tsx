import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getPlatformOrder } from '#core/order/platform-calls.ts';
import { DetailPage } from '../../kit/detail-page.tsx';
import { queryOf } from '../../query.ts';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/page.tsx';
import { InvoicePanel } from './invoice-panel.tsx';
import { OrderBadges, OrderFacts, OrderTimeline } from './order-facts.tsx';
import { usePlatformActions } from './platform-orders.tsx';

/** /platform/order/:orderId: details of an order, as shown to the platform. */
export function PlatformOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation('order');
  const query = useQuery(queryOf(getPlatformOrder, { orderId }));
  return (
    <DetailPage
      query={query}
      kind={t('detail.title')}
      title={({ orderNumber }) => t('detail.named', { number: orderNumber })}
      about={(order) => <OrderBadges order={order} />}
      actions={usePlatformActions()}
      main="ship"
      beside={(order) => <OrderTimeline order={order} />}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          {order.shipTo && (
            <Panel title={t('detail.shipTo')}>
              <Facts
                facts={[
                  [t('ship.receiver'), order.shipTo.receiver],
                  [t('ship.mobile'), order.shipTo.mobile],
                  [t('ship.address'), order.shipTo.address],
                ]}
              />
            </Panel>
          )}
          <InvoicePanel order={order} readOnly />
        </>
      )}
    </DetailPage>
  );
}
