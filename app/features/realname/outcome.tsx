import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import style from './realname.module.css';

const BADGES = {
  good: 'check',
  bad: 'close',
  waits: 'hourglass',
} as const satisfies Record<string, IconName>;

/** A result in the middle of the page: an icon, a sentence, and actions. */
export function Outcome({
  kind,
  title,
  children,
  actions,
}: {
  kind: keyof typeof BADGES;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={style.outcome} role="status">
      <span className={classes(style.mark, style[kind])}>
        <Icon name={BADGES[kind]} size={32} />
      </span>
      <h2>{title}</h2>
      {children && <p className={style.soft}>{children}</p>}
      {actions && <div className={style.row}>{actions}</div>}
    </div>
  );
}
