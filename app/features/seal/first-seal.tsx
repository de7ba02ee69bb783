import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { createSeal, getBuilderFacts, getSeal, listSeals, type SealRow, sealName } from '#core/seal/calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import type { EnterpriseCategory } from '#core/seal/states.ts';
import { presetDesign, type SealPreset } from '#core/sealart/presets.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf } from '../../query.ts';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { Link } from '../../ui/link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import style from './seal.module.css';
import { SealThumb } from './seal-picture.tsx';
import { useDrawing } from './use-drawing.ts';

const PRESETS: Record<EnterpriseCategory, SealPreset> = {
  ENTERPRISE: 'ENTERPRISE_40',
  GENERAL: 'CONTRACT_42',
  DEPARTMENT: 'DEPARTMENT_40',
};
const RULES = z.object({ stampName: sealName });

/** px per mm at 100 %: a CSS inch is 96 px. */
const TRUE_SCALE = 96 / 25.4;
/** A certificate of the product's own authority is there at once; another authority may take days. */
const PATIENCE = { looks: 20, everyMs: 1_000 };

/** Waits a while for the certificate of a seal; resolves to how it stands then. */
async function certificateOf(stampId: string) {
  for (let looks = 0; ; looks++) {
    const { certificateStatus } = await call(getSeal, { stampId });
    if (certificateStatus !== 'APPLYING' || looks === PATIENCE.looks) return certificateStatus;
    await new Promise((done) => setTimeout(done, PATIENCE.everyMs));
  }
}

/**
 * Makes the first seal of an enterprise where it is needed: the standard one with the registered name, and its certificate.
 * Goes on with one that was made and has no certificate yet.
 */
export function FirstSeal({ category, onClose }: { category: EnterpriseCategory; onClose: () => void }) {
  const { t } = useTranslation(['seal', 'error']);
  const facts = useQuery(queryOf(getBuilderFacts, {}));
  const seals = useQuery(queryOf(listSeals, { stampCategory: category, size: 100 }));
  // As it was when the dialog was opened: what an attempt makes is kept below.
  const [kept, setKept] = useState<SealRow | null>();
  if (seals.data && kept === undefined)
    setKept(
      seals.data.records.find(
        ({ actions, certificateStatus }) => actions.includes('apply') || certificateStatus === 'APPLYING',
      ) ?? null,
    );
  // Made by an attempt whose application failed: another attempt goes on with it.
  const made = useRef('');
  const owner = facts.data?.ownerName;
  const picture = useMemo(
    () =>
      owner === undefined
        ? null
        : {
            kind: 'DESIGN' as const,
            design: presetDesign(PRESETS[category], {
              name: owner,
              department: t('builder.department'),
              seed: crypto.randomUUID(),
            }),
          },
    [owner, category, t],
  );
  const { drawing, problem, failed } = useDrawing(kept ? null : picture);

  return (
    <FormDialog<z.output<typeof RULES>, Awaited<ReturnType<typeof certificateOf>>>
      key={kept?.stampId}
      title={t('first.title')}
      initial={{ stampName: kept?.stampName ?? t(`presetName.${PRESETS[category]}`) }}
      rules={RULES}
      submit={t('first.submit')}
      save={async ({ stampName }) => {
        if (!picture) throw new Error('the seal is not drawn yet');
        made.current ||=
          kept?.stampId ?? (await call(createSeal, { stampName, stampCategory: category, picture })).stampId;
        if (kept?.certificateStatus !== 'APPLYING') await call(applyCertificate, { stampId: made.current });
        return certificateOf(made.current);
      }}
      done={({ stampName }, status) =>
        t(status === 'SUCCESS' ? 'first.done' : 'first.issuing', { name: stampName })
      }
      calls={[createSeal, applyCertificate]}
      needs={{
        ready: facts.data !== undefined && kept !== undefined,
        error: facts.error ?? seals.error,
        again: () => {
          void facts.refetch();
          void seals.refetch();
        },
      }}
      onClose={onClose}
    >
      <div className={style.paper}>
        {kept ? (
          <SealThumb drawing={kept.drawing} name={kept.stampName} />
        ) : drawing ? (
          <DrawingView drawing={drawing} label={t('builder.preview')} scale={TRUE_SCALE} />
        ) : (
          <Spinner size={28} />
        )}
      </div>
      <ProblemNote problem={problem} failed={failed} />
      <p className={style.about}>{t('first.text')}</p>
      <TextField name="stampName" label={t('first.name')} required maxLength={50} disabled={kept !== null} />
      <Link to="/company/seal" newTab>
        {t('first.other')}
      </Link>
    </FormDialog>
  );
}
