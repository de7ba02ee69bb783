import { Button, type ButtonKind, type ButtonSize, LinkButton } from '../ui/button.tsx';
import { type Action, offers } from './action.ts';
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

/** The action buttons in the head of a detail page. */
export function ActionButtons<R>({ actions, row, host, main }: AllProps<R>) {
  const shown = actions.filter((action) => offers(action, row));
  const [rest, first] = [shown.filter(({ id }) => id !== main), shown.filter(({ id }) => id === main)];
  return [...rest, ...first].map((action) => (
    <ActionButton
      key={action.id}
      action={action}
      row={row}
      host={host}
      kind={action.id === main ? 'primary' : action.danger ? 'quiet' : 'plain'}
    />
  ));
}
