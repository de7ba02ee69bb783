import type { ReactNode } from 'react';
import type { AnyCall } from '#core/call.ts';
import type { IconName } from '../ui/icon.tsx';
import type { ToastMessage } from '../ui/toast-store.ts';

/** What an action is done with: one row, or those that are chosen. */
export type Rows<R> = readonly [R, ...R[]];

/** What is asked before an action is done. */
export type Question = {
  /** The question, with the act: "Revoke the task?" */
  title: string;
  /** What it is about, by its name. */
  thing: string;
  /** What will be so afterwards. */
  consequence: ReactNode;
  /** The act in the button's words; the action's label where nothing is said. */
  confirm?: string;
  /** Red for what cannot be undone; as the action's `danger` where nothing is said. */
  danger?: boolean;
  /** A reason is asked for: its label and the longest allowed, in characters. */
  reason?: { label: string; maxLength: number };
  /** Which buttons there are; both where nothing is said. */
  buttons?: { confirm: boolean; cancel: boolean };
};

/** How an action appears for several rows: as a button above the table. */
export type Batch = {
  /** The action's label where nothing is said. */
  label?: string;
  /** Said at a click with no row chosen. Without it the button appears only once rows are chosen. */
  choose?: string | ToastMessage;
  /** Said where none of the chosen rows allows it; `choose` where nothing is said. */
  none?: string;
  /** Said where some of them do not: they are left out. */
  some?: (left: number) => string;
  /** Only for several rows: no row offers it by itself. */
  only?: boolean;
  /** The most rows at once, and what is said where there are more. */
  most?: { rows: number; words: string };
  /** Rows stay chosen afterwards. */
  keeps?: boolean;
  /** Whether the button is shown; a list may be one in which the action makes no sense. */
  hidden?: boolean;
};

type Base<R> = {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Whether a row offers it; without it every row does. */
  when?: (row: R) => boolean;
  disabled?: (row: R) => boolean;
  /** Under way, where the action itself does not tell. */
  busy?: boolean;
  batch?: Batch;
  /** The calls that it makes: what is out of date after them is asked for again. */
  calls?: readonly AnyCall[];
};

/** Goes to a page. */
export type Goes<R> = Base<R> & { to: (row: R) => string };

/** Makes a call, after a question where there is one. */
export type Runs<R, T = unknown> = Base<R> & {
  ask?: (rows: Rows<R>) => Question;
  run: (rows: Rows<R>, reason: string) => Promise<T>;
  /** What is said on success. A method, so that an action of a known answer fits a list of actions. */
  done?(rows: Rows<R>, answer: T): string | ToastMessage | undefined;
  /** Codes of errors that leave nothing to try again, as when a colleague was quicker: the question closes. */
  over?: readonly number[];
};

export type Asked<R> = {
  rows: Rows<R>;
  close: () => void;
  /** Asks anew for what the action changes. */
  renew: () => Promise<unknown>;
  /** Closes it, asks anew for what the action changes, and ends the choice of the rows: of all, or of these. */
  finish(rows?: readonly R[]): void;
};

/** Opens a form, a drawer or any other layer of its own. */
export type Opens<R> = Base<R> & { layer: (asked: Asked<R>) => ReactNode };

/**
 * One action of the interface as one value: what it is called, when it is offered, what it asks, what it does, what it
 * says, and what it changes. The menu of a row, the buttons for several rows and the head of a page are made from it.
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

/** Whether a row offers an action. */
export const offers = <R>(action: Action<R>, row: R): boolean =>
  !action.batch?.only && (action.when?.(row) ?? true);
