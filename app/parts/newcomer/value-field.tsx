import type { FieldDefinition } from '#core/employee/onboarding-fields.ts';
import { DatePicker } from '../../ui/date-picker.tsx';
import type { FieldBinding } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = FieldBinding<string> & {
  field: Pick<FieldDefinition, 'name' | 'type' | 'length' | 'options'>;
  required?: boolean;
  disabled?: boolean;
};

/** The input for a value of an onboarding field by its type; pictures have their own. */
export function ValueField({ field, ...binding }: Props) {
  const look = { ...binding, label: field.name };
  const { length } = field;
  switch (field.type) {
    case 'PARAGRAPH':
      return <TextArea {...look} rows={3} {...(length ? { maxLength: length } : {})} />;
    case 'DATE':
      return <DatePicker {...look} />;
    case 'CHOICE':
      return <Select {...look} options={field.options.map((value) => ({ value, label: value }))} />;
    case 'NUMBER':
    case 'BANK_CARD':
      return <TextField {...look} inputMode="numeric" maxLength={30} />;
    case 'AMOUNT':
      return <TextField {...look} inputMode="decimal" maxLength={30} />;
    case 'PHONE':
      return <TextField {...look} type="tel" inputMode="tel" maxLength={30} />;
    case 'EMAIL':
      return <TextField {...look} type="email" inputMode="email" maxLength={254} />;
    default:
      return <TextField {...look} maxLength={length ?? 200} />;
  }
}
