import { useTranslation } from 'react-i18next';
import type { PageAction } from '../../kit/action.ts';
import { ActionButton } from '../../kit/action-button.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { useTab } from '../../kit/use-tab.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AddEnterprise } from './add-enterprise.tsx';
import { BusinessList } from './business-list.tsx';

/** /account/myBusiness ([2.20]); `active=2` selects the tab to add an enterprise ([4.16f]). */
export function MyBusiness() {
  const { t } = useTranslation('company');
  const [active, show] = useTab('active', ['1', '2']);
  const host = useActions<undefined>();
  const add: PageAction = { id: 'add', label: t('mine.add'), icon: 'plus', to: () => '?active=2' };
  return (
    <Page
      title={t('mine.title')}
      about={t('mine.about')}
      actions={active === '1' && <ActionButton action={add} row={undefined} host={host} kind="primary" />}
    >
      <Panel>
        <Tabs
          label={t('mine.title')}
          selected={active}
          onSelect={show}
          items={[
            { id: '1', label: t('mine.tabMine') },
            { id: '2', label: t('mine.tabAdd') },
          ]}
        >
          {active === '1' ? (
            <BusinessList add={add} offering={host} />
          ) : (
            <AddEnterprise onSent={() => show('1')} />
          )}
        </Tabs>
      </Panel>
    </Page>
  );
}
