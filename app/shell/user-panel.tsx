import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logout } from '#core/identity/calls.ts';
import { call } from '../call.ts';
import { endSession } from '../session/end-session.ts';
import { useSession } from '../session/session-store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { applyTheme, isTheme, type Theme } from '../ui/theme.ts';
import { DropPanel } from './drop-panel.tsx';
import style from './header.module.css';
import { usePhoto } from './use-photo.ts';

// Opened by a click, which most pages never see.
const IdentitySwitch = lazy(() =>
  import('./identity-switch.tsx').then((m) => ({ default: m.IdentitySwitch })),
);

/** The current identity; below it the switch to others, the theme, and logout. */
export function UserPanel() {
  const { t } = useTranslation('shell');
  const me = useSession((s) => s.activeUser);
  const name = me?.name ?? '';
  const own = useSession((s) => s.userExtendInfo?.photo);
  const photo = usePhoto(me?.type === 'person' ? own : undefined);
  // the local session ends even if the request fails
  const leave = useMutation({
    mutationFn: () => call(logout, {}),
    meta: { silent: true },
    onSettled: () => endSession({ keepPlace: false }),
  });
  return (
    <DropPanel
      label={t('identity.switch', { name })}
      trigger={
        <>
          <Avatar name={name} square={me?.type === 'ent'} {...(photo ? { src: photo } : {})} />
          <span className={style.userName}>{name}</span>
          <Icon name="chevron-down" size={14} />
        </>
      }
    >
      {(close) => (
        <>
          <Suspense fallback={<Skeleton height={56} />}>
            <IdentitySwitch onClose={close} />
          </Suspense>
          <div className={style.panelTools}>
            <ThemeChoice />
            <Button kind="quiet" icon="logout" pending={leave.isPending} onClick={() => leave.mutate()}>
              {t('logout')}
            </Button>
          </div>
        </>
      )}
    </DropPanel>
  );
}

const NEXT: Record<string, Theme | undefined> = { system: 'light', light: 'dark', dark: undefined };

function ThemeChoice() {
  const { t } = useTranslation('shell');
  const [theme, setTheme] = useState(() => {
    const now = document.documentElement.dataset.theme;
    return isTheme(now) ? now : undefined;
  });
  return (
    <Button
      kind="quiet"
      icon={theme === 'dark' ? 'moon' : 'sun'}
      onClick={() => {
        const next = NEXT[theme ?? 'system'];
        setTheme(next);
        applyTheme(next);
      }}
    >
      {t(`theme.${theme ?? 'system'}`)}
    </Button>
  );
}
