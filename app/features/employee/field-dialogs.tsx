import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  addOnboardingField,
  changeOnboardingField,
  type OnboardingField,
} from '#core/employee/onboarding-calls.ts';
import {
  FIELD_CATEGORIES,
  FIELD_LIMITS,
  FIELD_READERS,
  type FieldCategory,
  fieldForm,
  isMeasured,
  LONGEST,
  type OnboardingType,
  typesOf,
} from '#core/employee/onboarding-fields.ts';
import { oneOf } from '#core/one-of.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { FormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const rules = z.object({ field: fieldForm });
const NEW = {
  name: '',
  category: 'PERSONAL',
  type: 'TEXT',
  length: 50,
  options: '',
  required: false,
  shownTo: 'NEWCOMER',
};

export function AddField({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('onboarding');
  return (
    <FormDialog
      title={t('add')}
      submit={t('save')}
      initial={{ field: NEW }}
      rules={rules}
      save={(values) => call(addOnboardingField, values)}
      done={({ field: { name } }) => t('added', { name })}
      calls={[addOnboardingField]}
      onClose={onClose}
    >
      {(form) => <Inputs form={form} preset={false} />}
    </FormDialog>
  );
}

export function EditField({ row, onClose }: { row: OnboardingField; onClose: () => void }) {
  const { t } = useTranslation('onboarding');
  const { name, category, type, length, options, required, shownTo } = row;
  return (
    <FormDialog
      title={t('editTitle', { name })}
      submit={t('save')}
      initial={{
        field: { name, category, type, length, options: options.join('\n'), required, shownTo },
      }}
      rules={rules}
      save={({ field }) => call(changeOnboardingField, { fieldId: row.fieldId, version: row.version, field })}
      done={({ field }) => t('changed', { name: field.name })}
      calls={[changeOnboardingField]}
      onClose={onClose}
    >
      {(form) => <Inputs form={form} preset={row.preset} />}
    </FormDialog>
  );
}

/** Inputs of a field. Category and type of a preset field are fixed, because the roster takes over its value. */
function Inputs({ form, preset }: { form: FormState; preset: boolean }) {
  const { t } = useTranslation('onboarding');
  const { category, type } = form.values.field as { category: FieldCategory; type: OnboardingType };
  return (
    <>
      <TextField name="field.name" label={t('field.name')} required maxLength={FIELD_LIMITS.name} autoFocus />
      <Select
        name="field.category"
        label={t('field.category')}
        required
        disabled={preset}
        options={FIELD_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        onChange={(chosen) => {
          const types = typesOf(oneOf(FIELD_CATEGORIES, chosen));
          if (!types.includes(type)) form.setValue('field.type', types[0]);
        }}
      />
      <Select
        name="field.type"
        label={t('field.type')}
        required
        disabled={preset}
        hint={preset ? `${t(`means.${type}`)} ${t('rule.preset')}` : t(`means.${type}`)}
        options={typesOf(category).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      {isMeasured(type) && (
        <NumberField name="field.length" label={t('field.length')} required min={1} max={LONGEST[type]} />
      )}
      {type === 'CHOICE' && (
        <TextArea
          name="field.options"
          label={t('field.options')}
          required
          rows={5}
          hint={t('field.optionsHint')}
        />
      )}
      <RadioGroup
        name="field.shownTo"
        label={t('field.shownTo')}
        options={FIELD_READERS.map((value) => ({ value, label: t(`shownTo.${value}`) }))}
      />
      <Checkbox name="field.required">{t('field.required')}</Checkbox>
    </>
  );
}
