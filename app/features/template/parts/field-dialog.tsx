import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import {
  type ContentField,
  contentField,
  FIELD_FORMATS,
  FIELD_INPUTS,
  type FieldFormat,
} from '#core/template/field.ts';
import { FIELD_TYPES, type FieldType } from '#core/template/parts.ts';
import { lastPosition, putRow } from '#core/template/room.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { newKey } from '../../../parts/room/new-key.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import type { FormState } from '../../../ui/form.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { MultiSelect, Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { TemplateParts } from '../room/use-template-room.ts';
import { type KnownField, useKnownFields } from './use-known-parts.ts';

/** Choices are typed one per line. */
const choices = z.string().transform((text) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]);
const { name, types, length, input, format, required, preset, filledBy } = contentField.shape;
const shape = z.object({
  name,
  types,
  length,
  input,
  format,
  choices: choices.pipe(contentField.shape.choices.unwrap()),
  required,
  preset,
  filledBy,
});

const FORMATS_OF: Partial<Record<FieldType, readonly FieldFormat[]>> = {
  NUMBER: ['PLAIN', 'GROUPED'],
  AMOUNT: ['PLAIN', 'GROUPED', 'CHINESE_CAPITALS'],
  DATE: ['PLAIN', 'DATE_LONG', 'DATE_ISO'],
};

const NEW = { name: '', types: ['TEXT'], length: 20, input: 'LINE', format: 'PLAIN' };

interface Props {
  doc: Y.Doc;
  parts: TemplateParts;
  /** The field to change; undefined to add one. */
  field: ContentField | undefined;
  onAdded?: (key: string) => void;
  onClose: () => void;
}

/** Adds a field, either from the enterprise's list or only for this template, or changes one. */
export function FieldDialog({ doc, parts, field, onAdded, onClose }: Props) {
  const { t } = useTranslation('templateEdit');
  const known = useKnownFields();
  const others = parts.fields.filter(({ key }) => key !== field?.key);
  const rules = shape.superRefine((values, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (others.some((other) => other.name === values.name)) add('name', 'templateEdit:rule.fieldName');
    if (values.input === 'CHOICE' && values.choices.length === 0) add('choices', 'templateEdit:rule.choices');
  });
  return (
    <FormDialog
      title={t(field ? 'field.editTitle' : 'field.addTitle')}
      initial={{
        required: true,
        preset: '',
        filledBy: 'SENDER',
        ...NEW,
        ...field,
        choices: (field?.choices ?? []).join('\n'),
      }}
      rules={rules}
      submit={t('save')}
      save={async (values) => {
        const key = field?.key ?? newKey();
        const from = known.find((one) => one.name === values.name);
        putRow(doc, 'fields', key, {
          ...values,
          partId: from?.id,
          position: field?.position ?? lastPosition(doc, 'fields'),
        });
        if (!field) onAdded?.(key);
      }}
      onClose={onClose}
    >
      {(form) => <Inputs form={form} known={known} others={others} parts={parts} />}
    </FormDialog>
  );
}

interface InputsProps {
  form: FormState;
  known: readonly KnownField[];
  others: readonly ContentField[];
  parts: TemplateParts;
}

function Inputs({ form, known, others, parts }: InputsProps) {
  const { t } = useTranslation('templateEdit');
  const input = form.values.input as ContentField['input'];
  const chosen = form.values.types as FieldType[];
  const formats = new Set(chosen.flatMap((type): readonly FieldFormat[] => FORMATS_OF[type] ?? ['PLAIN']));
  const free = known.filter((one) => !others.some((other) => other.name === one.name));
  return (
    <>
      <ComboBox
        name="name"
        label={t('field.name')}
        hint={t('field.nameHint')}
        required
        free
        options={free.map((one) => ({ value: one.name, label: one.name }))}
        onChange={(typed) => {
          const one = free.find(({ name: its }) => its === typed);
          if (!one) return;
          form.setValue('types', one.types);
          form.setValue('length', one.length);
        }}
      />
      <Select
        name="input"
        label={t('field.input')}
        required
        options={FIELD_INPUTS.map((value) => ({ value, label: t(`field.inputs.${value}`) }))}
      />
      {input === 'CHOICE' && (
        <TextArea name="choices" label={t('field.choices')} hint={t('field.choicesHint')} required />
      )}
      {(input === 'LINE' || input === 'LINES') && (
        <>
          <MultiSelect
            name="types"
            label={t('field.types')}
            required
            options={FIELD_TYPES.map((value) => ({ value, label: t(`field.type.${value}`) }))}
          />
          {formats.size > 1 && (
            <Select
              name="format"
              label={t('field.format')}
              options={FIELD_FORMATS.filter((value) => formats.has(value)).map((value) => ({
                value,
                label: t(`field.formats.${value}`),
              }))}
            />
          )}
          <NumberField
            name="length"
            label={t('field.length')}
            required
            min={1}
            max={LIMITS.templateFieldLength}
          />
        </>
      )}
      {input !== 'PICTURE' && <TextField name="preset" label={t('field.preset')} maxLength={200} />}
      <Select
        name="filledBy"
        label={t('field.filledBy')}
        options={[
          { value: 'SENDER', label: t('field.sender') },
          ...parts.signers.map((signer) => ({ value: signer.key, label: signer.name })),
        ]}
      />
      <Checkbox name="required">{t('field.required')}</Checkbox>
    </>
  );
}
