import type { RowAction } from '../ui/table/types.ts';
import { type Action, offers } from './action.ts';
import type { ActionHost } from './use-actions.tsx';

/** An action as the table and menus take it. */
export const rowAction = <R>(action: Action<R>, host: ActionHost<R>): RowAction<R> => ({
  id: action.id,
  label: action.label,
  icon: action.icon,
  danger: action.danger,
  hidden: (row) => !offers(action, row),
  disabled: action.disabled,
  pending: (row) => host.pending(action, row),
  onAction: (row) => host.start(action, [row]),
});
