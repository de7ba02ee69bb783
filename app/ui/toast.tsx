import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import style from './toast.module.css';
import {
  ACTION_TOAST_MS,
  dismissToast,
  TOAST_MS,
  type ToastEntry,
  type ToastTone,
  toasts,
} from './toast-store.ts';

export { toast } from './toast-store.ts';

const ICON_OF: Record<ToastTone, IconName> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
};
const NONE: ToastEntry[] = [];

/** The region for toasts; rendered once per page. Screen readers announce them without moving the focus. */
export function ToastRegion() {
  const { t } = useTranslation('ui');
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => NONE);
  return (
    <section
      className={style.region}
      aria-live="polite"
      aria-relevant="additions"
      aria-label={t('toast.region')}
    >
      {shown.map((one) => (
        <Toast key={one.id} toast={one} />
      ))}
    </section>
  );
}

function Toast({ toast }: { toast: ToastEntry }) {
  const { t } = useTranslation('ui');
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.action ? ACTION_TOAST_MS : TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, paused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message open, there is no action
    <div
      className={classes(style.toast, style[toast.tone])}
      role={toast.tone === 'error' || toast.tone === 'warning' ? 'alert' : 'status'}
      data-tone={toast.tone}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={ICON_OF[toast.tone]} label={t(`tone.${toast.tone}`)} />
      <span className={style.text}>{toast.text}</span>
      {toast.action && (
        <Button
          kind="text"
          onClick={() => {
            toast.action?.onAction();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" size="small" label={t('close')} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
