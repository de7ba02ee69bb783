import { useTranslation } from 'react-i18next';
import { saveWatermark } from '#core/config/calls.ts';
import {
  FONT_SIZES,
  NEW_WATERMARK,
  WATERMARK_FONTS,
  type WatermarkSetting,
  watermarkSetting,
  watermarkText,
} from '#core/config/watermark.ts';
import { safeText } from '#core/validate/text.ts';
import { call } from '../../call.ts';
import { useSession } from '../../session/session-store.ts';
import { WatermarkLayer } from '../../shell/watermark-layer.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form, type FormState } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './config.module.css';
import { useSaved } from './use-saved.ts';

/** Form values: choices are strings there. */
type Fields = Omit<WatermarkSetting, 'watermarkType' | 'fontSize'> & {
  watermarkType: '0' | '1' | '2' | '3';
  fontSize: string;
};

const toFields = (value: WatermarkSetting | null): Fields => ({
  ...(value ?? NEW_WATERMARK),
  watermarkType: value ? (`${value.watermarkType}` as Fields['watermarkType']) : '0',
  fontSize: String((value ?? NEW_WATERMARK).fontSize),
});

const toSetting = (fields: Fields) => ({
  ...fields,
  watermarkType: Number(fields.watermarkType),
  fontSize: Number(fields.fontSize),
});

/** Validates the form values as the resulting setting; without a watermark nothing is validated. */
const rules = {
  safeParse(values: unknown) {
    const fields = values as Fields;
    if (fields.watermarkType === '0') return { success: true, data: null } as const;
    const judged = watermarkSetting.safeParse(toSetting(fields));
    return judged.success
      ? ({ success: true, data: judged.data } as const)
      : ({ success: false, error: { issues: judged.error.issues } } as const);
  },
};

/** [3.24a] [9.25] [9.35a–c] The watermark over the pages, with a preview. */
export function WatermarkForm({ value, version }: { value: WatermarkSetting | null; version: number }) {
  const { t } = useTranslation('config');
  const saved = useSaved();
  return (
    <Form
      wide
      label={t('tab.watermark')}
      initial={toFields(value)}
      rules={rules}
      onSubmit={async (next: WatermarkSetting | null) => {
        await call(saveWatermark, { value: next, version });
        await saved();
      }}
    >
      {(form) => {
        const fields = form.values as Fields;
        return (
          <div className={style.columns}>
            <div className={style.fields}>
              <RadioGroup
                column
                name="watermarkType"
                label={t('watermarkType')}
                options={(['0', '1', '2', '3'] as const).map((type) => ({
                  value: type,
                  label: t(`type.${type}`),
                }))}
              />
              {fields.watermarkType !== '0' && <Look form={form} />}
              <div>
                <Button type="submit" kind="primary" pending={form.submitting}>
                  {t('save')}
                </Button>
              </div>
            </div>
            {fields.watermarkType !== '0' && <Preview fields={fields} />}
          </div>
        );
      }}
    </Form>
  );
}

function Look({ form }: { form: FormState }) {
  const { t } = useTranslation('config');
  const fields = form.values as Fields;
  return (
    <>
      {fields.watermarkType === '3' && (
        <TextField
          name="watermarkContent"
          only={safeText}
          label={t('watermarkContent')}
          required
          maxLength={40}
        />
      )}
      <div className={style.pair}>
        <Select
          name="font"
          label={t('font')}
          options={WATERMARK_FONTS.map((font) => ({ value: font, label: t(`fonts.${font}`) }))}
        />
        <Select
          name="fontSize"
          label={t('fontSize')}
          options={FONT_SIZES.map((size) => ({ value: String(size), label: `${size} px` }))}
        />
        <NumberField name="gradient" label={t('gradient')} unit="°" min={0} max={90} step={5} />
        <NumberField name="transparency" label={t('transparency')} unit="%" min={0} max={100} step={5} />
      </div>
      <Checkbox name="banscreenshotsFlag">{t('ban.label')}</Checkbox>
      {fields.banscreenshotsFlag && (
        <Notice tone="warning">
          <p>{t('ban.can')}</p>
          <p>{t('ban.cannot')}</p>
        </Notice>
      )}
    </>
  );
}

/** Previews a page with the watermark of the current person. */
function Preview({ fields }: { fields: Fields }) {
  const { t } = useTranslation('config');
  const me = useSession((s) => s.userExtendInfo);
  const judged = watermarkSetting.safeParse({
    ...toSetting(fields),
    watermarkContent: fields.watermarkContent || t('previewContent'),
  });
  return (
    <figure className={style.preview}>
      <figcaption>{t('preview')}</figcaption>
      <div className={style.sheet}>
        <p className={style.line} />
        <p className={style.line} />
        <p className={style.line} />
        {judged.success && (
          <WatermarkLayer
            text={watermarkText(judged.data, {
              name: me?.name ?? '',
              mobile: me?.perPhone ?? '',
              account: me?.account ?? '',
            })}
            setting={judged.data}
          />
        )}
      </div>
    </figure>
  );
}
