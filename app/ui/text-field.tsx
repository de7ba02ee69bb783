import { type HTMLInputAutoCompleteAttribute, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import style from './field.module.css';
import { Field, type FieldLook } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';
import { Icon, type IconName } from './icon.tsx';
import { limitTyped } from './limit-typed.ts';

export type TextFieldProps = FieldLook &
  FieldBinding<string> & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'search';
    placeholder?: string;
    autoComplete?: HTMLInputAutoCompleteAttribute;
    inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
    maxLength?: number;
    readOnly?: boolean;
    autoFocus?: boolean;
    icon?: IconName;
    /** Content at the end of the input box, such as a unit or a button. */
    tail?: ReactNode;
    className?: string;
    /** Filters the input: gets the text and returns the allowed part. */
    only?: (text: string) => string;
    /** Handles Enter, if the enclosing form must not be submitted. */
    onEnter?: () => void;
  };

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const {
    type = 'text',
    placeholder,
    autoComplete,
    inputMode,
    maxLength,
    readOnly,
    autoFocus,
    icon,
    tail,
  } = props;
  const field = useField(props, '');
  const only = (text: string, before = '') => limitTyped(text, { before, maxLength, only: props.only });
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the page was hydrated
  useEffect(() => {
    const typed = input.current?.value;
    if (typed && field.value === '') field.setValue(only(typed));
  }, []);
  return (
    <Field {...props} error={field.error}>
      {(wiring) => (
        <div className={style.box} data-invalid={wiring['aria-invalid']}>
          {icon && (
            <span className={style.lead}>
              <Icon name={icon} />
            </span>
          )}
          <input
            {...wiring}
            ref={input}
            className={classes(style.input, props.className)}
            type={type}
            name={props.name}
            value={field.value}
            placeholder={placeholder}
            autoComplete={autoComplete ?? 'off'}
            inputMode={inputMode}
            readOnly={readOnly}
            // biome-ignore lint/a11y/noAutofocus: only the first field of a page or dialog asks for it
            autoFocus={autoFocus}
            onChange={(event) => {
              // text that an input method is still composing is not filtered
              const composing = (event.nativeEvent as InputEvent).isComposing;
              field.setValue(composing ? event.target.value : only(event.target.value, field.value));
            }}
            onKeyDown={(event) => {
              if (!props.onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              props.onEnter();
            }}
            onCompositionEnd={(event) => field.setValue(only(event.currentTarget.value))}
            onBlur={field.leave}
          />
          {tail && <span className={style.tail}>{tail}</span>}
        </div>
      )}
    </Field>
  );
}
