import type { ReactNode } from 'react';
import type { IconName } from '../ui/icon.tsx';
import { type SearchField, SearchForm } from '../ui/search-form.tsx';
import { EmptyState } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import type { Action, PageAction } from './action.ts';
import { ActionButton } from './action-button.tsx';
import { BatchBar } from './batch-bar.tsx';
import { rowAction } from './row-action.ts';
import { type ActionHost, useActions } from './use-actions.tsx';
import { useChosen } from './use-chosen.ts';
import type { List } from './use-list.ts';

export type ListViewProps<R> = {
  /** Key of the table in the saved choice of columns, such as `task.finished`. */
  code: string;
  /** What the rows are, for screen readers. */
  label: string;
  list: List<R>;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  fields?: readonly SearchField[];
  /** Searches while the user types. */
  searchesIdle?: boolean;
  /** The search has no reset button. */
  noReset?: boolean;
  /** The actions for a row, and for several rows if an action has a `batch`. */
  actions?: readonly Action<R>[];
  /** The empty state: what the list would show, and the action that creates it. */
  empty: { icon?: IconName; title: string; text?: string; offer?: PageAction | false };
  /** A running number before each row. */
  index?: boolean;
  /** Details of a row, in an expanded row below it. */
  expand?: (row: R) => ReactNode;
  /** Between search and table, such as the progress of a download. */
  children?: ReactNode;
};

type OfferProps = { offering?: ActionHost<undefined> };

/** A list with its search, its table and the actions for its rows. */
export function ListView<R>(props: ListViewProps<R> & OfferProps) {
  const { rowKey, actions = [], fields, empty, offering } = props;
  const { state, ...list } = props.list;
  const { chosen, keys, choose, leave } = useChosen(list.rows, rowKey);
  const host = useActions<R>((rows, { batch }) => batch && !batch.keeps && leave(rows));
  const bar = actions.some(({ batch }) => batch && !batch.hidden) && (
    <BatchBar actions={actions} chosen={chosen} host={host} />
  );
  const single = actions.filter(({ batch }) => !batch?.only);
  const choosable = (row: R) =>
    actions.some(({ batch, when }) => batch && !batch.hidden && (when?.(row) ?? true));
  return (
    <>
      {fields && fields.length > 0 && state && (
        <SearchForm
          fields={fields}
          values={state.filters}
          onSearch={state.search}
          onIdle={props.searchesIdle ? state.search : undefined}
          noReset={props.noReset}
        />
      )}
      {props.children}
      <Table
        {...tableOf(list)}
        code={props.code}
        index={props.index}
        expand={props.expand}
        label={props.label}
        columns={props.columns}
        rowKey={rowKey}
        actions={single.length > 0 ? single.map((action) => rowAction(action, host)) : undefined}
        empty={
          <EmptyState
            icon={empty.icon}
            title={empty.title}
            actions={
              empty.offer && offering && <ActionButton action={empty.offer} row={undefined} host={offering} />
            }
          >
            {empty.text}
          </EmptyState>
        }
        {...(bar
          ? {
              selection: {
                selected: keys,
                onChange: choose,
                disabled: (row: R) => !choosable(row),
                actions: bar,
              },
              toolBar: { end: bar },
            }
          : {})}
      />
      {host.layer}
    </>
  );
}

/** The part of a list that the table needs. */
const tableOf = <R,>(list: List<R>): Omit<List<R>, 'state'> => {
  const { rows, loading, error, onReload, sort, onSort, filtered, onClearFilters, paging } = list;
  return { rows, loading, error, onReload, sort, onSort, filtered, onClearFilters, paging };
};
