import { useTranslation } from 'react-i18next';
import { type UnitForm, unitForm } from '#core/realname/enterprise-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type Values } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AreaFields } from './area-fields.tsx';
import { AutoSave } from './auto-save.tsx';
import { PhotoField } from './photo-field.tsx';
import style from './realname.module.css';
import { ShowErrors, type StepProps } from './step-props.tsx';

/** Every field of both regions, so that untouched fields are empty rather than missing. */
const EMPTY = Object.fromEntries(
  [
    ...['entName', 'entNameEn', 'creditCode', 'companyNumber', 'businessNumber'],
    ...['organizationCode', 'taxNumber'],
    ...['phone', 'postcode', 'areaCode', 'province', 'city', 'district', 'address', 'licence'],
  ].map((name) => [name, '']),
);

/** Step 1 ([2.21a], [3.1]): the enterprise itself; a Hong Kong enterprise has other registration numbers ([3.1b]). */
export function UnitStep({ draft, errors, onChange, onNext }: StepProps) {
  const { t } = useTranslation('realname');
  return (
    <Form<UnitForm>
      wide
      label={t('step.unit')}
      initial={{ ...EMPTY, ...draft.unit, region: draft.unit.region || 'MAINLAND' }}
      rules={unitForm}
      onSubmit={(unit) => onNext({ unit: unit as unknown as Record<string, string> })}
    >
      {(form) => (
        <div className={style.wide}>
          <AutoSave values={form.values} onRest={(values) => onChange({ unit: textsOf(values) })} />
          <ShowErrors form={form} errors={errors} part="unit" />
          <RadioGroup
            name="region"
            label={t('field.region')}
            options={(['MAINLAND', 'HONG_KONG'] as const).map((value) => ({
              value,
              label: t(`region.${value}`),
            }))}
          />
          {form.values.region === 'HONG_KONG' ? <HongKong /> : <Mainland />}
          <div className={style.photos}>
            <PhotoField name="licence" kind="LICENCE" label={t('photo.LICENCE')} required />
          </div>
          <div className={style.row}>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('wizard.next')}
            </Button>
          </div>
        </div>
      )}
    </Form>
  );
}

/** Converts the form values to the draft's format: only texts, each cut to 300 characters. */
export const textsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => [name, value.slice(0, 300)]),
  );

function Mainland() {
  const { t } = useTranslation('realname');
  return (
    <>
      <TextField
        name="entName"
        label={t('field.entName')}
        required
        maxLength={120}
        hint={t('hint.entName')}
      />
      <TextField name="entNameEn" label={t('field.entNameEn')} maxLength={100} hint={t('hint.entNameEn')} />
      <TextField name="creditCode" label={t('field.creditCode')} required maxLength={24} />
      <div className={style.pair}>
        <TextField name="companyNumber" label={t('field.companyNumber')} maxLength={20} />
        <TextField name="businessNumber" label={t('field.businessNumber')} maxLength={20} />
        <TextField name="organizationCode" label={t('field.organizationCode')} maxLength={20} />
        <TextField name="taxNumber" label={t('field.taxNumber')} maxLength={24} />
      </div>
      <div className={style.pair}>
        <TextField name="phone" label={t('field.phone')} required type="tel" maxLength={24} />
        <TextField name="postcode" label={t('field.postcode')} required inputMode="numeric" maxLength={8} />
      </div>
      <AreaFields />
      <TextField name="address" label={t('field.address')} required maxLength={120} />
    </>
  );
}

function HongKong() {
  const { t } = useTranslation('realname');
  return (
    <>
      <TextField name="entNameEn" label={t('field.entNameEn')} required maxLength={100} />
      <TextField name="entName" label={t('field.entNameZh')} maxLength={120} />
      <TextField
        name="creditCode"
        label={t('field.companyNumberHk')}
        required
        maxLength={20}
        hint={t('hint.registrationHk')}
      />
      <TextField
        name="businessNumber"
        label={t('field.businessNumberHk')}
        maxLength={20}
        hint={t('hint.registrationHk')}
      />
      <TextField name="phone" label={t('field.phone')} required type="tel" maxLength={24} />
      <TextField name="address" label={t('field.address')} required maxLength={120} />
    </>
  );
}
