import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AddEnterprise } from './add-enterprise.tsx';
import { BusinessList } from './business-list.tsx';

/** /account/myBusiness ([2.20]); `active=2` opens the ways to add an enterprise ([4.16f]). */
export function MyBusiness() {
  const { t } = useTranslation('company');
  const [params, setParams] = useSearchParams();
  const active = params.get('active') === '2' ? '2' : '1';
  const show = (id: '1' | '2') =>
    setParams(id === '1' ? {} : { active: id }, { preventScrollReset: true, replace: true });
  const add = (kind: 'primary' | 'plain') => (
    <Button kind={kind} icon="plus" onClick={() => show('2')}>
      {t('mine.add')}
    </Button>
  );
  return (
    <Page title={t('mine.title')} about={t('mine.about')} actions={active === '1' && add('primary')}>
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
          {active === '1' ? <BusinessList add={add('plain')} /> : <AddEnterprise onSent={() => show('1')} />}
        </Tabs>
      </Panel>
    </Page>
  );
}
