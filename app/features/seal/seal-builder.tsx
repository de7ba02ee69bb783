import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { createSeal, getBuilderFacts, getSeal, updateSeal } from '#core/seal/calls.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { call } from '../../call.ts';
import { keyOf, useRefresh } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { DesignForm } from './design-form.tsx';
import type { SaveSeal, SealValues } from './seal-values.ts';
import { UploadForm } from './upload-form.tsx';

/** Creates a seal of the enterprise, drawn or uploaded ([3.5a]); with `stampId`, edits one without a certificate. */
export function SealBuilder({ onClose, stampId }: { onClose: () => void; stampId?: string }) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [way, setWay] = useState<'AUTO' | 'UPLOAD'>('AUTO');
  const facts = useQuery({
    queryKey: keyOf(getBuilderFacts, {}, 'builder', stampId),
    queryFn: async ({ signal }) => ({
      owner: await call(getBuilderFacts, {}, { signal }),
      seal: stampId ? await call(getSeal, { stampId }, { signal }) : null,
    }),
  });

  const save: SaveSeal = async (stampName, stampCategory, picture) => {
    if (stampId) await call(updateSeal, { stampId, stampName, picture });
    else
      await call(createSeal, {
        stampName,
        stampCategory: z.enum(ENTERPRISE_CATEGORIES).parse(stampCategory),
        picture,
      });
    await refresh(createSeal);
    toast({ tone: 'success', text: t(stampId ? 'done.redraw' : 'done.create', { name: stampName }) });
    onClose();
  };

  const initial = (): SealValues => {
    const { owner, seal } = facts.data ?? {};
    const design = seal?.picture?.kind === 'DESIGN' ? seal.picture.design : null;
    const seed = crypto.randomUUID();
    return {
      stampName: seal?.stampName ?? '',
      stampCategory: seal?.stampCategory ?? 'ENTERPRISE',
      design: design ?? presetDesign('ENTERPRISE_40', { name: owner?.ownerName ?? '', seed }),
    };
  };
  return (
    <Dialog open onClose={onClose} title={t(stampId ? 'builder.redraw' : 'builder.title')} width="full">
      {facts.error && !facts.data ? (
        <ErrorState error={facts.error} onRetry={() => void facts.refetch()} />
      ) : !facts.data ? (
        <LoadingState />
      ) : (
        <Tabs
          label={t('builder.way')}
          items={[
            { id: 'AUTO', label: t('method.AUTO') },
            { id: 'UPLOAD', label: t('method.UPLOAD') },
          ]}
          selected={way}
          onSelect={setWay}
        >
          {way === 'AUTO' ? (
            <DesignForm
              initial={initial()}
              owner={facts.data.owner}
              fixedCategory={stampId !== undefined}
              onSave={save}
              onCancel={onClose}
            />
          ) : (
            <UploadForm
              stampName={facts.data.seal?.stampName ?? ''}
              stampCategory={facts.data.seal?.stampCategory ?? 'ENTERPRISE'}
              categories={ENTERPRISE_CATEGORIES}
              fixedCategory={stampId !== undefined}
              start={{ shape: 'CIRCLE', widthMm: 40, heightMm: 40 }}
              onSave={save}
              onCancel={onClose}
            />
          )}
        </Tabs>
      )}
    </Dialog>
  );
}
