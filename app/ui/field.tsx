import { type ReactNode, useId } from 'react';
import style from './field.module.css';
import { Icon } from './icon.tsx';

export type FieldLook = {
  label: string;
  /** One line of help text below the control. */
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Keeps the label for screen readers only, if the context makes it clear (as in a search bar). */
  hideLabel?: boolean;
};

type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
  disabled: boolean | undefined;
};

type Props = FieldLook & {
  name?: string | undefined;
  error?: string | undefined;
  /** A notice while typing, such as caps lock. */
  notice?: string | undefined;
  aside?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
};

/** The frame of every field: label, control, then message or hint, associated for screen readers. */
export function Field({
  label,
  hint,
  required,
  disabled,
  hideLabel,
  name,
  error,
  notice,
  aside,
  children,
}: Props) {
  const id = useId();
  const described = [error && `${id}e`, notice && `${id}n`, hint && `${id}h`].filter(Boolean).join(' ');
  return (
    <div className={style.field} data-field={name}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : style.label}>
        <span className={required ? style.required : undefined}>{label}</span>
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
        disabled,
      })}
      <FieldMessage id={`${id}e`} error={error} />
      {notice && (
        <p className={style.notice} id={`${id}n`} role="status">
          <Icon name="warning" size={16} />
          {notice}
        </p>
      )}
      {(hint || aside) && (
        <div className={style.foot}>
          <p className={style.hint} id={`${id}h`}>
            {hint}
          </p>
          {aside}
        </div>
      )}
    </div>
  );
}

/** The error message of a field; announced when it appears. */
export function FieldMessage({ id, error }: { id?: string; error?: string | undefined }) {
  return (
    <div aria-live="polite" hidden={!error}>
      {error && (
        <p className={style.error} id={id}>
          <Icon name="error" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
