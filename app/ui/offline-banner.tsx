import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import style from './offline-banner.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the device reports a network connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** An unobtrusive banner while offline: whatever still works stays enabled. */
export function OfflineBanner() {
  const { t } = useTranslation('ui');
  const online = useOnline();
  return (
    <div role="status" className={online ? undefined : style.banner}>
      {!online && (
        <>
          <Icon name="offline" size={16} />
          {t('offline')}
        </>
      )}
    </div>
  );
}
