import type { ReactNode } from 'react';
import type { AnyCall } from '#core/call.ts';
import type { IconName } from '../ui/icon.tsx';
import type { ToastMessage } from '../ui/toast-store.ts';

/** The rows an action applies to: one row, or the selected ones. Never empty. */
export type Rows<R> = readonly [R, ...R[]];

/** The confirmation that precedes an action. */
export type Question = {
  /** The question, which names the action: "Revoke the task?" */
  title: string;
  /** Name of the affected object. */
  thing: string;
  /** The effect of the action. */
  consequence: ReactNode;
  /** Label of the confirm button; defaults to the action's label. */
  confirm?: string;
  /** Red, for actions that cannot be undone; defaults to the action's `danger`. */
  danger?: boolean;
  /** Asks for a reason: label of the field and maximum length in characters. */
  reason?: { label: string; maxLength: number };
  /** Which buttons are shown; both by default. */
  buttons?: { confirm: boolean; cancel: boolean };
};

/** How an action appears for several rows: as a button above the table. */
export type Batch = {
  /** Defaults to the action's label. */
  label?: string;
  /** Message for a click while no row is selected. Without it the button is shown only while rows are selected. */
  choose?: string | ToastMessage;
  /** Message if none of the selected rows allows the action; defaults to `choose`. */
  none?: string;
  /** Message if some of the selected rows do not allow the action; those are skipped. */
  some?: (left: number) => string;
  /** Batch only: not offered for single rows. */
  only?: boolean;
  /** The maximum number of rows at once, and the message if more are selected. */
  most?: { rows: number; words: string };
  /** Rows stay selected afterwards. */
  keeps?: boolean;
  /** Hides the button, in lists where the action makes no sense. */
  hidden?: boolean;
};

type Base<R> = {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Whether the action is offered for a row; by default for every row. */
  when?: (row: R) => boolean;
  disabled?: (row: R) => boolean;
  /** Whether the action is in progress, if the action host cannot know it. */
  busy?: boolean;
  batch?: Batch;
  /** The calls that it makes; queries that these calls make stale are refetched afterwards. */
  calls?: readonly AnyCall[];
};

/** Navigates to a page. */
export type Goes<R> = Base<R> & { to: (row: R) => string };

/** Makes a call, after a confirmation if `ask` is given. */
export type Runs<R, T = unknown> = Base<R> & {
  ask?: (rows: Rows<R>) => Question;
  run: (rows: Rows<R>, reason: string) => Promise<T>;
  /** Message on success. A method (bivariant), so that an action with a specific `T` fits a list of actions. */
  done?(rows: Rows<R>, answer: T): string | ToastMessage | undefined;
  /** Error codes for which a retry is pointless, such as when a colleague was faster: the dialog closes. */
  over?: readonly number[];
};

export type ActionContext<R> = {
  rows: Rows<R>;
  close: () => void;
  /** Refetches what the action changes. */
  renew: () => Promise<unknown>;
  /** Closes the layer, refetches what the action changes, and deselects the given rows, by default all. */
  finish(rows?: readonly R[]): void;
};

/** Opens a layer of its own, such as a form or a drawer. */
export type Opens<R> = Base<R> & { layer: (context: ActionContext<R>) => ReactNode };

/**
 * One action of the interface as one value: its label, when it is offered, its confirmation, its effect, its success
 * message, and what it changes. Row menus, batch buttons and page heads are built from it.
 *
 * ```ts
 * const remove: Action<Row> = {
 *   id: 'remove', label: t('remove'), icon: 'trash', danger: true,
 *   when: (row) => row.editable,
 *   ask: ([row]) => ({ title: t('removeTitle'), thing: row.name, consequence: t('removeText') }),
 *   run: ([row]) => call(removePerson, { userId: row.userId }),
 *   done: ([row]) => t('removed', { name: row.name }),
 *   calls: [removePerson],
 * };
 * ```
 */
export type Action<R> = Goes<R> | Runs<R> | Opens<R>;

/** An action without a row: the main one of a page. */
export type PageAction = Action<undefined>;

/** Whether an action is offered for a row. */
export const offers = <R>(action: Action<R>, row: R): boolean =>
  !action.batch?.only && (action.when?.(row) ?? true);
