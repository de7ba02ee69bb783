import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-store.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AdminReview } from './admin-review.tsx';
import { JoinReview } from './join-review.tsx';

/** /company/audit ([2.3a]): who asks to join, and who asks to become the administrator. */
export function AuditPage() {
  const { t } = useTranslation('company');
  const [params, setParams] = useSearchParams();
  // Only the administrator gives their role away.
  const administrator = useSession((s) => s.permissions?.includes('ENT_ADMIN') ?? false);
  const tab = administrator && params.get('tab') === 'admin' ? 'admin' : 'join';
  return (
    <Page title={t('audit.title')} about={t('audit.about')}>
      <Panel>
        {administrator ? (
          <Tabs
            label={t('audit.title')}
            selected={tab}
            onSelect={(id: 'join' | 'admin') =>
              setParams(id === 'join' ? {} : { tab: id }, { preventScrollReset: true })
            }
            items={[
              { id: 'join', label: t('audit.tabJoin') },
              { id: 'admin', label: t('audit.tabAdmin') },
            ]}
          >
            {tab === 'join' ? <JoinReview /> : <AdminReview />}
          </Tabs>
        ) : (
          <JoinReview />
        )}
      </Panel>
    </Page>
  );
}
