import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import type { ComponentFlags } from '#core/identity/component-flags.ts';
import type { OwnerType } from '#core/identity/states.ts';
import { type FieldRow, saveFields, updateField } from '#core/template/calls.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import type { FormState } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FieldInputs } from './field-inputs.tsx';
import { fieldForm, fieldOnWire, fieldsForm } from './field-rules.ts';
import { PartDialog } from './part-dialog.tsx';
import style from './template.module.css';
import { useDictionary } from './use-dictionary.ts';

type Props = {
  ownerType: OwnerType | undefined;
  flags: ComponentFlags['add'];
  onClose: () => void;
  onSettled: () => unknown;
};

/** Changes a field ([7.5c]). A field may have several types ([3.8]). */
export function EditField({ row, ownerType, ...rest }: Props & { row: FieldRow }) {
  const { t } = useTranslation('template');
  const types = useDictionary('TEMPLATE_FIELD_TYPE');
  return (
    <PartDialog
      {...rest}
      title={t('field.edit')}
      initial={{
        fieldName: row.fieldName,
        fieldLength: row.fieldLength,
        fieldType: row.fieldType.split(','),
      }}
      rules={fieldForm}
      types={types}
      save={(values) =>
        call(updateField, {
          id: row.id,
          ...fieldOnWire(values),
          ...(ownerType ? { ownerType } : {}),
          isFront: 1,
          updateTime: row.updateTime ?? undefined,
        })
      }
      done={({ fieldName: name }) => t('changed', { name })}
    >
      {() => <FieldInputs types={types.options ?? []} autoFocus />}
    </PartDialog>
  );
}

type Line = { key: string; fieldName: string; fieldType: string[]; fieldLength: number | null };
const newLine = (like?: Line): Line => ({
  key: crypto.randomUUID(),
  fieldName: '',
  fieldType: like?.fieldType ?? [],
  fieldLength: like?.fieldLength ?? null,
});

/** Adds fields, several at once if wanted ([7.5b]). */
export function AddFields({ ownerType, ...rest }: Props) {
  const { t } = useTranslation('template');
  const types = useDictionary('TEMPLATE_FIELD_TYPE');
  return (
    <PartDialog
      {...rest}
      wide
      title={t('field.add')}
      initial={{ fieldList: [newLine()] }}
      rules={fieldsForm}
      types={types}
      save={({ fieldList }) =>
        call(saveFields, {
          fieldList: fieldList.map(fieldOnWire),
          ...(ownerType ? { ownerType } : {}),
          isFront: 1,
        })
      }
      done={({ fieldList }) =>
        fieldList.length === 1
          ? t('added', { name: fieldList[0]?.fieldName })
          : t('field.addedMany', { count: fieldList.length })
      }
    >
      {(form) => <Lines form={form} types={types.options ?? []} />}
    </PartDialog>
  );
}

function Lines({ form, types }: { form: FormState; types: Parameters<typeof FieldInputs>[0]['types'] }) {
  const { t } = useTranslation('template');
  const lines = form.values.fieldList as Line[];
  const put = (next: Line[]) => {
    form.setErrors({});
    form.setValue('fieldList', next);
  };
  return (
    <>
      <ol className={style.lines}>
        {lines.map((line, at) => (
          <li key={line.key} className={style.line} aria-label={t('field.nth', { n: at + 1 })}>
            <FieldInputs at={`fieldList.${at}.`} types={types} autoFocus={at === lines.length - 1} />
            <IconButton
              icon="trash"
              label={t('field.drop', { n: at + 1 })}
              disabled={lines.length === 1}
              onClick={() => put(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon="plus"
          disabled={lines.length >= LIMITS.templateFieldsAtOnce}
          onClick={() => put([...lines, newLine(lines.at(-1))])}
        >
          {t('field.another')}
        </Button>
      </div>
    </>
  );
}
