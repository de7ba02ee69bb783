import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALIGNMENTS,
  ANTI_FAKE_KINDS,
  CENTRE_PATTERNS,
  EMBLEMS,
  READING_DIRECTIONS,
  SEAL_SHAPES,
  type SealDesign,
  type SealText,
  TEXT_LANGUAGES,
} from '#core/sealart/design.ts';
import { SEAL_FONTS } from '#core/sealart/glyph-source.ts';
import { Button } from '../../ui/button.tsx';
import type { FormState } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './seal.module.css';

const designOf = (form: FormState): SealDesign => form.values.design as SealDesign;

const plainText = (text: string, sizeMm: number): SealText => ({
  text,
  font: 'SONG',
  sizeMm,
  aspectRatio: 0.8,
  bold: false,
  alignment: 'CENTER',
  marginMm: 1,
  characterMarginMm: 0,
});

/** Every field of a design ([3.5b], [3.5c]), in groups that fold. */
export function DesignFields({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const design = designOf(form);
  const put = (name: string, value: unknown) => form.setValue(`design.${name}`, value);
  const round = design.shape !== 'RECTANGLE';
  return (
    <>
      <Group title={t('group.shape')} open>
        <ShapeFields form={form} />
      </Group>
      <Group title={t('group.body')} open>
        <TextFields name="design.body" multiline={!round} />
        <div className={style.grid}>
          {round ? (
            <NumberField
              name="design.body.spanDegrees"
              label={t('part.spanDegrees')}
              unit="°"
              min={30}
              max={340}
              step={5}
            />
          ) : (
            <Choice
              name="design.direction"
              label={t('part.direction')}
              kind="direction"
              values={READING_DIRECTIONS}
            />
          )}
          <Select
            label={t('part.language')}
            value={design.language}
            onChange={(language) => {
              put('language', language);
              if (language === 'ZH_EN' && !design.secondBody) {
                put('secondBody', { ...plainText('', 2.4), font: 'HEI', spanDegrees: 140 });
              }
            }}
            options={TEXT_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
          />
        </div>
      </Group>
      {design.language === 'ZH_EN' && design.secondBody && (
        <Group title={t('group.secondBody')} open>
          <TextFields name="design.secondBody" />
        </Group>
      )}
      <Group title={t('group.sections')} open={design.sections.length > 0}>
        {design.sections.map((_, i) => (
          <div key={i} className={style.part}>
            <div className={style.partHead}>
              <strong>{t('part.section', { number: i + 1 })}</strong>
              <IconButton
                icon="trash"
                size="small"
                label={t('part.removeSection', { number: i + 1 })}
                onClick={() =>
                  put(
                    'sections',
                    design.sections.filter((__, k) => k !== i),
                  )
                }
              />
            </div>
            <TextFields name={`design.sections.${i}`} />
            <Mm name={`design.sections.${i}.offsetMm`} label={t('part.offsetMm')} min={-40} max={40} />
          </div>
        ))}
        {design.sections.length < 6 && (
          <Button
            icon="plus"
            size="small"
            onClick={() => put('sections', [...design.sections, { ...plainText('', 4), offsetMm: 11 }])}
          >
            {t('part.addSection')}
          </Button>
        )}
      </Group>
      <Group title={t('group.bottomCode')} open={design.bottomCode !== null}>
        <Switch
          label={t('part.withBottomCode')}
          value={design.bottomCode !== null}
          onChange={(on) =>
            put(
              'bottomCode',
              on
                ? {
                    ...plainText('', 1.3),
                    font: 'HEI',
                    aspectRatio: 1,
                    marginMm: 0.5,
                    characterMarginMm: 0.25,
                  }
                : null,
            )
          }
        />
        {design.bottomCode && <TextFields name="design.bottomCode" digits />}
      </Group>
      <Group title={t('group.emblem')} open>
        <div className={style.grid}>
          <Choice name="design.emblem.kind" label={t('part.emblem')} kind="emblem" values={EMBLEMS} />
          {design.emblem.kind !== 'NONE' && (
            <>
              <Mm name="design.emblem.sizeMm" label={t('part.width')} min={1} max={40} />
              <Mm name="design.emblem.offsetMm" label={t('part.offsetMm')} min={-40} max={40} />
            </>
          )}
          <Choice
            name="design.centrePattern.kind"
            label={t('part.centrePattern')}
            kind="pattern"
            values={CENTRE_PATTERNS}
          />
          {design.centrePattern.kind !== 'NONE' && (
            <Mm name="design.centrePattern.sizeMm" label={t('part.patternSize')} min={1} max={70} />
          )}
        </div>
      </Group>
      <Group title={t('group.lines')}>
        <LineFields form={form} />
      </Group>
    </>
  );
}

function ShapeFields({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const design = designOf(form);
  const put = (name: string, value: unknown) => form.setValue(`design.${name}`, value);
  const setShape = (shape: string) => {
    put('shape', shape);
    // The other rules of the new shape hold at once: a circle is as high as wide, an ellipse is wider than high.
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

function LineFields({ form }: { form: FormState }) {
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

/** The fields that every text of a seal has. */
function TextFields({ name, multiline, digits }: { name: string; multiline?: boolean; digits?: boolean }) {
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

type MmProps = { name: string; label: string; min: number; max: number; required?: boolean };
const Mm = (props: MmProps) => <NumberField {...props} unit="mm" step={0.1} decimals={1} />;

type ChoiceKind = 'font' | 'alignment' | 'emblem' | 'pattern' | 'antiFake' | 'direction';
type ChoiceProps = { name: string; label: string; kind: ChoiceKind; values: readonly string[] };

function Choice({ name, label, kind, values }: ChoiceProps) {
  const { t } = useTranslation('seal');
  return (
    <Select
      name={name}
      label={label}
      options={values.map((value) => ({ value, label: t(`choice.${kind}.${value}`) }))}
    />
  );
}

const Group = ({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details className={style.group} open={open}>
    <summary>{title}</summary>
    <div className={style.groupBody}>{children}</div>
  </details>
);
