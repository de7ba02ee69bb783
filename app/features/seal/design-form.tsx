import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { getBuilderFacts } from '#core/seal/calls.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import type { SealDesign } from '#core/sealart/design.ts';
import { presetDesign, SEAL_PRESETS } from '#core/sealart/presets.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormState } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { DesignFields } from './design-fields.tsx';
import { DesignPreview } from './design-preview.tsx';
import { DesignTemplates } from './design-templates.tsx';
import { NameFields } from './name-fields.tsx';
import style from './seal.module.css';
import { type SaveSeal, type SealValues, sealValues } from './seal-values.ts';

const PRESETS = SEAL_PRESETS.filter((preset) => !preset.startsWith('LEGAL_PERSON'));

/** A saved design with the name and the anti-fake seed of the current seal, so that no two seals share a pattern. */
const withTextsOf = (texts: SealDesign, now: SealDesign): SealDesign => ({
  ...texts,
  body: { ...texts.body, text: now.body.text || texts.body.text },
  antiFake: { ...texts.antiFake, seed: now.antiFake.seed },
});

type Props = {
  initial: SealValues;
  owner: OutputOf<typeof getBuilderFacts>;
  fixedCategory: boolean;
  onSave: SaveSeal;
  onCancel: () => void;
};

/** Builder of drawn seals: starts from a standard seal, offers every field of the design, and has a live preview. */
export function DesignForm({ initial, owner, fixedCategory, onSave, onCancel }: Props) {
  const { t } = useTranslation('seal');

  const startFrom = (form: FormState, preset: string) => {
    const chosen = PRESETS.find((one) => one === preset);
    if (!chosen) return;
    const { antiFake, body } = form.values.design as SealDesign;
    const design = presetDesign(chosen, {
      name: body.text.split('\n')[0] || owner.ownerName,
      taxNumber: owner.creditCode,
      englishName: owner.englishName,
      department: t('builder.department'),
      seed: antiFake.seed,
    });
    form.setValue('design', design);
    if (!form.values.stampName) form.setValue('stampName', t(`presetName.${chosen}`));
  };

  return (
    <Form
      initial={initial}
      rules={sealValues}
      label={t('builder.title')}
      wide
      onSubmit={({ stampName, stampCategory, design }) =>
        onSave(stampName, stampCategory, { kind: 'DESIGN', design })
      }
    >
      {(form) => (
        <>
          <div className={style.builder}>
            <div className={style.fields}>
              <div className={style.grid}>
                <NameFields categories={ENTERPRISE_CATEGORIES} fixed={fixedCategory} />
                <Select
                  label={t('builder.preset')}
                  placeholder={t('builder.choosePreset')}
                  value=""
                  onChange={(preset) => startFrom(form, preset)}
                  options={PRESETS.map((value) => ({ value, label: t(`preset.${value}`) }))}
                />
              </div>
              <DesignTemplates
                design={form.values.design as SealDesign}
                onChoose={(chosen) =>
                  form.setValue('design', withTextsOf(chosen, form.values.design as SealDesign))
                }
              />
              <DesignFields form={form} />
            </div>
            <DesignPreview design={form.values.design as SealDesign} />
          </div>
          <div className={style.foot}>
            <Button onClick={onCancel}>{t('ui:cancel')}</Button>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('builder.save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
