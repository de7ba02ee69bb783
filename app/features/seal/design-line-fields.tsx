import { useTranslation } from 'react-i18next';
import { ANTI_FAKE_KINDS } from '#core/sealart/design.ts';
import type { FormState } from '../../ui/form.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Choice, designOf, Mm } from './design-inputs.tsx';
import style from './seal.module.css';

/** Double edge, inner ring, horizontal line, and anti-forgery features. */
export function LineFields({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const design = designOf(form);
  const put = (name: string, value: unknown) => form.setValue(`design.${name}`, value);
  return (
    <>
      <Switch
        label={t('part.doubleEdge')}
        value={design.doubleEdge}
        onChange={(on) => put('doubleEdge', on)}
      />
      {design.doubleEdge && (
        <div className={style.grid}>
          <Mm name="design.divider.widthMm" label={t('part.dividerWidth')} min={0.1} max={3} />
          <Mm name="design.divider.distanceMm" label={t('part.dividerDistance')} min={0.1} max={10} />
        </div>
      )}
      <Switch
        label={t('part.innerRing')}
        value={design.innerRing !== null}
        onChange={(on) => put('innerRing', on ? { lineWidthMm: 0.3, marginMm: 7.5 } : null)}
      />
      {design.innerRing && (
        <div className={style.grid}>
          <Mm name="design.innerRing.lineWidthMm" label={t('part.lineWidth')} min={0.1} max={3} />
          <Mm name="design.innerRing.marginMm" label={t('part.ringMargin')} min={0.5} max={35} />
        </div>
      )}
      <Switch
        label={t('part.horizontalLine')}
        value={design.horizontalLine !== null}
        onChange={(on) => put('horizontalLine', on ? { lineWidthMm: 0.3, lengthMm: 24, offsetMm: 8 } : null)}
      />
      {design.horizontalLine && (
        <div className={style.grid}>
          <Mm name="design.horizontalLine.lineWidthMm" label={t('part.lineWidth')} min={0.1} max={3} />
          <Mm name="design.horizontalLine.lengthMm" label={t('part.length')} min={1} max={80} />
          <Mm name="design.horizontalLine.offsetMm" label={t('part.offsetMm')} min={-40} max={40} />
        </div>
      )}
      <div className={style.grid}>
        <Choice
          name="design.antiFake.kind"
          label={t('part.antiFake')}
          kind="antiFake"
          values={ANTI_FAKE_KINDS}
        />
      </div>
    </>
  );
}
