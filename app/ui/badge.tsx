import { useTranslation } from 'react-i18next';
import style from './badge.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { type Tone, toneClass } from './tone.ts';

export type { Tone };
/** How one state looks: tone, picture and word, never colour alone. */
export type StateLook = { tone: Tone; icon: IconName };

/** A state as icon and word. Feed it from one table of looks by state, so that a state looks the same everywhere. */
export function Badge({ tone, icon, children }: StateLook & { children: string }) {
  return (
    <span className={classes(style.badge, toneClass(tone))}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}

/** A number beside a word: 999+ above 999, -- while it is not known ([9.28]). */
export function countText(count: number | undefined): string {
  if (count === undefined) return '--';
  return count > 999 ? '999+' : String(count);
}

/** A count in a pill; `loud` where it asks for action. Nothing at zero, unless `zero`. */
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
