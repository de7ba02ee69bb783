import { useNavigate } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClientError } from '../call.ts';
import { useRefresh } from '../query.ts';
import { type ToastMessage, toast } from '../ui/toast-store.ts';
import { errorText } from '../wire/client-error.ts';
import type { Action, Rows, Runs } from './action.ts';

// Loaded on demand, by the first click that needs a confirmation.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

export type ActionHost<R> = {
  start: (action: Action<R>, rows: Rows<R>) => void;
  /** Whether the action is in progress, for this row if one is given. */
  pending: (action: Action<R>, row?: R) => boolean;
  /** The layer of the running action; render it at the end of the page. */
  layer: ReactNode;
};

export const say = (message: string | ToastMessage) =>
  toast(typeof message === 'string' ? { tone: 'success', text: message } : message);

/**
 * Runs actions: navigates, confirms, calls, shows the outcome, and refetches what changed. `shown`: on the page of one object,
 * the object as it is now. A confirmation asks about that one: what was changed just before may have been read anew since
 * the action was started.
 */
export function useActions<R>(
  onDone?: (rows: readonly R[], action: Action<R>) => void,
  shown?: R,
): ActionHost<R> {
  const { t } = useTranslation('ui');
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [open, setOpen] = useState<{ action: Action<R>; rows: Rows<R> }>();

  const renew = ({ calls = [] }: Action<R>) => refresh(...calls);

  const perform = async (action: Runs<R>, rows: Rows<R>, reason: string) => {
    try {
      const answer = await action.run(rows, reason);
      const message = action.done?.(rows, answer);
      if (message !== undefined) say(message);
    } catch (error) {
      // The data on the page may be stale.
      void renew(action);
      if (!isClientError(error) || !action.over?.includes(error.code)) throw error;
      toast({ tone: 'error', text: errorText(error, t) });
      return;
    }
    onDone?.(rows, action);
    await renew(action);
  };
  const running = useMutation({
    mutationFn: ({ action, rows }: { action: Runs<R>; rows: Rows<R> }) => perform(action, rows, ''),
  });

  const start = (action: Action<R>, rows: Rows<R>) => {
    if ('to' in action) navigate(action.to(rows[0]));
    else if ('run' in action && !action.ask) running.mutate({ action, rows });
    else setOpen({ action, rows });
  };
  const pending = (action: Action<R>, row?: R) =>
    action.busy === true ||
    (running.isPending &&
      running.variables.action.id === action.id &&
      (row === undefined || running.variables.rows.includes(row)));

  const close = () => setOpen(undefined);
  const layerOf = ({ action, rows: selected }: { action: Action<R>; rows: Rows<R> }): ReactNode => {
    if ('to' in action) return null;
    // A form is filled in and sent with what it was opened with, so that no change of others is written over.
    const rows: Rows<R> = shown === undefined || 'layer' in action ? selected : [shown];
    if ('layer' in action)
      return action.layer({
        rows,
        close,
        renew: () => renew(action),
        finish: (some = rows) => {
          close();
          onDone?.(some, action);
          void renew(action);
        },
      });
    const question = action.ask?.(rows);
    if (!question) return null;
    const { confirm = action.label, danger = action.danger, ...asked } = question;
    return (
      <ConfirmDialog
        {...asked}
        open
        onClose={close}
        tone={danger ? 'danger' : 'neutral'}
        confirmLabel={confirm}
        onConfirm={(reason) => perform(action, rows, reason)}
      />
    );
  };
  return { start, pending, layer: open && <Suspense>{layerOf(open)}</Suspense> };
}
