import { useSearchParams } from '@remix-run/react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { DocumentList } from './document-list.tsx';
import style from './help.module.css';
import { HELP_TABS, HELP_TOPICS, HELPER_FILES, type HelpTab } from './help-topics.ts';
import { VideoList } from './video-list.tsx';

const PinDialog = lazy(() => import('../../parts/agent/change-pin-dialog.tsx'));

/** /help/index ([2.24]): documents, videos, the certificate helper, and help with a locked or expiring UKey. */
export function HelpPage() {
  const { t } = useTranslation('help');
  const [params, setParams] = useSearchParams();
  const tab = HELP_TABS.find((id) => id === params.get('topic')) ?? HELP_TABS[0];
  return (
    <Page title={t('title')} about={t('about')}>
      <Panel>
        <Tabs<HelpTab>
          label={t('topics')}
          items={HELP_TABS.map((id) => ({ id, label: t(`topic.${id}.title`) }))}
          selected={tab}
          onSelect={(id) => setParams({ topic: id }, { replace: true, preventScrollReset: true })}
        >
          {tab === 'documents' ? <DocumentList /> : tab === 'videos' ? <VideoList /> : <Topic id={tab} />}
        </Tabs>
      </Panel>
    </Page>
  );
}

function Topic({ id }: { id: keyof typeof HELP_TOPICS }) {
  const { t } = useTranslation('help');
  return (
    <article className={style.topic}>
      <p>{t(`topic.${id}.about`)}</p>
      <ol>
        {HELP_TOPICS[id].map((step) => (
          <li key={step}>{t(`topic.${id}.${step}`)}</li>
        ))}
      </ol>
      {id === 'helper' && <Downloads />}
      {id === 'unlock' && <Unlock />}
    </article>
  );
}

function Downloads() {
  const { t } = useTranslation('help');
  const site = globalThis.location?.origin ?? '';
  return (
    <ul className={style.files}>
      {HELPER_FILES.map(({ id, path }) => (
        <li key={id}>
          <a href={path} download>
            <Icon name="download" /> {t(`download.${id}`)}
          </a>
          <code>{`${id === 'file' ? 'node signet-agent.mjs' : `npx ${site}${path}`} --origin ${site}`}</code>
        </li>
      ))}
    </ul>
  );
}

function Unlock() {
  const { t } = useTranslation(['help', 'agent']);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="lock" onClick={() => setOpen(true)}>
        {t('agent:unlock.title')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PinDialog
            mode="unlock"
            onDone={() => {
              setOpen(false);
              toast({ tone: 'success', text: t('agent:unlock.done') });
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
