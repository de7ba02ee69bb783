import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chinaDay } from '#core/china-time.ts';
import { readSimulatedBill } from '#core/payment/sim-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime, formatMoney } from '../../i18n/format.ts';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { usePolled } from '../../ui/use-polled.ts';
import style from './payment.module.css';

/** The daily bill that the simulated provider gives its merchant. */
export function SimulatedBill() {
  const { t } = useTranslation('payment');
  const [day, setDay] = useState(() => chinaDay(Date.now()));
  return (
    <Panel>
      <DatePicker label={t('sim.day')} value={day} onChange={(chosen) => chosen && setDay(chosen)} />
      <Lines key={day} day={day} />
    </Panel>
  );
}

function Lines({ day }: { day: string }) {
  const { t, i18n } = useTranslation('payment');
  const { data, error, again } = usePolled((signal) => call(readSimulatedBill, { day }, { signal }));
  if (error && !data) return <ErrorState error={error} onRetry={again} />;
  if (!data) return <LoadingState />;
  if (data.length === 0) return <EmptyState icon="card" title={t('sim.billNone')} />;
  const money = (fen: number) => formatMoney(fen / 100, i18n.language);
  const sumOf = (kind: 'PAYMENT' | 'REFUND') =>
    data.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.amountFen, 0);
  return (
    <>
      <p>{t('sim.sums', { paid: money(sumOf('PAYMENT')), refunded: money(sumOf('REFUND')) })}</p>
      <ul className={style.movements} aria-label={t('sim.bill')}>
        {data.map((line) => (
          <li key={line.providerNo} className={style.row}>
            <span className={style.money}>
              {t(`sim.kind.${line.kind}`)} {money(line.amountFen)}
            </span>
            <span className={style.soft}>
              {line.tradeNo}
              {line.refundNo && ` · ${line.refundNo}`} · {formatDateTime(line.at, { seconds: true })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
