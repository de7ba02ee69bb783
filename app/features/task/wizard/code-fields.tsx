import { useTranslation } from 'react-i18next';
import { CODE_SIDES, CODE_SIZE, footerCodeBox } from '#core/footer-code.ts';
import type { Draft, DraftTask } from '#core/task/draft.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import style from './wizard.module.css';

/** Page size before there is a file: A4, mm. */
const A4 = { widthMm: 210, heightMm: 297 };

interface Props {
  draft: Draft;
  set: (fields: Partial<DraftTask>) => void;
  problemOf: (path: string) => string | undefined;
}

/** Where the QR code stands at the foot of the pages and how large it is, with a preview of the first page. */
export function CodeFields({ draft, set, problemOf }: Props) {
  const { t } = useTranslation('wizard');
  const { codeSide: side, codeSize: size } = draft.task;
  const page = draft.documents[0]?.pages[0] ?? A4;
  const box = footerCodeBox(page, { side, size });
  return (
    <div className={style.watermark}>
      <div className={style.form}>
        <RadioGroup
          name="codeSide"
          label={t('field.codeSide')}
          value={side}
          onChange={(codeSide) => set({ codeSide })}
          options={CODE_SIDES.map((value) => ({ value, label: t(`codeSide.${value}`) }))}
        />
        <NumberField
          name="footerCode.size"
          label={t('field.codeSize')}
          required
          unit={t('unitMm')}
          min={CODE_SIZE.least}
          max={CODE_SIZE.most}
          value={size || null}
          onChange={(typed) => set({ codeSize: typed ?? 0 })}
          error={problemOf('footerCode.size')}
        />
      </div>
      <figure className={style.preview}>
        <figcaption>{t('codePreview')}</figcaption>
        <svg viewBox={`0 0 ${page.widthMm} ${page.heightMm}`} role="img" aria-label={t('codePreview')}>
          <rect width={page.widthMm} height={page.heightMm} fill="#fff" />
          <rect {...box} fill="#000" data-code-preview />
        </svg>
      </figure>
    </div>
  );
}
