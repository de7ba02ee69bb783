import { useTranslation } from 'react-i18next';
import type { SealCategory } from '#core/seal/states.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Name and category of a seal, in a form with both. */
export function NameFields({ categories, fixed }: { categories: readonly SealCategory[]; fixed: boolean }) {
  const { t } = useTranslation('seal');
  return (
    <>
      <TextField name="stampName" label={t('field.name')} required maxLength={50} />
      <Select
        name="stampCategory"
        label={t('field.category')}
        required
        disabled={fixed}
        options={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
    </>
  );
}
