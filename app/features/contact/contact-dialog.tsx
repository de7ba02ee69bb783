import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { putContact, removeContacts } from '#core/contact/book.ts';
import {
  CONTACT_FIELDS,
  CONTACT_TYPES,
  type Contact,
  type ContactFacts,
  contactRules,
  EMPTY_CONTACT,
} from '#core/contact/contact.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import type { UsedBook } from '../../parts/people/use-book.ts';
import { newKey } from '../../parts/room/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { MultiSelect, Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';

interface Props {
  book: UsedBook;
  /** The contact to show; undefined to add one. */
  contact?: Contact;
  mayEdit: boolean;
  onClose: () => void;
}

/** Details of a contact; editable with the right to edit. */
export function ContactDialog(props: Props) {
  return props.mayEdit ? <EditContact {...props} /> : <SeeContact {...props} />;
}

const rules = contactRules.and(z.object({ groups: z.array(z.string()) }));

function EditContact({ book, contact, onClose }: Props) {
  const { t } = useTranslation(['contact', 'realname']);
  const [key] = useState(() => contact?.contactId ?? newKey());
  const { doc } = book.open;
  const remove = () => {
    removeContacts(doc, [key]);
    onClose();
    toast({ tone: 'success', text: t('removed', { count: 1 }) });
  };
  return (
    <FormDialog<ContactFacts & { groups: string[] }>
      title={contact ? t('edit') : t('add')}
      submit={t('save')}
      initial={{
        ...EMPTY_CONTACT,
        ...contact,
        groups: [...(contact?.groups ?? [])].filter((id) =>
          book.groups.some(({ groupId }) => groupId === id),
        ),
      }}
      rules={rules}
      save={async (values) => {
        if (!contact && book.contacts.length >= LIMITS.contacts) {
          toast({ tone: 'error', text: t('full', { max: LIMITS.contacts }) });
          return false;
        }
        putContact(doc, key, changedOnly(values, contact));
        return true;
      }}
      done={({ name }) => t('saved', { name })}
      onClose={onClose}
    >
      {({ values }) => (
        <>
          <RadioGroup
            name="type"
            label={t('field.type')}
            options={CONTACT_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          />
          <TextField
            name="name"
            label={t(`field.name${typeOf(values.type)}`)}
            required
            autoFocus
            maxLength={values.type === 'ENTERPRISE' ? 100 : 50}
          />
          {values.type !== 'ENTERPRISE' && (
            <TextField
              name="entName"
              label={t(values.type === 'PERSON' ? 'field.worksFor' : 'field.entName')}
              required={values.type === 'DEPARTMENT'}
              maxLength={100}
            />
          )}
          {values.type !== 'PERSON' && <TextField name="person" label={t('field.person')} maxLength={50} />}
          <TextField name="phone" label={t('field.phone')} type="tel" inputMode="tel" maxLength={40} />
          <TextField name="email" label={t('field.email')} type="email" inputMode="email" maxLength={100} />
          {values.type === 'PERSON' && (
            <>
              <Select
                name="idType"
                label={t('field.idType')}
                options={[
                  { value: '', label: t('noIdType') },
                  ...ID_TYPES.map((type) => ({ value: type, label: t(`realname:idType.${type}`) })),
                ]}
              />
              <TextField name="idNumber" label={t('field.idNumber')} maxLength={40} />
            </>
          )}
          {book.groups.length > 0 && (
            <MultiSelect
              name="groups"
              label={t('field.groups')}
              options={book.groups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
              placeholder={t('noGroup')}
            />
          )}
          <TextArea name="note" label={t('field.note')} maxLength={LIMITS.contactNote} />
          {contact && (
            <div>
              <Button kind="quiet" size="small" icon="trash" onClick={remove}>
                {t('remove')}
              </Button>
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

const typeOf = (value: unknown): Contact['type'] =>
  CONTACT_TYPES.find((type) => type === value) ?? 'ENTERPRISE';

/** Only the values changed in this form, so as not to overwrite what a colleague changed meanwhile. */
function changedOnly(values: ContactFacts & { groups: string[] }, before: Contact | undefined) {
  if (!before) return values;
  const { groups, ...facts } = values;
  const changed: Partial<ContactFacts> = facts;
  for (const field of CONTACT_FIELDS) if (facts[field] === before[field]) delete changed[field];
  const same = groups.length === before.groups.length && groups.every((one) => before.groups.includes(one));
  return { ...changed, ...(same ? {} : { groups }) };
}

function SeeContact({ book, contact, onClose }: Props) {
  const { t } = useTranslation(['contact', 'realname']);
  if (!contact) return null;
  const groups = book.groups.filter(({ groupId }) => contact.groups.includes(groupId));
  return (
    <Dialog open onClose={onClose} title={contact.name}>
      <Facts
        facts={[
          [t('field.type'), t(`type.${contact.type}`)],
          contact.entName !== '' && [t('field.entName'), contact.entName],
          contact.person !== '' && [t('field.person'), contact.person],
          [t('field.phone'), contact.phone],
          [t('field.email'), contact.email],
          contact.idType !== '' && [t(`realname:idType.${contact.idType}`), contact.idNumber],
          groups.length > 0 && [t('field.groups'), groups.map(({ name }) => name).join(t('ui:separator'))],
          contact.note !== '' && [t('field.note'), contact.note],
        ]}
      />
    </Dialog>
  );
}
