import { useTranslation } from 'react-i18next';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Names = { name: string; idType: string; idNumber: string };
type Props = { names: Names; labels: Names; hint?: string };

/** Name, certificate type and number ([3.3], [5.4a]) of a person, a legal representative or an authorizer. */
export function PersonFields({ names, labels, hint }: Props) {
  const { t } = useTranslation('realname');
  return (
    <>
      <TextField
        name={names.name}
        label={labels.name}
        required
        maxLength={60}
        hint={hint}
        autoComplete="off"
      />
      <Select
        name={names.idType}
        label={labels.idType}
        required
        options={ID_TYPES.map((value) => ({ value, label: t(`idType.${value}`) }))}
      />
      <TextField name={names.idNumber} label={labels.idNumber} required maxLength={30} />
    </>
  );
}
