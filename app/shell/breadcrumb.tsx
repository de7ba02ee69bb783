import { Link, useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../session/types.ts';
import { IconButton } from '../ui/icon-button.tsx';
import style from './layout.module.css';
import { trailTo } from './menu-tree.ts';
import { useRouteName } from './page-title.tsx';
import { useStanding } from './use-standing.ts';

type Props = { items: readonly MenuItem[]; folded: boolean; onFold?: (() => void) | undefined };

/** The position of the page in the menu, with the toggle that collapses the menu ([2.1a]). */
export function Breadcrumb({ items, folded, onFold }: Props) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const path = useStanding();
  const page = useRouteName();
  const trail = trailTo(items, path).map((item) => ({
    key: item.menuId,
    title: item.title,
    path: item.path,
  }));
  const last = trail.at(-1);
  const all =
    page && last?.path !== pathname.replace(/\/$/, '')
      ? [...trail, { key: pathname, title: page, path: '' }]
      : trail;
  return (
    <div className={style.crumbs}>
      {onFold && (
        <IconButton
          icon="fold"
          size="small"
          label={folded ? t('menu.unfold') : t('menu.fold')}
          aria-expanded={!folded}
          onClick={onFold}
        />
      )}
      <nav aria-label={t('breadcrumb')}>
        <ol>
          {all.map((one, at) => (
            <li key={one.key} aria-current={at === all.length - 1 ? 'page' : undefined}>
              {at < all.length - 1 && (at > 0 || one.path === path) && one.path ? (
                <Link to={one.path}>{one.title}</Link>
              ) : (
                one.title
              )}
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}
