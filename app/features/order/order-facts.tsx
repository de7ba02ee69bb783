import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#core/order/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import {
  EVENT_BADGES,
  GOODS_BADGES,
  INVOICE_BADGES,
  ORDER_BADGES,
  PAY_BADGES,
  REFUND_BADGES,
} from './badges.ts';
import style from './order.module.css';
import { useMoney } from './use-money.ts';

/** States of an order: order, payment, goods, invoice. */
export function OrderBadges({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('order');
  return (
    <span className={style.badges}>
      <Badge {...ORDER_BADGES[order.orderStatus]}>{t(`orderState.${order.orderStatus}`)}</Badge>
      <Badge {...PAY_BADGES[order.payStatus]}>{t(`payState.${order.payStatus}`)}</Badge>
      <Badge {...GOODS_BADGES[order.goodsStatus]}>{t(`goodsState.${order.goodsStatus}`)}</Badge>
      <Badge {...INVOICE_BADGES[order.invoiceStatus]}>{t(`invoiceState.${order.invoiceStatus}`)}</Badge>
    </span>
  );
}

/** What was bought, by whom, for how much, and the result. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const { lot } = order;
  return (
    <>
      <Panel title={t('detail.order')}>
        <Facts
          grid
          facts={[
            [t('field.name'), order.name],
            [t('field.enterprise'), order.entName],
            [t('field.buyer'), order.buyer],
            [t('field.unit'), money(order.unitFen)],
            [t('field.count'), order.count],
            [t('field.quantity'), t(`quantity.${order.goods}`, { n: order.quantity })],
            [t('field.amount'), <strong key="amount">{money(order.amountFen)}</strong>],
            order.refundedFen > 0 && [t('field.refunded'), money(order.refundedFen)],
            [t('field.createTime'), formatDateTime(order.createTime)],
            order.payTime !== null && [t('field.payTime'), formatDateTime(order.payTime)],
            order.payTime === null &&
              order.actions.includes('pay') && [t('field.payBefore'), formatDateTime(order.payBefore)],
            order.trackingNumber !== '' && [t('field.tracking'), `${order.carrier} ${order.trackingNumber}`],
          ]}
        />
      </Panel>
      {lot && (
        <Panel title={t('detail.lot')}>
          <Facts
            facts={[
              [t('field.lot'), lot.number],
              [t('lot.total'), lot.total],
              [t('lot.used'), lot.used],
              [t('lot.remaining'), lot.remaining],
              [t('lot.expires'), lot.expireTime === null ? t('buy.noTerm') : formatDateTime(lot.expireTime)],
            ]}
          />
        </Panel>
      )}
      {order.payments.length > 0 && (
        <Panel title={t('detail.payments')}>
          <ul className={style.list}>
            {order.payments.map((payment) => (
              <li key={`${payment.tradeNo}${payment.payTime}`}>
                <Facts
                  facts={[
                    [t('field.method'), t(`method.${payment.method}`)],
                    [t('field.tradeNo'), payment.tradeNo],
                    [t('field.status'), t(`paymentState.${payment.status}`)],
                    payment.payTime !== null && [
                      t('field.paid'),
                      `${money(payment.paidFen)} · ${formatDateTime(payment.payTime)}`,
                    ],
                    payment.givenBack !== null && [t('field.givenBack'), t(`givenBack.${payment.givenBack}`)],
                  ]}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {order.refunds.length > 0 && (
        <Panel title={t('detail.refunds')}>
          <ul className={style.list}>
            {order.refunds.map((refund) => (
              <li key={refund.refundId}>
                <Facts
                  facts={[
                    [t('field.refundNumber'), refund.refundNumber],
                    [
                      t('field.status'),
                      <Badge key="status" {...REFUND_BADGES[refund.status]}>
                        {t(`refundState.${refund.status}`)}
                      </Badge>,
                    ],
                    [t('refund.kind'), t(`refundKind.${refund.kind}`)],
                    [t('field.amount'), money(refund.amountFen)],
                    refund.kind !== 'RETURN' && [t('refund.reason'), refund.reason],
                    refund.description !== '' && [t('refund.description'), refund.description],
                    refund.reviewRemark !== '' && [t('field.reviewRemark'), refund.reviewRemark],
                    [t('refunds.time'), formatDateTime(refund.createTime)],
                    refund.doneTime !== null && [t('field.doneTime'), formatDateTime(refund.doneTime)],
                  ]}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** Events of an order, newest first. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('order');
  const money = useMoney();
  return (
    <Panel title={t('detail.timeline')}>
      <ol className={style.timeline} reversed>
        {order.timeline.toReversed().map((entry, i) => {
          const { icon, tone } = EVENT_BADGES[entry.event];
          return (
            <li key={order.timeline.length - i} className={style.entry}>
              <span className={classes(style.mark, tone !== 'neutral' && style[tone])}>
                <Icon name={icon} size={16} />
              </span>
              <div className={style.words}>
                <strong>{t(`event.${entry.event}`)}</strong>
                <span className={style.soft}>
                  {formatDateTime(entry.at, { seconds: true })} · {entry.operator || t('bySystem')}
                  {entry.amountFen !== null && ` · ${money(entry.amountFen)}`}
                </span>
                {entry.remark && <span className={style.soft}>{entry.remark}</span>}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
