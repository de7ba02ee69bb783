import type { MenuAction } from '../menu-list.tsx';
import type { RowAction } from './types.ts';

/** An action of a row as a line of a menu: off while it is under way. */
export const menuItem = <R>(action: RowAction<R>, row: R): MenuAction => ({
  id: action.id,
  label: action.label,
  icon: action.icon,
  danger: action.danger,
  disabled: action.disabled?.(row) || action.pending?.(row),
  onAction: () => action.onAction(row),
});
