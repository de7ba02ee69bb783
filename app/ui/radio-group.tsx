import { useId } from 'react';
import choice from './choice.module.css';
import { classes } from './classes.ts';
import style from './field.module.css';
import { type FieldLook, FieldMessage } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';

export type Option<V extends string = string> = {
  value: V;
  label: string;
  hint?: string;
  disabled?: boolean;
};
export type RadioGroupProps<V extends string> = FieldLook &
  FieldBinding<V> & { options: readonly Option<V>[]; column?: boolean };

/** Selects one of a few options, all visible. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const field = useField<string>(props as FieldBinding<string>, '');
  const id = useId();
  return (
    <fieldset
      className={choice.group}
      data-field={props.name}
      aria-describedby={field.error ? `${id}e` : undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.leave();
      }}
    >
      <legend className={props.hideLabel ? 'visually-hidden' : style.label}>
        <span className={props.required ? style.required : undefined}>{props.label}</span>
      </legend>
      <div className={classes(choice.options, props.column && choice.column)}>
        {props.options.map((option) => (
          <label key={option.value} className={choice.choice}>
            <input
              type="radio"
              className={choice.input}
              name={`${id}${props.name ?? ''}`}
              value={option.value}
              checked={field.value === option.value}
              disabled={props.disabled || option.disabled}
              onChange={() => field.setValue(option.value)}
            />
            <span>
              {option.label}
              {option.hint && <span className={choice.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}e`} error={field.error} />
      {props.hint && <p className={style.hint}>{props.hint}</p>}
    </fieldset>
  );
}
