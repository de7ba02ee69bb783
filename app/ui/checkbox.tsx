import { type ReactNode, useEffect, useId, useRef } from 'react';
import style from './choice.module.css';
import { FieldMessage } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';

export type CheckboxProps = FieldBinding<boolean> & {
  children?: ReactNode;
  /** Accessible name if there is no visible label, as in a table. */
  label?: string;
  hint?: string;
  disabled?: boolean;
  /** Some but not all of the items it represents are selected. */
  indeterminate?: boolean;
};

/** A checkbox. */
export function Checkbox(props: CheckboxProps) {
  const { children, label, hint, disabled, indeterminate = false } = props;
  const field = useField(props, false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div data-field={props.name}>
      <label className={style.choice}>
        <input
          ref={input}
          type="checkbox"
          className={style.input}
          name={props.name}
          checked={field.value}
          disabled={disabled}
          aria-label={label}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={field.error ? id : undefined}
          onChange={(event) => field.setValue(event.target.checked)}
          onBlur={field.leave}
        />
        {children && (
          <span>
            {children}
            {hint && <span className={style.hint}>{hint}</span>}
          </span>
        )}
      </label>
      <FieldMessage id={id} error={field.error} />
    </div>
  );
}
