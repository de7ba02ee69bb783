import { Label } from 'react-aria-components/Label';
import { ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import field from './field.module.css';
import { type FieldLook, FieldMessage } from './field.tsx';
import { Icon } from './icon.tsx';
import style from './list.module.css';
import type { Option } from './radio-group.tsx';

/** The label of a field of react-aria. */
export function ListLabel({ label, hideLabel, required }: FieldLook) {
  return (
    <Label className={hideLabel ? 'visually-hidden' : field.label}>
      <span className={required ? field.required : undefined}>{label}</span>
    </Label>
  );
}

/** Hint or error message below such a field. */
export function ListMessages({ hint, error }: Pick<FieldLook, 'hint'> & { error: string | undefined }) {
  return (
    <>
      {hint && (
        <Text slot="description" className={field.hint}>
          {hint}
        </Text>
      )}
      {error && (
        <Text slot="errorMessage">
          <FieldMessage error={error} />
        </Text>
      )}
    </>
  );
}

/** One option in the drop-down list. */
export function ListOption({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.value}
      textValue={option.label}
      isDisabled={option.disabled}
      className={style.item}
    >
      <span className={style.words}>
        {option.label}
        {option.hint && <span className={style.hint}>{option.hint}</span>}
      </span>
      <span className={style.tick}>
        <Icon name="check" size={16} />
      </span>
    </ListBoxItem>
  );
}
