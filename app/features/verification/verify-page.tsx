import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeOver } from '../../parts/verdict/hand-over.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { TrustPanel } from './trust-panel.tsx';
import { useChecks } from './use-checks.ts';
import { useTrust } from './use-trust.ts';

const Results = lazy(() => import('./results.tsx').then((m) => ({ default: m.Results })));

/** Verification of PDF and OFD files on the device itself ([1.6], [2.4], [5.13b]). */
export function VerifyPage() {
  const { t } = useTranslation('verification');
  const trust = useTrust();
  const { checks, add, remove } = useChecks(trust.anchors);
  const [selected, setSelected] = useState<string>();
  useEffect(fetchAhead, []);
  // The page of a finished task passes its file along.
  useEffect(() => {
    const files = takeOver();
    if (files.length > 0) setSelected(add(files));
  }, [add]);

  return (
    <Page title={t('title')} about={t('about')}>
      <Notice>{t('experience')}</Notice>
      {trust.failed && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" icon="refresh" onClick={trust.retry}>
              {t('retry')}
            </Button>
          }
        >
          {t('noTrust')}
        </Notice>
      )}
      <Panel>
        <ChooseFiles onChoose={(files) => setSelected(add(files) ?? selected)} />
        {trust.anchors && <TrustPanel anchors={trust.anchors} onAdd={trust.add} onRemove={trust.remove} />}
      </Panel>
      {checks.length > 0 && (
        <Suspense fallback={<LoadingState />}>
          <Results checks={checks} selected={selected} onSelect={setSelected} onRemove={remove} />
        </Suspense>
      )}
    </Page>
  );
}
