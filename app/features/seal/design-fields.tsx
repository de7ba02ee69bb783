import { useTranslation } from 'react-i18next';
import {
  CENTRE_PATTERNS,
  EMBLEMS,
  READING_DIRECTIONS,
  type SealDesign,
  TEXT_LANGUAGES,
} from '#core/sealart/design.ts';
import { Button } from '../../ui/button.tsx';
import type { FormState } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Choice, designOf, Group, Mm } from './design-inputs.tsx';
import { LineFields } from './design-line-fields.tsx';
import { ShapeFields } from './design-shape-fields.tsx';
import { plainText, TextFields } from './design-text-fields.tsx';
import style from './seal.module.css';

/** Every field of a design ([3.5b], [3.5c]), in collapsible groups. */
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
      <Sections design={design} put={put} />
      <BottomCode design={design} put={put} />
      <Emblem design={design} />
      <Group title={t('group.lines')}>
        <LineFields form={form} />
      </Group>
    </>
  );
}

interface PartProps {
  design: SealDesign;
  put: (name: string, value: unknown) => void;
}

/** Lines of text across the middle. */
function Sections({ design, put }: PartProps) {
  const { t } = useTranslation('seal');
  return (
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
  );
}

function BottomCode({ design, put }: PartProps) {
  const { t } = useTranslation('seal');
  return (
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
  );
}

/** The emblem in the middle, and the pattern behind it. */
function Emblem({ design }: Pick<PartProps, 'design'>) {
  const { t } = useTranslation('seal');
  return (
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
  );
}
