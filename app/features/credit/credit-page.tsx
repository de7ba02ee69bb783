import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getCredits } from '#core/credit/calls.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useTab } from '../../kit/use-tab.ts';
import { queryOf } from '../../query.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LotList } from './lot-list.tsx';
import { TransferList } from './transfer-list.tsx';

type Props = {
  /** Content of the orders tab; without it the tab is hidden. */
  orders?: ReactNode;
  actions?: ReactNode;
};

/** /company/recharge ([2.8b], [3.18b]): the enterprise's contract copies, their lots and their use. */
export function CreditPage({ orders, actions }: Props) {
  const { t } = useTranslation('credit');
  const tabs = orders ? (['lots', 'orders', 'ledger'] as const) : (['lots', 'ledger'] as const);
  const [tab, choose] = useTab('tab', tabs);
  return (
    <Page title={t('title')} about={t('about')} actions={actions}>
      <Panel title={t('balance.title')}>
        <Balances />
      </Panel>
      <Panel>
        <Tabs
          label={t('title')}
          selected={tab}
          onSelect={choose}
          items={tabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
        >
          {tab === 'lots' ? <LotList /> : tab === 'orders' ? orders : <TransferList />}
        </Tabs>
      </Panel>
    </Page>
  );
}

function Balances() {
  const { t, i18n } = useTranslation('credit');
  const { data, error, refetch } = useQuery(queryOf(getCredits, {}));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const creditText = (n: number) => t('copies', { n: formatNumber(n, i18n.language) });
  const { available, low, nextExpiry } = data;
  return (
    <>
      <Facts
        grid
        facts={[
          [t('balance.available'), <strong key="available">{creditText(available)}</strong>],
          [t('balance.reserved'), creditText(data.reserved)],
          [t('balance.used'), creditText(data.used)],
          [t('balance.expired'), creditText(data.expired)],
          nextExpiry !== null && [
            t('balance.next'),
            t('balance.nextAt', { n: creditText(nextExpiry.quantity), at: formatDateTime(nextExpiry.at) }),
          ],
        ]}
      />
      {available === 0 ? (
        <Notice tone="error">{t('balance.none')}</Notice>
      ) : (
        available < low && <Notice tone="warning">{t('balance.low')}</Notice>
      )}
    </>
  );
}
