import type { ReactNode } from 'react';
import type { IconName } from '../icon.tsx';

export type Column<R> = {
  /** The field of the row; also the name under which the choice of columns is kept ([3.25a]). */
  id: string;
  title: string;
  /** What the cell shows; without it the field's value by `kind`. */
  cell?: (row: R) => ReactNode;
  /** image: a small picture, click to preview. long: text cut off, click to read it whole, JSON laid out ([2.26a]). */
  kind?: 'text' | 'number' | 'date' | 'dateTime' | 'image' | 'long';
  /** px */
  width?: number;
  minWidth?: number;
  /** A long text in it gives way to the other columns before they run below the actions. */
  gives?: boolean;
  /** The list can be sorted by it: its name on the wire in snake_case, or true for the id in snake_case ([3.25b]). */
  sort?: string | true;
  /** Always shown. */
  fixed?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** On a phone it stands in the second line of a row. Where no column says so, the next two after the first do. */
  brief?: boolean;
};

export type RowAction<R> = {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Not for this row ([6.6d]). */
  hidden?: (row: R) => boolean;
  disabled?: (row: R) => boolean;
  /** Under way for this row. */
  pending?: (row: R) => boolean;
  onAction: (row: R) => void;
};

export type Sort = { column: string; descending: boolean };
export type Paging = {
  current: number;
  size: number;
  total: number;
  /** `replace`: the page that one leaves is not there any more, so "back" must not lead to it. */
  onChange: (page: { current: number; size: number }, replace?: boolean) => void;
  /** The total is that of the rows before, which stand here until the asked ones come. */
  stale?: boolean;
  /** The pointer or the focus has come to the button of a page: it can be asked for already. */
  onIntent?: (current: number) => void;
};
export type Density = 'normal' | 'compact';

export type Selection<R> = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Rows that cannot be chosen. */
  disabled?: (row: R) => boolean;
  /** Buttons for all that are chosen. */
  actions?: ReactNode;
};

export type TableProps<R> = {
  /** Names the table in the kept choice of columns, such as `task.finished`. */
  code: string;
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
  rowKey: (row: R) => string;
  loading?: boolean;
  error?: unknown;
  /** Rows are greyed out until it is done. */
  onReload?: () => unknown;
  /** Shown where there are no rows. */
  empty?: ReactNode;
  /** Rows are missing because of a search, not because there are none; then `empty` is not shown. */
  filtered?: boolean;
  onClearFilters?: () => void;
  paging?: Paging;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  selection?: Selection<R>;
  /** A running number before each row. */
  index?: boolean;
  /** More about a row, in a row of its own below. */
  expand?: (row: R) => ReactNode;
  actions?: readonly RowAction<R>[];
  /** `false` for no tool bar; otherwise what stands in it at the left, and beside the tools. */
  toolBar?: false | { start?: ReactNode; end?: ReactNode };
};

/** `createTime` → `create_time`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

export const sortName = (column: Column<never>): string =>
  column.sort === true ? snakeCase(column.id) : (column.sort ?? '');
