import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAdminApplications } from '#core/company/administrator-calls.ts';
import { listJoinApplications } from '#core/company/calls.ts';
import { useTab } from '../../kit/use-tab.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AdminReview } from './admin-review.tsx';
import { JoinReview } from './join-review.tsx';

/** What waits for a decision; the list's total is the count. */
const WAITING = { audited: 'false', size: 1 } as const;
const TABS = ['join', 'joinAudited', 'admin', 'adminAudited'] as const;

/** /company/audit ([2.3a], [2.18b]): applications to join and to become administrator, pending and decided. */
export function AuditPage() {
  const { t } = useTranslation('company');
  const [tab, choose] = useTab('tab', TABS);
  // Only the administrator can hand over the role.
  const administrator = useSession((s) => s.permissions?.includes('ENT_ADMIN') ?? false);
  const kind = administrator && tab.startsWith('admin') ? 'admin' : 'join';
  const isAudited = tab.endsWith('Audited');
  const Review = kind === 'join' ? JoinReview : AdminReview;
  const joins = useQuery(queryOf(listJoinApplications, WAITING));
  const admins = useQuery({ ...queryOf(listAdminApplications, WAITING), enabled: administrator });
  const counts = { join: joins.data?.total ?? null, admin: admins.data?.total ?? null };
  const stages = (
    <Tabs
      label={t('field.state')}
      selected={isAudited ? 'audited' : 'toAudit'}
      onSelect={(stage) => choose(stage === 'audited' ? `${kind}Audited` : kind)}
      items={[
        { id: 'toAudit', label: t('audit.toAudit'), count: counts[kind], loud: true },
        { id: 'audited', label: t('audit.audited') },
      ]}
    >
      <Review key={tab} audited={isAudited} />
    </Tabs>
  );
  return (
    <Page title={t('audit.title')} about={t('audit.about')}>
      <Panel>
        {administrator ? (
          <Tabs
            label={t('audit.title')}
            selected={kind}
            onSelect={choose}
            items={[
              { id: 'join', label: t('audit.tabJoin'), count: counts.join, loud: true },
              { id: 'admin', label: t('audit.tabAdmin'), count: counts.admin, loud: true },
            ]}
          >
            {stages}
          </Tabs>
        ) : (
          stages
        )}
      </Panel>
    </Page>
  );
}
