import { useTranslation } from 'react-i18next';
import { Button, type ButtonKind, type ButtonSize, LinkButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { menuItem } from '../ui/table/menu-item.ts';
import { usePhone } from '../ui/table/use-phone.ts';
import { type Action, offers } from './action.ts';
import { rowAction } from './row-action.ts';
import type { ActionHost } from './use-actions.tsx';

type Props<R> = { action: Action<R>; row: R; host: ActionHost<R>; kind?: ButtonKind; size?: ButtonSize };

/** An action as a button, or as a link if it navigates to a page. */
export function ActionButton<R>({ action, row, host, kind, size }: Props<R>) {
  const { label, icon } = action;
  if ('to' in action)
    return (
      <LinkButton to={action.to(row)} kind={kind} size={size} icon={icon}>
        {label}
      </LinkButton>
    );
  return (
    <Button
      kind={kind}
      size={size}
      icon={icon}
      disabled={action.disabled?.(row)}
      pending={host.pending(action, row)}
      onClick={() => host.start(action, [row])}
    >
      {label}
    </Button>
  );
}

type AllProps<R> = {
  actions: readonly Action<R>[];
  row: R;
  host: ActionHost<R>;
  /** Id of the main action, which is shown last and in the accent colour. */
  main?: string;
};

/** Number of buttons that a phone has room for at the foot of a page, "more" included. */
const ON_PHONE = 3;

/**
 * The action buttons in the head of a detail page. On a phone, where they are at its foot, the main action and the one
 * before it stay, and the others go into "more".
 */
export function ActionButtons<R>({ actions, row, host, main }: AllProps<R>) {
  const { t } = useTranslation('ui');
  const phone = usePhone();
  const offered = actions.filter((action) => offers(action, row));
  const all = [...offered.filter(({ id }) => id !== main), ...offered.filter(({ id }) => id === main)];
  const { shown, more } = phone ? splitForPhone(all, main) : { shown: all, more: [] };
  return (
    <>
      {more.length > 0 && (
        <Menu
          label={t('more')}
          kind="plain"
          actions={more.map((action) => menuItem(rowAction(action, host), row))}
        />
      )}
      {shown.map((action) => (
        <ActionButton
          key={action.id}
          action={action}
          row={row}
          host={host}
          kind={action.id === main ? 'primary' : action.danger ? 'quiet' : 'plain'}
        />
      ))}
    </>
  );
}

/**
 * What stays on a phone: the main action with the one before it, or without a main one the first two, but nothing that
 * cannot be undone. In the menu, that is at the end.
 */
export function splitForPhone<R>(
  actions: readonly Action<R>[],
  main?: string,
): { shown: Action<R>[]; more: Action<R>[] } {
  if (actions.length <= ON_PHONE) return { shown: [...actions], more: [] };
  const safe = actions.filter(({ danger, id }) => !danger || id === main);
  const shown = main === undefined ? safe.slice(0, ON_PHONE - 1) : safe.slice(1 - ON_PHONE);
  const more = actions.filter((action) => !shown.includes(action));
  return { shown, more: [...more.filter(({ danger }) => !danger), ...more.filter(({ danger }) => danger)] };
}
