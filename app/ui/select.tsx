import { Button } from 'react-aria-components/Button';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useTranslation } from 'react-i18next';
import field from './field.module.css';
import type { FieldLook } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';
import { Icon } from './icon.tsx';
import style from './list.module.css';
import { ListLabel, ListMessages, ListOption } from './list-parts.tsx';
import type { Option } from './radio-group.tsx';

export type { Option } from './radio-group.tsx';

export type SelectProps = FieldLook &
  FieldBinding<string> & { options: readonly Option[]; placeholder?: string };

/** Selects one option of a list. */
export function Select(props: SelectProps) {
  const { value, error, setValue, leave } = useField(props, '');
  return (
    <div data-field={props.name}>
      <AriaSelect
        className={field.field}
        value={value || null}
        onChange={(key) => setValue(String(key ?? ''))}
        onOpenChange={(open) => open || leave()}
        isDisabled={props.disabled}
        isInvalid={error !== undefined}
        isRequired={props.required}
        validationBehavior="aria"
      >
        <Trigger {...props} chosen={[value]} error={error} />
      </AriaSelect>
    </div>
  );
}

export type MultiSelectProps = FieldLook &
  FieldBinding<string[]> & { options: readonly Option[]; placeholder?: string };

const NONE: string[] = [];

/** Selects several options of a list. */
export function MultiSelect(props: MultiSelectProps) {
  const { value, error, setValue, leave } = useField(props, NONE);
  return (
    <div data-field={props.name}>
      <AriaSelect<object, 'multiple'>
        className={field.field}
        selectionMode="multiple"
        value={value}
        onChange={(keys) => setValue(keys.map(String))}
        onOpenChange={(open) => open || leave()}
        isDisabled={props.disabled}
        isInvalid={error !== undefined}
        isRequired={props.required}
        validationBehavior="aria"
      >
        <Trigger {...props} chosen={value} error={error} />
      </AriaSelect>
    </div>
  );
}

type TriggerProps = FieldLook & {
  options: readonly Option[];
  chosen: readonly string[];
  placeholder?: string;
  error: string | undefined;
};

function Trigger({ label, hideLabel, required, hint, options, chosen, placeholder, error }: TriggerProps) {
  const { t } = useTranslation('ui');
  const shown = options
    .filter((o) => chosen.includes(o.value))
    .map((o) => o.label)
    .join(t('separator'));
  return (
    <>
      <ListLabel label={label} hideLabel={hideLabel} required={required} />
      <div className={field.box} data-invalid={error ? true : undefined}>
        <Button className={style.trigger}>
          <SelectValue className={style.value}>
            {({ isPlaceholder }) => (isPlaceholder ? (placeholder ?? t('field.choose')) : shown)}
          </SelectValue>
          <Icon name="chevron-down" size={16} />
        </Button>
      </div>
      <ListMessages hint={hint} error={error} />
      <Popover className={style.popover} offset={4}>
        <ListBox
          className={style.list}
          renderEmptyState={() => <p className={style.empty}>{t('field.noOptions')}</p>}
        >
          {options.map((option) => (
            <ListOption key={option.value} option={option} />
          ))}
        </ListBox>
      </Popover>
    </>
  );
}
