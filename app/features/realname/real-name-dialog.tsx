import { useNavigate } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-store.ts';
import type { UserExtendInfo } from '../../session/types.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { PersonInfo } from './person-facts.tsx';
import { PersonOngoing } from './person-ongoing.tsx';
import style from './realname.module.css';

type Props = {
  info: PersonInfo;
  ongoing: boolean;
  /** The dialog that closes the account ([6.5b]). */
  closeAccount: (person: UserExtendInfo, onClose: () => void) => ReactNode;
  onClose: () => void;
};

/**
 * The real-name dialog of the home page: first-time authentication ([4.16b]) or one in progress ([4.16c]). A person who
 * manages their own account (OUTSIDE) may also close it from here ([6.5b]); going back returns to this dialog.
 */
export function RealNameDialog({ info, ongoing, closeAccount, onClose }: Props) {
  const { t } = useTranslation('realname');
  const navigate = useNavigate();
  const mayAuth = useMay('home_personal_auth');
  const person = useSession((s) => s.userExtendInfo);
  const [closing, setClosing] = useState(false);
  const mayCancel = useSession((s) => s.routerList?.includes('/account/accountInfo') ?? false);
  const go = (path: string) => {
    onClose();
    navigate(path);
  };
  const closes = !ongoing && mayCancel && person?.userOwnerType === 'OUTSIDE';
  if (closing && closes) return closeAccount(person, () => setClosing(false));
  if (ongoing)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('dialog.ongoing')}
        actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}
      >
        <PersonOngoing info={info} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dialog.first')}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.later')}</Button>
          {mayAuth && (
            <Button kind="primary" onClick={() => go('/auth/person?currentComp=AuthInit')}>
              {t('dialog.start')}
            </Button>
          )}
        </>
      }
    >
      <div className={style.words}>
        <p>{t(info.authStatus === 'REVOKE' ? 'dialog.revokedText' : 'dialog.firstText')}</p>
        <p className={style.soft}>{t('dialog.prepare')}</p>
        {closes && (
          <p className={style.hint}>
            {t('dialog.cancelText')}{' '}
            <Button kind="text" size="small" onClick={() => setClosing(true)}>
              {t('dialog.cancelAccount')}
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}
