import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Menu } from '../menu.tsx';
import { menuItem } from './menu-item.ts';
import style from './table.module.css';
import type { RowAction } from './types.ts';

/** Number of buttons in a row before the rest moves into "more" ([9.29]); fewer in English, as its words are longer. */
export const inlineButtons = (language: string): number => (language.startsWith('en') ? 1 : 3);

export function splitActions<A>(actions: readonly A[], language: string): { shown: A[]; more: A[] } {
  const room = inlineButtons(language);
  return { shown: actions.slice(0, room), more: actions.slice(room) };
}

/** The actions available for a row, without those hidden for it ([6.6d]). */
export const allowedActions = <R,>(actions: readonly RowAction<R>[], row: R): RowAction<R>[] =>
  actions.filter((action) => !action.hidden?.(row));

/** The actions of a row, as buttons. */
export function RowActions<R>({ actions, row }: { actions: readonly RowAction<R>[]; row: R }) {
  const { t, i18n } = useTranslation('ui');
  const { shown, more } = splitActions(allowedActions(actions, row), i18n.language);
  return (
    <div className={style.rowActions}>
      {shown.map((action) => (
        <Button
          key={action.id}
          kind="text"
          disabled={action.disabled?.(row)}
          pending={action.pending?.(row)}
          onClick={() => action.onAction(row)}
        >
          {action.label}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu
          label={t('more')}
          icon="more"
          iconOnly
          size="small"
          actions={more.map((action) => menuItem(action, row))}
        />
      )}
    </div>
  );
}
