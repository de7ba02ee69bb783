import type { ReactNode } from 'react';
import type { IconName } from '../icon.tsx';

export type Column<R> = {
  /** The field of the row; also identifies the column in the saved choice ([3.25a]). */
  id: string;
  title: string;
  /** Renders the cell; by default the field's value according to `kind`. */
  cell?: (row: R) => ReactNode;
  /**
   * image: a thumbnail, click to preview. long: truncated text, click to read it in full, JSON pretty-printed
   * ([2.26a]).
   */
  kind?: 'text' | 'number' | 'date' | 'dateTime' | 'image' | 'long';
  /** px */
  width?: number;
  minWidth?: number;
  /** Long text in it is truncated before other columns run under the sticky actions. */
  gives?: boolean;
  /** Makes the column sortable: its wire name in snake_case, or true for the id in snake_case ([3.25b]). */
  sort?: string | true;
  /** Always shown. */
  fixed?: boolean;
  /** Hidden until the user chooses it. */
  hidden?: boolean;
  /** Shown in the second line of a row on a phone. If no column is marked, the two after the first are used. */
  brief?: boolean;
};

export type RowAction<R> = {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Hides the action for this row ([6.6d]). */
  hidden?: (row: R) => boolean;
  disabled?: (row: R) => boolean;
  /** In progress for this row. */
  pending?: (row: R) => boolean;
  onAction: (row: R) => void;
};

export type Sort = { column: string; descending: boolean };
export type Paging = {
  current: number;
  size: number;
  total: number;
  /** `replace`: the current page no longer exists, so "back" must not lead to it. */
  onChange: (page: { current: number; size: number }, replace?: boolean) => void;
  /** The total belongs to the previous rows, which are shown until the requested ones arrive. */
  stale?: boolean;
  /** Called when a page button is hovered or focused, to prefetch that page. */
  onIntent?: (current: number) => void;
};
export type Density = 'normal' | 'compact';

export type Selection<R> = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Rows that cannot be selected. */
  disabled?: (row: R) => boolean;
  /** Buttons for the selected rows. */
  actions?: ReactNode;
};

export type TableProps<R> = {
  /** Key of the table in the saved choice of columns, such as `task.finished`. */
  code: string;
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
  rowKey: (row: R) => string;
  loading?: boolean;
  error?: unknown;
  /** Rows are greyed out until it settles. */
  onReload?: () => unknown;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** There are no rows because of the active filters; then `empty` is not shown. */
  filtered?: boolean;
  onClearFilters?: () => void;
  paging?: Paging;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  selection?: Selection<R>;
  /** A running number before each row. */
  index?: boolean;
  /** Details of a row, in an expanded row below it. */
  expand?: (row: R) => ReactNode;
  actions?: readonly RowAction<R>[];
  /** `false` for no tool bar; otherwise content at its left, and beside the tools. */
  toolBar?: false | { start?: ReactNode; end?: ReactNode };
};

/** `createTime` → `create_time`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

export const sortName = (column: Column<never>): string =>
  column.sort === true ? snakeCase(column.id) : (column.sort ?? '');
