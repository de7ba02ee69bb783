import { useTranslation } from 'react-i18next';
import { SEAL_SHAPES } from '#core/sealart/design.ts';
import type { FormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { designOf, Mm } from './design-inputs.tsx';
import style from './seal.module.css';

/** Outline, size, colour and resolution. */
export function ShapeFields({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const design = designOf(form);
  const put = (name: string, value: unknown) => form.setValue(`design.${name}`, value);
  const setShape = (shape: string) => {
    put('shape', shape);
    // Adjust the height to the new shape: a circle is as high as wide, an ellipse is wider than high.
    if (shape === 'CIRCLE') put('heightMm', design.widthMm);
    if (shape === 'ELLIPSE' && design.widthMm <= design.heightMm)
      put('heightMm', Math.round(design.widthMm * 6.67) / 10);
  };
  return (
    <div className={style.grid}>
      <Select
        label={t('field.shape')}
        value={design.shape}
        onChange={setShape}
        options={SEAL_SHAPES.map((value) => ({ value, label: t(`shape.${value}`) }))}
      />
      {design.shape === 'CIRCLE' ? (
        <NumberField
          name="design.widthMm"
          label={t('part.diameter')}
          required
          unit="mm"
          min={5}
          max={80}
          step={0.1}
          decimals={1}
          onChange={(value) => put('heightMm', value)}
        />
      ) : (
        <>
          <Mm name="design.widthMm" label={t('part.width')} required min={5} max={80} />
          <Mm name="design.heightMm" label={t('part.height')} required min={5} max={80} />
        </>
      )}
      <Mm name="design.lineWidthMm" label={t('part.lineWidth')} min={0} max={5} />
      <label className={style.colour}>
        <span>{t('part.colour')}</span>
        <input type="color" value={design.colour} onChange={(event) => put('colour', event.target.value)} />
      </label>
      <NumberField
        name="design.opacity"
        label={t('part.opacity')}
        min={0.2}
        max={1}
        step={0.1}
        decimals={1}
      />
      <NumberField name="design.dpi" label={t('part.dpi')} unit="dpi" min={72} max={1200} step={50} />
    </div>
  );
}
