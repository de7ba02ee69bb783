import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getOrder, type OrderListRow } from '#core/certificate/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { ITEM_BADGES, ORDER_BADGES } from './badges.ts';
import style from './certificate.module.css';

/** An order with its seals. */
export function OrderDetails({ row, onClose }: { row: OrderListRow; onClose: () => void }) {
  const { t } = useTranslation('certificate');
  const order = useQuery(queryOf(getOrder, { orderId: row.orderId }));
  const { status, reason, askedTime, endTime, applicantTime } = order.data ?? row;
  return (
    <Drawer open onClose={onClose} title={row.orderNumber}>
      <div>
        <Badge {...ORDER_BADGES[status]}>{t(`order.${status}`)}</Badge>
      </div>
      {reason !== '' && (
        <Notice tone={status === 'NO_SCHEDULED_PULL' ? 'warning' : 'error'}>
          {t('order.said', { reason })}
        </Notice>
      )}
      <Facts
        facts={[
          [t('field.kind'), t(`kind.${row.kind}`)],
          [t('field.category'), t(`category.${row.sealCategory}`)],
          [t('field.count'), row.count],
          [t('field.organization'), row.organization],
          [t('field.creator'), row.creator],
          [t('field.createTime'), formatDateTime(row.createTime)],
          [
            t('field.applicantTime'),
            applicantTime === null ? t('sendApplicant.none') : formatDateTime(applicantTime),
          ],
          [t('field.askedTime'), askedTime === null ? t('never') : formatDateTime(askedTime)],
          endTime !== null && [t('field.endTime'), formatDateTime(endTime)],
        ]}
      />
      <h3 className={style.heading}>{t('order.items')}</h3>
      {order.error && !order.data ? (
        <ErrorState error={order.error} onRetry={() => void order.refetch()} />
      ) : !order.data ? (
        <LoadingState />
      ) : (
        <ul className={style.list}>
          {order.data.items.map((item) => (
            <li key={item.stampId}>
              <strong>{item.stampName}</strong>
              <Badge {...ITEM_BADGES[item.status]}>{t(`item.${item.status}`)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}
