import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type LegalForm, LONG_TERM, legalForm } from '#core/realname/enterprise-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form } from '../../ui/form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AutoSave } from './auto-save.tsx';
import { PersonFields } from './person-fields.tsx';
import { PhotoField } from './photo-field.tsx';
import style from './realname.module.css';
import { ShowErrors, type StepProps } from './step-props.tsx';
import { textsOf } from './unit-step.tsx';

// lazy, because the date picker is large
const DatePicker = lazy(() => import('../../ui/date-picker.tsx').then((m) => ({ default: m.DatePicker })));

const EMPTY = {
  legalName: '',
  legalIdType: 'RESIDENT_ID',
  legalIdNumber: '',
  legalIdValidTo: '',
  legalFront: '',
  legalBack: '',
};
const NAMES = { name: 'legalName', idType: 'legalIdType', idNumber: 'legalIdNumber' };

/** Step 2 ([2.21a], [3.1]): the legal representative; for Hong Kong the authorizer. */
export function LegalStep({ draft, errors, onChange, onNext, onBack }: StepProps & { onBack: () => void }) {
  const { t } = useTranslation('realname');
  const today = useMemo(() => new Date().toISOString().slice(0, 10), []);
  const rules = useMemo(() => legalForm(today), [today]);
  const who = draft.unit.region === 'HONG_KONG' ? 'authorizer' : 'legal';
  return (
    <Form<LegalForm>
      wide
      label={t(`step.${who}`)}
      initial={{ ...EMPTY, ...draft.legal }}
      rules={rules}
      onSubmit={(legal) => onNext({ legal })}
    >
      {(form) => {
        const longTerm = form.values.legalIdValidTo === LONG_TERM;
        return (
          <div className={style.wide}>
            <AutoSave values={form.values} onRest={(values) => onChange({ legal: textsOf(values) })} />
            <ShowErrors form={form} errors={errors} part="legal" />
            <PersonFields
              names={NAMES}
              labels={{
                name: t(who === 'legal' ? 'legal.name' : 'authorizer.name'),
                idType: t('field.idType'),
                idNumber: t('field.idNumber'),
              }}
            />
            <div className={style.validity}>
              {!longTerm && (
                <Suspense fallback={<Skeleton height={64} />}>
                  <DatePicker name="legalIdValidTo" label={t('field.validTo')} required min={today} />
                </Suspense>
              )}
              <Checkbox
                value={longTerm}
                onChange={(on) => form.setValue('legalIdValidTo', on ? LONG_TERM : '')}
              >
                {t('field.longTerm')}
              </Checkbox>
            </div>
            <div className={style.photos}>
              <PhotoField name="legalFront" kind="LEGAL_FRONT" label={t('photo.LEGAL_FRONT')} required />
              <PhotoField name="legalBack" kind="LEGAL_BACK" label={t('photo.LEGAL_BACK')} required />
            </div>
            <div className={style.row}>
              <Button onClick={onBack}>{t('wizard.back')}</Button>
              <Button type="submit" kind="primary" pending={form.submitting}>
                {t('wizard.next')}
              </Button>
            </div>
          </div>
        );
      }}
    </Form>
  );
}
