import { useTranslation } from 'react-i18next';
import type { Contact } from '#core/contact/contact.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import style from './people.module.css';

export const CONTACT_ICONS: Record<Contact['type'], IconName> = {
  ENTERPRISE: 'building',
  PERSON: 'user',
  DEPARTMENT: 'users',
};

/** A contact in two lines: what it is called, and who is behind it. */
export function ContactLine({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contact');
  const { type, name, entName, person, phone, email } = contact;
  return (
    <>
      <span className={style.icon}>
        <Icon name={CONTACT_ICONS[type]} />
        <span className="visually-hidden">{t(`type.${type}`)}</span>
      </span>
      <span className={style.words}>
        <span className={style.name}>{name}</span>
        <span className={style.about}>{[entName, person, phone || email].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}
