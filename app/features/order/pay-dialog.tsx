import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askPayment, getOrder, listOffers, type OrderDetail, payOrder } from '#core/order/calls.ts';
import type { PaymentProviderName } from '#core/payment/provider-names.ts';
import { call } from '../../call.ts';
import { queryOf, renew, staleAfter } from '../../query.ts';
import { useOwnEvents } from '../../shell/use-own-events.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './order.module.css';
import { useMoney } from './use-money.ts';

/** Polling intervals, ms: without event connection, and with it, in case an event was lost. */
const ASK_MS = 4_000;
const ASK_CONNECTED_MS = 20_000;

type Props = { orderId: string; onClose: () => void };

/** Payment by QR code: the code, the remaining time, and the result. The order stays open if the dialog is closed. */
export function PayDialog({ orderId, onClose }: Props) {
  const { t } = useTranslation('order');
  const order = useQuery(queryOf(getOrder, { orderId }));
  return (
    <Dialog open onClose={onClose} title={t('pay.title')}>
      {order.data ? (
        <Paying order={order.data} onClose={onClose} onNews={() => void order.refetch()} />
      ) : order.error ? (
        <ErrorState error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

type PayingProps = { order: OrderDetail; onClose: () => void; onNews: () => void };

function Paying({ order, onClose, onNews }: PayingProps) {
  const { t } = useTranslation('order');
  const client = useQueryClient();
  const money = useMoney();
  const open = order.payStatus !== 'PAID' && ['TO_PAY', 'PAYING'].includes(order.orderStatus);
  const paid = order.payStatus === 'PAID' && order.paidFen > 0;
  // The page behind shows the balance and the orders: refresh them.
  useEffect(() => {
    if (!open) void renew(client, staleAfter('order', 'credit', 'task'));
  }, [open, client]);

  if (paid)
    return (
      <div className={style.pay} role="status">
        <Icon name="success" size={48} />
        <p className={style.amount}>{money(order.paidFen)}</p>
        <p>
          <strong>{t('pay.done')}</strong>
        </p>
        <p>{t(`pay.done${order.goods}`, { n: order.quantity })}</p>
        <div className={style.row}>
          <LinkButton to={`/order/${order.orderId}`}>{t('pay.view')}</LinkButton>
          <Button kind="primary" onClick={onClose}>
            {t('pay.close')}
          </Button>
        </div>
      </div>
    );
  if (!open)
    return (
      <div className={style.pay} role="status">
        <Icon name="clock" size={48} />
        <p>
          <strong>{t(`orderState.${order.orderStatus}`)}</strong>
        </p>
        <p>{t('pay.over')}</p>
        <div className={style.row}>
          <LinkButton to={`/order/${order.orderId}`}>{t('pay.view')}</LinkButton>
          <Button kind="primary" onClick={onClose}>
            {t('pay.close')}
          </Button>
        </div>
      </div>
    );
  return <Code order={order} onNews={onNews} />;
}

function Code({ order, onNews }: Omit<PayingProps, 'onClose'>) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const offers = useQuery(queryOf(listOffers, { entId: order.entId }));
  const [method, setMethod] = useState<PaymentProviderName>();
  const methods = offers.data?.methods ?? [];
  const chosen = method ?? (methods.length === 1 ? methods[0] : undefined);
  const connected = useOwnEvents('order', onNews);
  const { mutate: begin, ...code } = useMutation({
    mutationFn: (by: PaymentProviderName) => call(payOrder, { orderId: order.orderId, method: by }),
    meta: { silent: true },
    onSuccess: onNews,
  });
  const { mutate: ask, ...asking } = useMutation({
    mutationFn: () => call(askPayment, { orderId: order.orderId }),
    meta: { silent: true },
    onSuccess: onNews,
  });
  useEffect(() => {
    if (chosen) begin(chosen);
  }, [chosen, begin]);
  const shown = code.data !== undefined;
  useEffect(() => {
    if (!shown) return;
    const timer = setInterval(() => ask(), connected ? ASK_CONNECTED_MS : ASK_MS);
    return () => clearInterval(timer);
  }, [shown, connected, ask]);
  const left = useTimeLeft(order.payBefore);

  if (offers.error && !offers.data)
    return <ErrorState error={offers.error} onRetry={() => void offers.refetch()} />;
  if (!offers.data) return <LoadingState />;
  return (
    <div className={style.pay}>
      <p>
        {order.name} · {t(`quantity.${order.goods}`, { n: order.quantity })}
      </p>
      <p className={style.amount}>{money(order.amountFen)}</p>
      {methods.length === 0 && <p>{t('pay.noMethod')}</p>}
      {methods.length > 1 && (
        <RadioGroup
          label={t('pay.method')}
          value={chosen ?? ''}
          onChange={(value) => setMethod(value as PaymentProviderName)}
          options={methods.map((one) => ({ value: one, label: t(`method.${one}`) }))}
        />
      )}
      {chosen &&
        (code.data ? (
          <>
            <QrCode text={code.data.qr} label={t('pay.code')} size={208} />
            <p>{t('pay.scan', { method: t(`method.${chosen}`) })}</p>
            {chosen === 'simulator' && (
              <Link to={code.data.qr} newTab>
                {t('pay.simulate')}
              </Link>
            )}
          </>
        ) : code.error ? (
          <ErrorState error={code.error} onRetry={() => begin(chosen)} />
        ) : (
          <LoadingState />
        ))}
      <p className={style.soft} role="timer">
        {left > 0
          ? t('pay.left', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })
          : t('pay.ending')}
      </p>
      {shown && (
        <Button kind="text" icon="refresh" pending={asking.isPending} onClick={() => ask()}>
          {t('pay.ask')}
        </Button>
      )}
      {asking.isError && <p className={style.soft}>{t('pay.askFailed')}</p>}
    </div>
  );
}

/** Seconds until `until` (epoch ms), counted down; never below 0. */
function useTimeLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
