import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call, InputOf, OutputOf } from '#core/call.ts';
import {
  type listSimulatedTrades,
  paySimulatedTrade,
  refuseSimulatedTrade,
  sendSimulatedNotice,
  setSimulatedRefunds,
  settleSimulatedRefund,
} from '#core/payment/sim-calls.ts';
import {
  type MovementState,
  SIMULATED_NOTICES,
  SIMULATED_REFUNDS,
  type SimulatedRefunds,
} from '#core/payment/simulated.ts';
import { call } from '../../call.ts';
import { formatDateTime, formatMoney } from '../../i18n/format.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './payment.module.css';

type Trade = OutputOf<typeof listSimulatedTrades>[number];
type Movement = Trade['movements'][number];

const BADGES: Record<Trade['state'], StateBadge> = {
  WAITING: { tone: 'info', icon: 'hourglass' },
  PAID: { tone: 'success', icon: 'success' },
  CLOSED: { tone: 'neutral', icon: 'ban' },
  EXPIRED: { tone: 'neutral', icon: 'clock' },
};
const MOVEMENT_BADGES: Record<MovementState, StateBadge> = {
  RUNNING: { tone: 'info', icon: 'hourglass' },
  DONE: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'error', icon: 'error' },
};

/** Runs a call of the simulator, shows its error, and triggers a refetch of the list. */
function useAct(onChanged: () => void) {
  const { t } = useTranslation('payment');
  const [pending, setPending] = useState(false);
  const act = async <C extends Call>(what: C, input: InputOf<C>) => {
    setPending(true);
    try {
      await call(what, input);
    } catch (failure) {
      toast({ tone: 'error', text: errorText(failure, t) });
    }
    setPending(false);
    onChanged();
  };
  return { pending, act };
}

/** A trade, with the payer's valid and invalid actions, and its movements of money. */
export function SimulatedTrade({ trade, onChanged }: { trade: Trade; onChanged: () => void }) {
  const { t, i18n } = useTranslation('payment');
  const { pending, act } = useAct(onChanged);
  const { tradeNo, amountFen } = trade;
  const [yuan, setYuan] = useState<number | null>(amountFen / 100);
  const [notice, setNotice] = useState<string>('NOW');
  const name = { no: tradeNo };
  const pay = () =>
    act(paySimulatedTrade, {
      tradeNo,
      paidFen: Math.round((yuan ?? 0) * 100),
      notice: SIMULATED_NOTICES.find((one) => one === notice) ?? 'NOW',
    });
  return (
    <li className={style.trade} aria-label={t('sim.trade', name)}>
      <div className={style.row}>
        <strong className={style.money}>{formatMoney(amountFen / 100, i18n.language)}</strong>
        <span>{trade.subject}</span>
        <Badge {...BADGES[trade.state]}>{t(`sim.state.${trade.state}`)}</Badge>
      </div>
      <p className={style.soft}>
        {t('sim.until', { ...name, time: formatDateTime(trade.expiresAt, { seconds: true }) })}
      </p>
      <div className={style.form}>
        <NumberField
          label={t('sim.amount')}
          value={yuan}
          onChange={setYuan}
          min={0.01}
          max={100_000_000}
          decimals={2}
          unit={t('sim.yuan')}
        />
        <Select
          label={t('sim.noticeWhen')}
          value={notice}
          onChange={setNotice}
          options={SIMULATED_NOTICES.map((value) => ({ value, label: t(`sim.notice.${value}`) }))}
        />
        <Select
          label={t('sim.refundsHow')}
          value={trade.refunds}
          onChange={(refunds) =>
            void act(setSimulatedRefunds, { tradeNo, refunds: refunds as SimulatedRefunds })
          }
          options={SIMULATED_REFUNDS.map((value) => ({ value, label: t(`sim.refunds.${value}`) }))}
        />
      </div>
      <div className={style.row}>
        <Button kind="primary" pending={pending} disabled={yuan === null} onClick={() => void pay()}>
          {t(trade.state === 'PAID' ? 'sim.payAgain' : trade.state === 'WAITING' ? 'sim.pay' : 'sim.payLate')}
        </Button>
        {trade.state === 'WAITING' && (
          <Button pending={pending} onClick={() => void act(refuseSimulatedTrade, { tradeNo })}>
            {t('sim.refuse')}
          </Button>
        )}
      </div>
      {trade.movements.length > 0 && (
        <ul className={style.movements} aria-label={t('sim.movements')}>
          {trade.movements.map((movement) => (
            <MovementRow key={movement.providerNo} movement={movement} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </li>
  );
}

function MovementRow({ movement, onChanged }: { movement: Movement; onChanged: () => void }) {
  const { t, i18n } = useTranslation('payment');
  const { pending, act } = useAct(onChanged);
  const { providerNo, kind, refundNo, amountFen, state, at } = movement;
  return (
    <li className={style.row}>
      <span className={style.money}>
        {t(`sim.kind.${kind}`)} {formatMoney(amountFen / 100, i18n.language)}
      </span>
      <Badge {...MOVEMENT_BADGES[state]}>{t(`sim.movement.${state}`)}</Badge>
      <span className={style.soft}>
        {refundNo || providerNo} · {formatDateTime(at, { seconds: true })}
      </span>
      {state === 'RUNNING' ? (
        <>
          <Button
            size="small"
            pending={pending}
            onClick={() => void act(settleSimulatedRefund, { providerNo, done: true })}
          >
            {t('sim.refundDone')}
          </Button>
          <Button
            size="small"
            pending={pending}
            onClick={() => void act(settleSimulatedRefund, { providerNo, done: false })}
          >
            {t('sim.refundFailed')}
          </Button>
        </>
      ) : (
        <Button
          size="small"
          kind="text"
          pending={pending}
          onClick={() => void act(sendSimulatedNotice, { providerNo })}
        >
          {t('sim.tell')}
        </Button>
      )}
    </li>
  );
}
