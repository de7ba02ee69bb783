import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';
import { Brand } from './brand.tsx';
import { Clock } from './clock.tsx';
import { SERVICE_PHONE } from './contact.ts';
import style from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { NoticeBell } from './notice-bell.tsx';
import { UserPanel } from './user-panel.tsx';

type Props = { logo?: string | undefined; menu: ReactNode };

/** The header of every page in the shell ([2.1a]); `menu` opens the left menu on a phone. */
export function Header({ logo, menu }: Props) {
  const signedIn = useSession((s) => s.activeUser !== undefined);
  return (
    <header className={style.header}>
      {menu}
      <Link to="/home" className={style.brand}>
        <Brand logo={logo} />
      </Link>
      <Phone />
      <div className={style.tools}>
        <Clock />
        <LanguageSwitch />
        {signedIn && (
          <>
            <NoticeBell />
            <UserPanel />
          </>
        )}
      </div>
    </header>
  );
}

/** Internal users see the contact persons by topic; external users a shorter line ([6.5d,e]). */
function Phone() {
  const { t } = useTranslation('shell');
  const ownerType = useSession((s) => s.activeUser?.userOwnerType);
  if (!ownerType) return null;
  return (
    <p className={style.phone}>
      <Icon name="phone" size={14} />
      {t(`phone.${ownerType}`, { phone: SERVICE_PHONE })}
    </p>
  );
}
