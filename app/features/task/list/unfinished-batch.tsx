import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchView, closeBatch, getBatch } from '#core/task/batch-calls.ts';
import { call } from '../../../call.ts';
import { queryOf, useRefresh } from '../../../query.ts';
import { ownerOf, useSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';

const BatchSignDialog = lazy(() => import('../../../parts/signing/batch/batch-sign-dialog.tsx'));

/** An unfinished signing batch, for example after a reload: its state, and a button to continue. */
export function UnfinishedBatch() {
  const { t } = useTranslation('batchSign');
  const owner = useSession(ownerOf);
  const refresh = useRefresh();
  const { data: batch } = useQuery(queryOf(getBatch, {}, owner));
  const [opened, setOpened] = useState<BatchView>();
  const count = (state: BatchView['items'][number]['state']) =>
    batch?.items.filter((item) => item.state === state).length ?? 0;
  const end = async ({ batchId }: BatchView) => {
    try {
      await call(closeBatch, { batchId });
      toast({ text: t('ended') });
      await refresh(closeBatch);
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
  };
  // The dialog stays mounted when the batch is finished and the notice disappears.
  return (
    <>
      {batch && (
        <Notice
          tone="warning"
          actions={
            <>
              <Button size="small" onClick={() => setOpened(batch)}>
                {t('goOn')}
              </Button>
              <Button size="small" kind="quiet" onClick={() => end(batch)}>
                {t('end')}
              </Button>
            </>
          }
        >
          {t('left', { done: count('SUCCESS'), failed: count('EXCEPTION'), left: count('WAITING') })}
        </Notice>
      )}
      {opened && (
        <Suspense>
          <BatchSignDialog
            tasks={opened.items}
            stored={opened}
            onClose={() => {
              setOpened(undefined);
              void refresh('task');
            }}
          />
        </Suspense>
      )}
    </>
  );
}
