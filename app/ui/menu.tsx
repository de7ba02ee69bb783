import { lazy, type ReactNode } from 'react';
import type { ButtonKind, ButtonSize } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import type { MenuListProps } from './menu-list.tsx';
import { Opener } from './opener.tsx';

const prepare = () => import('./menu-list.tsx');
const MenuList = lazy(prepare);

export type MenuProps = MenuListProps & {
  icon?: IconName;
  /** What the button shows instead of its label. */
  children?: ReactNode;
  iconOnly?: boolean;
  kind?: ButtonKind;
  size?: ButtonSize;
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
  align,
}: MenuProps) {
  return (
    <Opener
      kind={kind}
      size={size}
      square={iconOnly}
      label={iconOnly || children ? label : undefined}
      popup="menu"
      prepare={prepare}
      panel={(opened) => <MenuList {...opened} label={label} actions={actions} align={align} />}
    >
      {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
      {children ?? (!iconOnly && label)}
      {!iconOnly && <Icon name="chevron-down" size={14} />}
    </Opener>
  );
}
