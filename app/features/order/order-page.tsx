import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getOrder } from '#core/order/calls.ts';
import { DetailPage } from '../../kit/detail-page.tsx';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { useOwnEvents } from '../../shell/use-own-events.ts';
import { LinkButton } from '../../ui/button.tsx';
import { InvoicePanel } from './invoice-panel.tsx';
import { useOrderActions } from './order-actions.tsx';
import { OrderBadges, OrderFacts, OrderTimeline } from './order-facts.tsx';

/** /order/:orderId: an order with its invoices and its timeline ([2.22]). */
export function OrderPage({ orderId }: { orderId: string }) {
  const { t } = useTranslation('order');
  const acting = useSession((s) => s.activeUser?.type === 'ent');
  const query = useQuery(queryOf(getOrder, { orderId }));
  useOwnEvents('order', () => void query.refetch());
  return (
    <DetailPage
      query={query}
      kind={t('detail.title')}
      title={({ orderNumber }) => t('detail.named', { number: orderNumber })}
      about={(order) => <OrderBadges order={order} />}
      actions={useOrderActions()}
      main="pay"
      back={
        <LinkButton to={acting ? '/company/recharge?tab=orders' : '/account/orderManage'} icon="arrow-left">
          {t('detail.back')}
        </LinkButton>
      }
      beside={(order) => <OrderTimeline order={order} />}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          <InvoicePanel order={order} />
        </>
      )}
    </DetailPage>
  );
}
