import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import style from './field.module.css';
import { Field, type FieldLook } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';
import { IconButton } from './icon-button.tsx';

export type NumberFieldProps = FieldLook &
  FieldBinding<number | null> & {
    min?: number;
    max?: number;
    step?: number;
    unit?: string;
    decimals?: number;
    placeholder?: string;
  };

/** A number with steps by arrow keys and buttons; typed values are clamped to `min` and `max` on blur. */
export function NumberField(props: NumberFieldProps) {
  const {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
    step = 1,
    decimals = 0,
    unit,
  } = props;
  const { t } = useTranslation('ui');
  const field = useField<number | null>(props, null);
  const [text, setText] = useState(show(field.value));
  useEffect(() => setText((old) => (parse(old) === field.value ? old : show(field.value))), [field.value]);

  const keep = (value: number) => Number(Math.min(max, Math.max(min, value)).toFixed(decimals));
  const put = (value: number) => {
    field.setValue(keep(value));
    setText(show(keep(value)));
  };
  const stepBy = (delta: number) => put((field.value ?? (Number.isFinite(min) ? min - delta : 0)) + delta);

  return (
    <Field {...props} error={field.error}>
      {(wiring) => (
        <div className={style.box} data-invalid={wiring['aria-invalid']}>
          <input
            {...wiring}
            className={classes(style.input, style.number)}
            name={props.name}
            type="text"
            role="spinbutton"
            aria-valuenow={field.value ?? undefined}
            aria-valuemin={Number.isFinite(min) ? min : undefined}
            aria-valuemax={Number.isFinite(max) ? max : undefined}
            inputMode={decimals > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={text}
            placeholder={props.placeholder}
            onChange={(event) => {
              const typed = event.target.value.replace(/[^\d.-]/g, '');
              setText(typed);
              field.setValue(parse(typed));
            }}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              stepBy(event.key === 'ArrowUp' ? step : -step);
            }}
            onBlur={() => {
              if (field.value !== null) put(field.value);
              else setText('');
              field.leave();
            }}
          />
          <span className={style.tail}>
            {unit}
            <IconButton
              icon="minus"
              size="small"
              tabIndex={-1}
              label={t('field.less')}
              disabled={props.disabled || (field.value !== null && field.value <= min)}
              onClick={() => stepBy(-step)}
            />
            <IconButton
              icon="plus"
              size="small"
              tabIndex={-1}
              label={t('field.more')}
              disabled={props.disabled || (field.value !== null && field.value >= max)}
              onClick={() => stepBy(step)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}

const show = (value: number | null) => (value === null ? '' : String(value));

function parse(text: string): number | null {
  if (!/\d/.test(text)) return null;
  const value = Number(text);
  return Number.isNaN(value) ? null : value;
}
