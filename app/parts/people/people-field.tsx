import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { FieldLook } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import style from './people.module.css';
import { PeoplePicker } from './people-picker.tsx';
import { useDirectory } from './use-directory.ts';

type Props = Pick<FieldLook, 'label' | 'required'> & {
  /** Accounts. */
  value: readonly string[];
  onChange: (accounts: string[]) => void;
};

/** Several colleagues, by account: shown by name, each with a button that removes them, and chosen in a dialog. */
export function PeopleField({ label, required, value, onChange }: Props) {
  const { t } = useTranslation('people');
  const { directory } = useDirectory();
  const [open, setOpen] = useState(false);
  const nameOf = (account: string): string =>
    directory ? (directory.colleagues.find(({ userId }) => userId === account)?.name ?? t('gone')) : '…';
  return (
    <fieldset className={style.several}>
      <legend data-required={required}>{label}</legend>
      {value.length > 0 && (
        <ul className={style.severalNames}>
          {value.map((account) => (
            <li key={account}>
              <span>{nameOf(account)}</span>
              <IconButton
                icon="close"
                size="small"
                label={t('removePerson', { name: nameOf(account) })}
                onClick={() => onChange(value.filter((one) => one !== account))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          size="small"
          icon="plus"
          aria-label={t('addTo', { label })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('choosePerson')}
        </Button>
      </div>
      {open && (
        <PeoplePicker
          title={label}
          sources={['colleagues']}
          multiple
          isTaken={({ accountId = '' }) => value.includes(accountId)}
          onClose={() => setOpen(false)}
          onPick={(parties) => {
            onChange([...value, ...parties.map(({ accountId = '' }) => accountId)]);
            setOpen(false);
          }}
        />
      )}
    </fieldset>
  );
}
