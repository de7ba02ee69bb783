import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field, type FieldLook } from '../../ui/field.tsx';
import { type FieldBinding, useField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import style from './people.module.css';
import { PeoplePicker } from './people-picker.tsx';
import { useDirectory } from './use-directory.ts';

type Props = FieldLook &
  FieldBinding<string> & {
    /** Accounts that cannot be chosen. */
    without?: readonly string[];
    /** Name of somebody who is no longer in the directory. */
    formerName?: string;
    /** Allows an empty value. */
    emptiable?: boolean;
  };

/** One colleague, by account: shown by name, and chosen in a dialog. */
export function PersonField({ without = [], formerName = '', emptiable, ...props }: Props) {
  const { t } = useTranslation('people');
  const { value, error, setValue } = useField(props, '');
  const { directory } = useDirectory();
  const [open, setOpen] = useState(false);
  const person = directory?.colleagues.find(({ userId }) => userId === value);
  const name = value === '' ? '' : (person?.name ?? formerName);
  return (
    <Field {...props} error={error}>
      {({ id, disabled, ...wiring }) => (
        <div className={style.person}>
          <button
            type="button"
            id={id}
            aria-label={name === '' ? props.label : t('fieldWith', { label: props.label, name })}
            aria-describedby={wiring['aria-describedby']}
            className={style.personButton}
            data-invalid={wiring['aria-invalid']}
            disabled={disabled}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Icon name="user" />
            <span>{name || t('choosePerson')}</span>
          </button>
          {emptiable && value !== '' && (
            <Button kind="text" onClick={() => setValue('')}>
              {t('nobodyChosen')}
            </Button>
          )}
          {open && (
            <PeoplePicker
              title={props.label}
              sources={['colleagues']}
              isTaken={({ accountId = '' }) => without.includes(accountId)}
              onClose={() => setOpen(false)}
              onPick={([{ accountId = '' }]) => {
                setValue(accountId);
                setOpen(false);
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
