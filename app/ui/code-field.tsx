import style from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

type Props = Omit<TextFieldProps, 'type' | 'inputMode' | 'maxLength' | 'autoComplete' | 'className'> & {
  digits?: number;
};

/** A code from an SMS or mail: six digits ([5.8a]); any other typed or pasted character is dropped. */
export function CodeField({ digits = 6, ...props }: Props) {
  return (
    <TextField
      {...props}
      className={style.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      only={(text) => text.replace(/\D/g, '').slice(0, digits)}
    />
  );
}
