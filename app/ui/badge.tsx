import { useTranslation } from 'react-i18next';
import style from './badge.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { type Tone, toneClass } from './tone.ts';

export type { Tone };
/** How a state looks: tone and icon beside its word, never colour alone. */
export type StateBadge = { tone: Tone; icon: IconName };

/** A state as icon and word. Take the look from a shared table by state, so that a state looks the same everywhere. */
export function Badge({ tone, icon, children }: StateBadge & { children: string }) {
  return (
    <span className={classes(style.badge, toneClass(tone))}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}

/** Text of a count: `999+` above 999, `--` while it is unknown ([9.28]). */
export function countText(count: number | undefined): string {
  if (count === undefined) return '--';
  return count > 999 ? '999+' : String(count);
}

/** A count in a pill; `loud` if it asks for action. Hidden at zero unless `zero` is set. */
export function Count({ count, loud, zero }: { count: number | undefined; loud?: boolean; zero?: boolean }) {
  const { t } = useTranslation('ui');
  if (count === 0 && !zero) return null;
  return (
    <span className={classes(style.count, loud && (count ?? 0) > 0 && style.loud)}>
      <span aria-hidden="true">{countText(count)}</span>
      <span className="visually-hidden">{count === undefined ? t('loading') : t('count', { count })}</span>
    </span>
  );
}
