import { useTranslation } from 'react-i18next';
import style from './field.module.css';
import { Field, type FieldLook } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';

export type TextAreaProps = FieldLook &
  FieldBinding<string> & { rows?: number; maxLength?: number; placeholder?: string };

/** Several lines of text, with a counter if the length is limited (in user-perceived characters). */
export function TextArea(props: TextAreaProps) {
  const { t } = useTranslation('ui');
  const field = useField(props, '');
  const used = [...field.value].length;
  const { maxLength } = props;
  return (
    <Field
      {...props}
      error={field.error}
      aside={
        maxLength && (
          <span className={style.counter}>
            <span aria-hidden="true">
              {used} / {maxLength}
            </span>
            <span className="visually-hidden">{t('field.counter', { used, max: maxLength })}</span>
          </span>
        )
      }
    >
      {(wiring) => (
        <div className={style.box} data-invalid={wiring['aria-invalid']}>
          <textarea
            {...wiring}
            className={style.input}
            name={props.name}
            rows={props.rows ?? 3}
            value={field.value}
            maxLength={maxLength}
            placeholder={props.placeholder}
            onChange={(event) => field.setValue(event.target.value)}
            onBlur={field.leave}
          />
        </div>
      )}
    </Field>
  );
}
