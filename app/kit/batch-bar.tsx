import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast-store.ts';
import type { Action, Rows } from './action.ts';
import type { ActionHost, say } from './use-actions.tsx';

type Props<R> = { actions: readonly Action<R>[]; chosen: readonly R[]; host: ActionHost<R> };

/** The batch actions for the selected rows; if none is selected, a click says what to select first. */
export function BatchBar<R>({ actions, chosen, host }: Props<R>) {
  const shown = actions.filter(
    ({ batch }) => batch && !batch.hidden && (chosen.length > 0 || batch.choose !== undefined),
  );
  return shown.map((action) => (
    <Button
      key={action.id}
      size="small"
      kind="quiet"
      icon={action.icon}
      pending={host.pending(action)}
      onClick={() => startBatch(action, chosen, host)}
    >
      {action.batch?.label ?? action.label}
    </Button>
  ));
}

function startBatch<R>(action: Action<R>, chosen: readonly R[], host: ActionHost<R>) {
  const { choose = '', none = choose, some, most } = action.batch ?? {};
  const warn = (message: Parameters<typeof say>[0]) =>
    void toast(typeof message === 'string' ? { tone: 'warning', text: message } : message);
  if (chosen.length === 0) return warn(choose);
  const ready = chosen.filter((row) => (action.when?.(row) ?? true) && !action.disabled?.(row));
  if (!isSome(ready)) return warn(none);
  if (most && ready.length > most.rows) return warn(most.words);
  if (ready.length < chosen.length && some) warn(some(chosen.length - ready.length));
  host.start(action, ready);
}

const isSome = <R,>(rows: readonly R[]): rows is Rows<R> => rows.length > 0;
