import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listSimulatedTrades } from '#core/payment/sim-calls.ts';
import { call } from '../../call.ts';
import { Link } from '../../ui/link.tsx';
import { Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { usePolled } from '../../ui/use-polled.ts';
import style from './payment.module.css';
import { SimulatedBill } from './simulated-bill.tsx';
import { SimulatedTrade } from './simulated-trade.tsx';

/** /sim/pay: the payer's phone and the clerk of the simulated payment provider. A scanned QR code opens its trade. */
export function SimulatedPayments() {
  const { t } = useTranslation('payment');
  const [view, setView] = useState<'trades' | 'bill'>('trades');
  const items = [
    { id: 'trades' as const, label: t('sim.trades') },
    { id: 'bill' as const, label: t('sim.bill') },
  ];
  return (
    <Tabs label={t('sim.title')} items={items} selected={view} onSelect={setView}>
      {view === 'trades' ? <Trades /> : <SimulatedBill />}
    </Tabs>
  );
}

function Trades() {
  const { t } = useTranslation('payment');
  const [params] = useSearchParams();
  const tradeNo = params.get('tradeNo') || undefined;
  // `key` resets the list for another trade, so that the previous one is not shown meanwhile.
  return (
    <>
      {tradeNo && (
        <p>
          <Link to="/sim/pay">{t('sim.all')}</Link>
        </p>
      )}
      <TradeList key={tradeNo ?? ''} tradeNo={tradeNo} />
    </>
  );
}

function TradeList({ tradeNo }: { tradeNo: string | undefined }) {
  const { t } = useTranslation('payment');
  const { data, error, again } = usePolled((signal) =>
    call(listSimulatedTrades, tradeNo ? { tradeNo } : {}, { signal }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={again} />;
  if (!data) return <LoadingState />;
  return (
    <Panel>
      {data.length === 0 ? (
        <EmptyState icon="card" title={t('sim.none')}>
          {t('sim.noneText')}
        </EmptyState>
      ) : (
        <ul className={style.trades}>
          {data.map((trade) => (
            <SimulatedTrade key={trade.tradeNo} trade={trade} onChanged={again} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
