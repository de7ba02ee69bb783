import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import {
  answerSimulatedOrder,
  holdSimulatedOrders,
  listSimulatedOrders,
} from '#core/certificate/sim-calls.ts';
import { CA_ANSWERS, type CaAnswerState } from '#core/certificate/states.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { usePolled } from '../../ui/use-polled.ts';
import { errorText } from '../../wire/client-error.ts';
import { ORDER_BADGES } from './badges.ts';
import style from './certificate.module.css';

type Order = OutputOf<typeof listSimulatedOrders>['orders'][number];

/** The simulated certificate authority: decides its answer to each open order. */
export function SimulatedCa() {
  const { t } = useTranslation('certificate');
  const { data, error, again } = usePolled((signal) => call(listSimulatedOrders, {}, { signal }));
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const hold = async (organization: string, held: boolean) => {
    setProblem(undefined);
    try {
      await call(holdSimulatedOrders, { organization, hold: held });
      setName('');
      again();
    } catch (failure) {
      setProblem(errorText(failure, t));
    }
  };
  if (error && !data) return <ErrorState error={error} onRetry={again} />;
  if (!data) return <LoadingState />;
  const open = data.orders.filter(({ status }) => status === 'IN_PROGRESS' || status === 'NO_SCHEDULED_PULL');
  return (
    <div className={style.panel}>
      <Panel>
        <p>{t('sim.holdAbout')}</p>
        <div className={style.row}>
          <TextField label={t('field.organization')} value={name} onChange={setName} error={problem} />
          <Button disabled={name.trim() === ''} onClick={() => void hold(name.trim(), true)}>
            {t('sim.hold')}
          </Button>
        </div>
        <ul className={style.list}>
          {data.held.map((one) => (
            <li key={one}>
              <strong>{one}</strong>
              <Button size="small" onClick={() => void hold(one, false)}>
                {t('sim.release')}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel>
        {open.length === 0 ? (
          <EmptyState icon="card" title={t('sim.none')}>
            {t('sim.noneText')}
          </EmptyState>
        ) : (
          <ul className={style.orders}>
            {open.map((order) => (
              <OrderRow key={order.orderId} order={order} onAnswered={again} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function OrderRow({ order, onAnswered }: { order: Order; onAnswered: () => void }) {
  const { t } = useTranslation('certificate');
  const answer = async (said: CaAnswerState) => {
    try {
      await call(answerSimulatedOrder, { orderId: order.orderId, answer: said });
    } catch (failure) {
      toast({ tone: 'error', text: errorText(failure, t) });
    }
    onAnswered();
  };
  return (
    <li>
      <div className={style.row}>
        <strong>{order.organization}</strong>
        <span className={style.serial}>{order.orderNumber}</span>
        <span>{t('sim.certificates', { kind: t(`kind.${order.kind}`), count: order.count })}</span>
        <time>{formatDateTime(order.createTime)}</time>
        <Badge {...ORDER_BADGES[order.status]}>{t(`order.${order.status}`)}</Badge>
      </div>
      <div className={style.row} role="group" aria-label={t('sim.answer')}>
        {CA_ANSWERS.map((said) => (
          <Button
            key={said}
            size="small"
            aria-pressed={order.answer === said}
            kind={order.answer === said ? 'primary' : undefined}
            onClick={() => void answer(said)}
          >
            {t(`sim.say.${said}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}
