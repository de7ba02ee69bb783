import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchContacts } from '#core/contact/search.ts';
import { partyOfContact } from '#core/task/partner.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { ContactLine } from './contact-line.tsx';
import style from './people.module.css';
import type { SourceProps } from './source-props.ts';
import { useBook, useBookAccess } from './use-book.ts';

/** Contacts of the address book, by group. */
export function ContactSource(props: SourceProps) {
  const { t } = useTranslation('people');
  const access = useBookAccess();
  return access ? <Contacts {...props} /> : <EmptyState icon="lock" title={t('noBook')} />;
}

function Contacts({ search, read, list }: SourceProps) {
  const { t } = useTranslation(['people', 'contact']);
  const book = useBook();
  const [groupId, setGroupId] = useState('ALL');
  const found = useMemo(() => {
    const contacts = book?.contacts ?? [];
    const within = groupId === 'ALL' ? contacts : contacts.filter((one) => one.groups.includes(groupId));
    return searchContacts(within, search, read);
  }, [book, groupId, search, read]);
  if (!book) return <LoadingState />;
  return (
    <div className={style.plain}>
      {book.groups.length > 0 && (
        <Select
          label={t('group')}
          hideLabel
          value={groupId}
          onChange={setGroupId}
          options={[
            { value: 'ALL', label: t('everyGroup') },
            ...book.groups.map((one) => ({ value: one.groupId, label: one.name })),
          ]}
        />
      )}
      {list(
        found,
        (contact) => ({ ...partyOfContact(contact), contact }),
        (contact) => (
          <ContactLine contact={contact} />
        ),
      )}
    </div>
  );
}
