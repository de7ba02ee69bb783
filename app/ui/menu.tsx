import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { type ButtonKind, type ButtonSize, buttonClass } from './button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import style from './list.module.css';

export type MenuAction = {
  id: string;
  label: string;
  icon?: IconName;
  hint?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A line above, to set it apart. */
  separated?: boolean;
  onAction?: () => void;
  /** Goes there instead of acting. */
  href?: string;
};

export type MenuProps = {
  /** The name of the button; shown unless `icon` stands alone. */
  label: string;
  icon?: IconName;
  /** What the button shows instead of its label. */
  children?: ReactNode;
  iconOnly?: boolean;
  kind?: ButtonKind;
  size?: ButtonSize;
  actions: readonly MenuAction[];
  align?: 'start' | 'end';
};

/** A button that opens a list of actions. */
export function Menu({
  label,
  icon,
  children,
  iconOnly,
  kind = 'quiet',
  size = 'normal',
  actions,
  align = 'end',
}: MenuProps) {
  return (
    <MenuTrigger>
      <Button
        className={buttonClass({ kind, size, square: iconOnly })}
        aria-label={iconOnly || children ? label : undefined}
      >
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children ?? (!iconOnly && label)}
        {!iconOnly && <Icon name="chevron-down" size={14} />}
      </Button>
      <Popover
        className={style.popover}
        placement={align === 'end' ? 'bottom end' : 'bottom start'}
        offset={4}
      >
        <AriaMenu className={style.list} aria-label={label}>
          {actions.flatMap((action) => [
            ...(action.separated
              ? [<Separator key={`${action.id}-line`} className={style.separator} />]
              : []),
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
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
