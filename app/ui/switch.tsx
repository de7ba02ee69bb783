import style from './choice.module.css';
import { type FieldBinding, useField } from './form.tsx';

export type SwitchProps = FieldBinding<boolean> & {
  label: string;
  hint?: string;
  hideLabel?: boolean;
  disabled?: boolean;
};

/** A switch that takes effect at once, without a save button. */
export function Switch(props: SwitchProps) {
  const field = useField(props, false);
  return (
    <label className={style.choice} data-field={props.name}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={field.value}
        className={style.switch}
        name={props.name}
        checked={field.value}
        disabled={props.disabled}
        onChange={(event) => field.setValue(event.target.checked)}
      />
      <span className={props.hideLabel ? 'visually-hidden' : undefined}>
        {props.label}
        {props.hint && <span className={style.hint}>{props.hint}</span>}
      </span>
    </label>
  );
}
