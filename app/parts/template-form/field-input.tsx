import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentField } from '#core/template/field.ts';
import { readValue } from '#core/template/fill/read-value.ts';
import { lengthOf } from '#core/validate/text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './template-form.module.css';

/** The properties of a field that its control needs. */
export type FilledField = Pick<
  ContentField,
  'name' | 'types' | 'length' | 'input' | 'choices' | 'required' | 'format'
>;

export interface FieldInputProps {
  name: string;
  field: FilledField;
  /** In canonical form, or the raw input while typing. */
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  keepPicture: (file: File) => Promise<string>;
  error: string | undefined;
  disabled?: boolean | undefined;
  /** In a table, whose head names the field. */
  hideLabel?: boolean;
}

/** The control of one field, by its type. Input is normalised to the canonical form on blur. */
export function FieldInput(props: FieldInputProps) {
  const { t } = useTranslation('fill');
  const { name, field, value, onChange, onLeave, error, disabled, hideLabel } = props;
  const look = { name, label: field.name, required: field.required, error, disabled, hideLabel };
  const leave = () => {
    const read = readValue(field, value);
    if (read !== value) onChange(read);
    onLeave();
  };
  if (field.input === 'PICTURE') return <PictureInput {...props} />;
  if (field.input === 'TICK')
    return (
      <Checkbox
        name={name}
        value={value === 'true'}
        onChange={(ticked) => onChange(ticked ? 'true' : '')}
        error={error}
        disabled={disabled}
        label={hideLabel ? field.name : undefined}
      >
        {hideLabel ? undefined : field.name}
      </Checkbox>
    );
  if (field.input === 'CHOICE')
    return (
      <Select
        {...look}
        value={value}
        onChange={(choice) => {
          onChange(choice);
          onLeave();
        }}
        options={[
          ...(field.required ? [] : [{ value: '', label: t('noChoice') }]),
          ...field.choices.map((choice) => ({ value: choice, label: choice })),
        ]}
      />
    );
  const [only] = field.types;
  if (field.types.length === 1 && only === 'DATE')
    return <DatePicker {...look} value={value} onChange={onChange} onBlur={onLeave} />;
  if (field.input === 'LINES')
    return (
      <TextArea
        {...look}
        rows={3}
        maxLength={field.length}
        value={value}
        onChange={onChange}
        onBlur={leave}
      />
    );
  const numeric = field.types.every((type) => type === 'NUMBER' || type === 'AMOUNT');
  return (
    <TextField
      {...look}
      value={value}
      onChange={onChange}
      onBlur={leave}
      inputMode={numeric ? 'decimal' : only === 'PHONE' ? 'tel' : only === 'EMAIL' ? 'email' : 'text'}
      hint={
        !hideLabel && field.types.includes('TEXT')
          ? t('length', { used: lengthOf(value), max: field.length })
          : undefined
      }
    />
  );
}

function PictureInput({
  name,
  field,
  value,
  onChange,
  onLeave,
  keepPicture,
  error,
  disabled,
  hideLabel,
}: FieldInputProps) {
  const { t } = useTranslation('fill');
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setRefused(undefined);
    try {
      onChange(await keepPicture(file));
      onLeave();
    } catch (problem) {
      setRefused(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Field
      name={name}
      label={field.name}
      required={field.required}
      disabled={disabled}
      hideLabel={hideLabel}
      error={refused === undefined ? error : errorText(refused, t)}
    >
      {(wiring) => (
        <span className={style.picture}>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg"
            hidden
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button
            id={wiring.id}
            aria-describedby={wiring['aria-describedby']}
            icon="image"
            size="small"
            pending={busy}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {t(value === '' ? 'choosePicture' : 'changePicture')}
          </Button>
          {value !== '' && (
            <IconButton
              icon="close"
              size="small"
              label={t('removePicture', { name: field.name })}
              disabled={disabled}
              onClick={() => onChange('')}
            />
          )}
        </span>
      )}
    </Field>
  );
}
