import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import style from './list.module.css';
import type { OpenPanel } from './opener.tsx';

export type MenuAction = {
  id: string;
  label: string;
  icon?: IconName;
  hint?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A separator line above. */
  separated?: boolean;
  onAction?: () => void;
  /** Navigates there instead of calling `onAction`. */
  href?: string;
};

export type MenuListProps = {
  /** Also names the button; shown on it unless it is icon-only. */
  label: string;
  actions: readonly MenuAction[];
  align?: 'start' | 'end';
};

/** The list of an open menu. */
export default function MenuList({
  label,
  actions,
  align,
  trigger,
  id,
  from,
  close,
}: MenuListProps & OpenPanel) {
  return (
    <Popover
      className={style.popover}
      aria-label={label}
      triggerRef={trigger}
      isOpen
      onOpenChange={close}
      placement={align === 'start' ? 'bottom start' : 'bottom end'}
      offset={4}
    >
      <Menu id={id} className={style.list} aria-label={label} autoFocus={from} onClose={close}>
        {actions.flatMap((action) => [
          ...(action.separated ? [<Separator key={`${action.id}-line`} className={style.separator} />] : []),
          <MenuItem
            key={action.id}
            id={action.id}
            textValue={action.label}
            className={classes(style.item, action.danger && style.danger)}
            isDisabled={action.disabled}
            onAction={action.onAction}
            href={action.href}
          >
            {action.icon && <Icon name={action.icon} />}
            <span className={style.words}>
              {action.label}
              {action.hint && <span className={style.hint}>{action.hint}</span>}
            </span>
          </MenuItem>,
        ])}
      </Menu>
    </Popover>
  );
}
