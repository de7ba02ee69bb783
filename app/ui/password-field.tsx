import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import style from './field.module.css';
import { Field, type FieldLook } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';
import { IconButton } from './icon-button.tsx';

export type PasswordFieldProps = FieldLook &
  FieldBinding<string> & {
    autoComplete?: 'current-password' | 'new-password' | 'off';
    maxLength?: number;
    placeholder?: string;
    autoFocus?: boolean;
  };

/** A password field that can reveal its content and warns if caps lock is on ([5.7i], [8.6f]). */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('ui');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const field = useField(props, '');
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <Field {...props} error={field.error} notice={capsLock ? t('field.capsLock') : undefined}>
      {(wiring) => (
        <div className={style.box} data-invalid={wiring['aria-invalid']}>
          <input
            {...wiring}
            className={style.input}
            type={shown ? 'text' : 'password'}
            name={props.name}
            value={field.value}
            maxLength={props.maxLength}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: only the first field of a page or dialog asks for it
            autoFocus={props.autoFocus}
            onChange={(event) => field.setValue(event.target.value)}
            onKeyDown={watch}
            onKeyUp={watch}
            onBlur={() => {
              setCapsLock(false);
              field.leave();
            }}
          />
          <span className={style.tail}>
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={shown ? t('field.hidePassword') : t('field.showPassword')}
              size="small"
              aria-pressed={shown}
              disabled={props.disabled}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
