import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FONT_SIZES } from '#core/config/watermark.ts';
import { watermarkPattern } from '#core/pdf/prepare/watermark-pattern.ts';
import type { Draft, DraftTask } from '#core/task/draft.ts';
import { watermarkLook } from '#core/task/watermark-look.ts';
import { missingInFonts } from '../../../parts/typeset/typeset.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './wizard.module.css';

const MM_PER_POINT = 25.4 / 72;
/** Page size before there is a file: A4, mm. */
const A4 = { widthMm: 210, heightMm: 297 };

interface Props {
  draft: Draft;
  set: (fields: Partial<DraftTask>) => void;
  problemOf: (path: string) => string | undefined;
}

/** Text, size, angle and transparency of the watermark, with a preview of the first page. */
export function WatermarkFields({ draft, set, problemOf }: Props) {
  const { t } = useTranslation('wizard');
  const { task } = draft;
  const missing = useMissing(task.watermarkText);
  return (
    <div className={style.watermark}>
      <div className={style.form}>
        <TextField
          name="watermark.text"
          label={t('field.watermarkText')}
          required
          maxLength={60}
          value={task.watermarkText}
          onChange={(watermarkText) => set({ watermarkText })}
          error={problemOf('watermark.text')}
          hint={missing.length > 0 ? t('watermarkMissing', { characters: missing.join(' ') }) : undefined}
        />
        <Select
          label={t('field.watermarkSize')}
          value={String(task.watermarkFontSize)}
          onChange={(size) => set({ watermarkFontSize: Number(size) })}
          options={FONT_SIZES.map((size) => ({ value: String(size), label: t('points', { size }) }))}
        />
        <NumberField
          label={t('field.watermarkAngle')}
          unit="°"
          min={-90}
          max={90}
          step={5}
          value={task.watermarkAngle}
          onChange={(angle) => set({ watermarkAngle: angle ?? 0 })}
        />
        <NumberField
          label={t('field.watermarkTransparency')}
          unit="%"
          min={0}
          max={99}
          step={5}
          value={100 - task.watermarkOpacity}
          onChange={(transparency) => set({ watermarkOpacity: 100 - (transparency ?? 0) })}
        />
      </div>
      <Preview draft={draft} />
    </div>
  );
}

/** Characters that all fonts have: asking about others fetches fonts. */
const COMMON = /^[\u0020-\u007e\u3000-\u303f\u4e00-\u9fa5\uff01-\uff5e]*$/;

/** The characters of the text that no font contains: they are drawn as their numbers. */
function useMissing(text: string): readonly string[] {
  const [missing, setMissing] = useState<readonly string[]>([]);
  useEffect(() => {
    setMissing([]);
    if (COMMON.test(text)) return;
    const aborter = new AbortController();
    missingInFonts(text, aborter.signal).then(setMissing, () => undefined);
    return () => aborter.abort();
  }, [text]);
  return missing;
}

/** The pattern on a page of the first file, in the geometry that the file gets. */
function Preview({ draft }: { draft: Draft }) {
  const { t } = useTranslation('wizard');
  const page = draft.documents[0]?.pages[0] ?? A4;
  const look = watermarkLook(draft.task);
  const size = draft.task.watermarkFontSize * MM_PER_POINT;
  const text = draft.task.watermarkText || t('watermarkExample');
  const width = widthOf(text) * size;
  return (
    <figure className={style.preview}>
      <figcaption>{t('watermarkPreview')}</figcaption>
      <svg viewBox={`0 0 ${page.widthMm} ${page.heightMm}`} role="img" aria-label={t('watermarkPreview')}>
        <rect width={page.widthMm} height={page.heightMm} fill="#fff" />
        <g fill="#000" fillOpacity={look.opacity} fontSize={size}>
          {watermarkPattern(page, width, size, look).map((at, i) => (
            <text key={i} y={0.88 * size} textLength={width} transform={`matrix(${at.join(' ')})`}>
              {text}
            </text>
          ))}
        </g>
      </svg>
    </figure>
  );
}

/** Approximate width of a text in em: 1 per Chinese character, a little over half for others. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, c) => sum + ((c.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.56), 0);
