import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { Option } from '../../ui/radio-group.tsx';
import { MultiSelect } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = {
  /** Prefix of the input names, such as `fieldList.0.`. */
  at?: string;
  types: readonly Option[];
  autoFocus?: boolean;
};

/** Inputs for the name, types and length of a template field. */
export function FieldInputs({ at = '', types, autoFocus = false }: Props) {
  const { t } = useTranslation('template');
  return (
    <>
      <TextField
        name={`${at}fieldName`}
        label={t('field.name')}
        required
        maxLength={LIMITS.templateFieldName}
        autoFocus={autoFocus}
      />
      <MultiSelect name={`${at}fieldType`} label={t('field.type')} required options={types} />
      <NumberField
        name={`${at}fieldLength`}
        label={t('field.length')}
        required
        min={1}
        max={LIMITS.templateFieldLength}
      />
    </>
  );
}
