import { Link } from '@remix-run/react';
import { useEffect, useId, useState } from 'react';
import type { MenuItem } from '../session/types.ts';
import { Count } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { menuIcon } from './menu-icons.ts';
import { trailTo } from './menu-tree.ts';
import style from './side-menu.module.css';
import { useStanding } from './use-standing.ts';

type Props = {
  label: string;
  items: readonly MenuItem[];
  folded?: boolean;
  /** Called when an entry with children is opened while the menu is collapsed. */
  onUnfold?: () => void;
  /** Counts by the entry's name; undefined while they load ([6.7], [9.28]). */
  badges: Record<string, number | undefined>;
  onGo?: () => void;
};

/** The left menu. One entry with children is expanded at a time ([2.13h]); collapsed, only icons are shown. */
export function SideMenu({ label, items, folded, onUnfold, badges, onGo }: Props) {
  const trail = trailTo(items, useStanding());
  const [top] = trail;
  const [open, setOpen] = useState<string | undefined>(top?.menuId);
  useEffect(() => setOpen(top?.menuId), [top?.menuId]);

  return (
    <nav className={classes(style.menu, folded && style.folded)} aria-label={label}>
      <ul>
        {items.map((item) => (
          <Entry
            key={item.menuId}
            item={item}
            trail={trail}
            folded={folded}
            open={open === item.menuId}
            onToggle={() => {
              if (folded) onUnfold?.();
              setOpen(open === item.menuId && !folded ? undefined : item.menuId);
            }}
            badges={badges}
            onGo={onGo}
          />
        ))}
      </ul>
    </nav>
  );
}

type EntryProps = Pick<Props, 'folded' | 'badges' | 'onGo'> & {
  item: MenuItem;
  trail: readonly MenuItem[];
  open: boolean;
  onToggle: () => void;
};

function Entry({ item, trail, folded, open, onToggle, badges, onGo }: EntryProps) {
  const id = useId();
  const within = trail[0]?.menuId === item.menuId;
  const below = item.children ?? [];
  const inside = (
    <>
      <Icon name={menuIcon(item.name)} size={20} />
      <span className={folded ? 'visually-hidden' : style.title}>{item.title}</span>
      {!folded && item.name in badges && <Count count={badges[item.name]} loud />}
    </>
  );
  if (below.length === 0)
    return (
      <li>
        <Link
          to={item.path}
          className={style.entry}
          aria-current={within ? 'page' : undefined}
          title={folded ? item.title : undefined}
          prefetch="intent"
          onClick={onGo}
        >
          {inside}
        </Link>
      </li>
    );
  return (
    <li>
      <button
        type="button"
        className={classes(style.entry, within && style.within)}
        aria-expanded={open && !folded}
        aria-controls={id}
        title={folded ? item.title : undefined}
        onClick={onToggle}
      >
        {inside}
        {!folded && <Icon name={open ? 'chevron-up' : 'chevron-down'} size={14} />}
      </button>
      <ul id={id} hidden={!open || folded}>
        {below.map((child) => (
          <li key={child.menuId}>
            <Link
              to={child.path}
              className={classes(style.entry, style.child)}
              aria-current={trail.at(-1)?.menuId === child.menuId ? 'page' : undefined}
              prefetch="intent"
              onClick={onGo}
            >
              <span className={style.title}>{child.title}</span>
              {child.name in badges && <Count count={badges[child.name]} loud />}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
