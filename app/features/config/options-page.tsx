import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getPlatformOptions } from '#core/config/calls.ts';
import { queryOf } from '../../query.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { KeyPolicyForm } from './key-policy-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { MenuTree } from './menu-tree.tsx';
import { OptionForm } from './option-form.tsx';
import { OptionRecords } from './option-records.tsx';
import { WatermarkForm } from './watermark-form.tsx';

const TABS = ['option', 'watermark', 'limits', 'keys', 'menu', 'records'] as const;
type TabId = (typeof TABS)[number];

/** /platform/options: platform-wide settings ([3.24], [9.25], [9.35]). */
export function OptionsPage() {
  const { t } = useTranslation('config');
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'option';
  return (
    <Page title={t('title')} about={t('about')}>
      <Panel>
        <Tabs
          label={t('title')}
          selected={tab}
          onSelect={(id: TabId) => setParams({ tab: id }, { preventScrollReset: true })}
          items={TABS.map((id) => ({ id, label: t(`tab.${id}`) }))}
        >
          {tab === 'menu' ? <MenuTree /> : tab === 'records' ? <OptionRecords /> : <Options tab={tab} />}
        </Tabs>
      </Panel>
    </Page>
  );
}

function Options({ tab }: { tab: 'option' | 'watermark' | 'limits' | 'keys' }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(getPlatformOptions, {}),
    // do not reset a form while somebody edits it
    refetchOnWindowFocus: false,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (tab === 'option') return <OptionForm key={data.option.version} {...data.option} />;
  if (tab === 'watermark') return <WatermarkForm key={data.watermark.version} {...data.watermark} />;
  if (tab === 'keys') return <KeyPolicyForm key={data.keys.version} {...data.keys} />;
  return <LimitsForm key={data.limits.version} {...data.limits} />;
}
