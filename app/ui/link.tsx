import { Link as RouteLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import style from './link.module.css';

type Props = { to: string; children: ReactNode; quiet?: boolean; newTab?: boolean; onClick?: () => void };

/** A link within the app; with `newTab` it opens a new tab and announces that. */
export function Link({ to, children, quiet, newTab, onClick }: Props) {
  const { t } = useTranslation('ui');
  const className = classes(style.link, quiet && style.quiet);
  if (!newTab)
    return (
      <RouteLink to={to} className={className} onClick={onClick} prefetch="intent">
        {children}
      </RouteLink>
    );
  return (
    <a href={to} className={className} target="_blank" rel="noreferrer" onClick={onClick}>
      {children} <Icon name="external" size={14} label={t('newTab')} />
    </a>
  );
}
