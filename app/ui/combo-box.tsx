import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from 'react-i18next';
import field from './field.module.css';
import type { FieldLook } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';
import { Icon } from './icon.tsx';
import style from './list.module.css';
import { ListLabel, ListMessages, ListOption } from './list-parts.tsx';
import type { Option } from './radio-group.tsx';

export type ComboBoxProps = FieldLook &
  FieldBinding<string> & {
    options: readonly Option[];
    placeholder?: string;
    /** The options are still loading. */
    loading?: boolean;
    /** Allows text that matches no option; the value is then the text itself. */
    free?: boolean;
  };

/** Selects one option of a long list by typing. */
export function ComboBox(props: ComboBoxProps) {
  const { t } = useTranslation('ui');
  const { label, hideLabel, required, hint, options, placeholder, loading, free, disabled } = props;
  const { value, error, setValue, leave } = useField(props, '');
  const chosen = options.find((option) => option.value === value);
  const [text, setText] = useState<string>();
  const shownText = text ?? chosen?.label ?? value;
  const found = !text
    ? options
    : options.filter((o) => o.label.toLowerCase().includes(text.trim().toLowerCase()));

  return (
    <div data-field={props.name}>
      <AriaComboBox
        className={field.field}
        // keyed by value, so that recreated or filtered options keep their identity
        items={found.map((option) => ({ ...option, id: option.value }))}
        value={value || null}
        inputValue={shownText}
        onInputChange={(next) => {
          setText(next);
          if (free) setValue(next);
          else if (next === '') setValue('');
        }}
        onChange={(key) => {
          if (key === null) return;
          setText(undefined);
          setValue(String(key));
        }}
        onBlur={() => {
          setText(undefined);
          leave();
        }}
        menuTrigger="focus"
        allowsCustomValue={free}
        allowsEmptyCollection
        isDisabled={disabled}
        isInvalid={error !== undefined}
        isRequired={required}
        validationBehavior="aria"
      >
        <ListLabel label={label} hideLabel={hideLabel} required={required} />
        <div className={field.box} data-invalid={error ? true : undefined}>
          <Input className={field.input} placeholder={placeholder ?? t('field.search')} autoComplete="off" />
          <Button className={style.opener} aria-label={t('field.openList')}>
            <Icon name="chevron-down" size={16} />
          </Button>
        </div>
        <ListMessages hint={hint} error={error} />
        <Popover className={style.popover} offset={4}>
          <ListBox<Option>
            className={style.list}
            renderEmptyState={() => (
              <p className={style.empty}>{loading ? t('loading') : t('field.noneFound')}</p>
            )}
          >
            {(option) => <ListOption option={option} />}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </div>
  );
}
