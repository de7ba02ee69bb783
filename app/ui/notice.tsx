import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import style from './notice.module.css';
import type { ToastTone } from './toast-store.ts';
import { toneClass } from './tone.ts';

type Props = { tone?: ToastTone; children: ReactNode; actions?: ReactNode };

/** A persistent message, placed in the page where it applies. */
export function Notice({ tone = 'info', children, actions }: Props) {
  const { t } = useTranslation('ui');
  return (
    <div className={classes(style.notice, toneClass(tone))} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone} label={t(`tone.${tone}`)} />
      <div className={style.body}>{children}</div>
      {actions}
    </div>
  );
}
