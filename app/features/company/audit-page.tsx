import { useTranslation } from 'react-i18next';
import { useTab } from '../../kit/use-tab.ts';
import { useSession } from '../../session/session-store.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AdminReview } from './admin-review.tsx';
import { JoinReview } from './join-review.tsx';

/** /company/audit ([2.3a]): who asks to join, and who asks to become the administrator. */
export function AuditPage() {
  const { t } = useTranslation('company');
  const [tab, choose] = useTab('tab', ['join', 'admin']);
  // Only the administrator gives their role away.
  const administrator = useSession((s) => s.permissions?.includes('ENT_ADMIN') ?? false);
  return (
    <Page title={t('audit.title')} about={t('audit.about')}>
      <Panel>
        {administrator ? (
          <Tabs
            label={t('audit.title')}
            selected={tab}
            onSelect={choose}
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
