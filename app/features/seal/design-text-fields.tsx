import { useTranslation } from 'react-i18next';
import { ALIGNMENTS, type SealText } from '#core/sealart/design.ts';
import { SEAL_FONTS } from '#core/sealart/glyph-source.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Choice, Mm } from './design-inputs.tsx';
import style from './seal.module.css';

/** Default settings of a new text. */
export const plainText = (text: string, sizeMm: number): SealText => ({
  text,
  font: 'SONG',
  sizeMm,
  aspectRatio: 0.8,
  bold: false,
  alignment: 'CENTER',
  marginMm: 1,
  characterMarginMm: 0,
});

/** The fields that every text of a seal has. */
export function TextFields({
  name,
  multiline,
  digits,
}: {
  name: string;
  multiline?: boolean;
  digits?: boolean;
}) {
  const { t } = useTranslation('seal');
  return (
    <>
      {multiline ? (
        <TextArea name={`${name}.text`} label={t('part.text')} maxLength={60} />
      ) : (
        <TextField
          name={`${name}.text`}
          label={t(digits ? 'part.code' : 'part.text')}
          maxLength={digits ? 14 : 60}
          only={digits ? (typed) => typed.replace(/\D/g, '') : undefined}
        />
      )}
      <div className={style.grid}>
        <Choice name={`${name}.font`} label={t('part.font')} kind="font" values={SEAL_FONTS} />
        <Mm name={`${name}.sizeMm`} label={t('part.size')} min={0.8} max={30} />
        <NumberField
          name={`${name}.aspectRatio`}
          label={t('part.aspectRatio')}
          min={0.3}
          max={2}
          step={0.05}
          decimals={2}
        />
        <Choice name={`${name}.alignment`} label={t('part.alignment')} kind="alignment" values={ALIGNMENTS} />
        <Mm name={`${name}.marginMm`} label={t('part.margin')} min={0} max={30} />
        <Mm name={`${name}.characterMarginMm`} label={t('part.characterMargin')} min={-5} max={20} />
      </div>
      <BoldSwitch name={`${name}.bold`} />
    </>
  );
}

const BoldSwitch = ({ name }: { name: string }) => {
  const { t } = useTranslation('seal');
  return <Switch name={name} label={t('part.bold')} />;
};
