import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SealDesign, sealDesignSchema } from '#core/sealart/design.ts';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProblemNote } from './problem-note.tsx';
import style from './seal.module.css';
import { useDrawing } from './use-drawing.ts';

/** px per mm at 100 %: a CSS inch is 96 px. */
const TRUE_SCALE = 96 / 25.4;
const ZOOMS = ['1', '2', '3'] as const;

/** The current seal with its size; while a field is invalid, the last valid one. */
export function DesignPreview({ design }: { design: SealDesign }) {
  const { t } = useTranslation('seal');
  const [zoom, setZoom] = useState<(typeof ZOOMS)[number]>('2');
  const picture = useMemo(() => {
    const parsed = sealDesignSchema.safeParse(design);
    return parsed.success ? ({ kind: 'DESIGN', design: parsed.data } as const) : null;
  }, [design]);
  const { drawing, problem, failed } = useDrawing(picture);
  return (
    <aside className={style.preview} aria-label={t('builder.preview')}>
      <div className={style.paper} data-stale={picture === null || undefined}>
        {drawing ? (
          <DrawingView drawing={drawing} label={t('builder.preview')} scale={TRUE_SCALE * Number(zoom)} />
        ) : (
          <Spinner size={28} />
        )}
      </div>
      <ProblemNote problem={problem} failed={failed} />
      {picture === null && <p className={style.about}>{t('builder.stale')}</p>}
      <p className={style.measure}>
        {drawing && t('size', { width: drawing.widthMm, height: drawing.heightMm })}
      </p>
      <RadioGroup
        label={t('builder.zoom')}
        value={zoom}
        onChange={setZoom}
        options={ZOOMS.map((value) => ({ value, label: `${value}00 %` }))}
      />
    </aside>
  );
}
