import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../checkbox.tsx';
import { classes } from '../classes.ts';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { CellContent } from './cells.tsx';
import { RowActions } from './row-actions.tsx';
import { SelectAll, selectionOf } from './select-rows.tsx';
import style from './table.module.css';
import { type Column, type Density, type Sort, sortName, type TableProps } from './types.ts';

type Props<R> = TableProps<R> & { rows: readonly R[]; density: Density };

/**
 * The rows as a table: sticky header, sticky actions at the right. Index column 55 px, selection column 45 px
 * ([2.26a]).
 */
export function TableGrid<R>(props: Props<R>) {
  const { columns, rows, rowKey, label, selection, index, expand, actions, paging, density, loading } = props;
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const first = paging ? (paging.current - 1) * paging.size : 0;
  const width = columns.length + [selection, index, expand, actions].filter(Boolean).length;

  return (
    <section
      className={classes(style.scroll, loading && style.stale)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
      tabIndex={0}
    >
      <table className={classes(style.grid, density === 'compact' && style.compact)}>
        <thead>
          <tr>
            {expand && (
              <th scope="col" className={style.expandColumn}>
                <span className="visually-hidden">{t('table.details')}</span>
              </th>
            )}
            {selection && (
              <th scope="col" className={style.selectColumn}>
                <SelectAll rows={rows} rowKey={rowKey} selection={selection} />
              </th>
            )}
            {index && (
              <th scope="col" className={style.indexColumn}>
                {t('table.index')}
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {actions && (
              <th scope="col" className={style.actionColumn}>
                {t('table.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const key = rowKey(row);
            const isOpen = open.has(key);
            const chosen = selection && selectionOf(selection, row, key);
            return (
              <Fragment key={key}>
                <tr className={chosen?.selected ? style.selected : undefined}>
                  {expand && (
                    <td className={style.expandColumn}>
                      <IconButton
                        icon={isOpen ? 'chevron-down' : 'chevron-right'}
                        size="small"
                        label={isOpen ? t('table.collapse') : t('table.expand')}
                        aria-expanded={isOpen}
                        onClick={() => setOpen(toggled(open, key))}
                      />
                    </td>
                  )}
                  {chosen && (
                    <td className={style.selectColumn}>
                      <Checkbox
                        label={t('table.selectRow', { row: first + at + 1 })}
                        value={chosen.selected}
                        disabled={chosen.disabled}
                        onChange={chosen.toggle}
                      />
                    </td>
                  )}
                  {index && <td className={style.indexColumn}>{first + at + 1}</td>}
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column)} style={cellWidth(column)}>
                      <CellContent column={column} row={row} />
                    </td>
                  ))}
                  {actions && (
                    <td className={style.actionColumn}>
                      <RowActions actions={actions} row={row} />
                    </td>
                  )}
                </tr>
                {expand && isOpen && (
                  <tr className={style.expanded}>
                    <td colSpan={width}>{expand(row)}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

type HeadProps<R> = { column: Column<R>; sort: Sort | undefined; onSort: TableProps<R>['onSort'] };

/** A sortable header cycles none → ascending → descending → none. */
function HeadCell<R>({ column, sort, onSort }: HeadProps<R>) {
  const name = sortName(column);
  const direction = sort && sort.column === name ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const next =
    direction === 'none'
      ? { column: name, descending: false }
      : direction === 'ascending'
        ? { column: name, descending: true }
        : undefined;
  if (!column.sort || !onSort)
    return (
      <th scope="col" className={cellClass(column)} style={cellWidth(column)}>
        {column.title}
      </th>
    );
  return (
    <th scope="col" className={cellClass(column)} style={cellWidth(column)} aria-sort={direction}>
      <button type="button" className={style.sort} onClick={() => onSort(next)}>
        {column.title}
        <span className={direction === 'none' ? style.unsorted : style.sorted}>
          <Icon
            name={
              direction === 'ascending' ? 'chevron-up' : direction === 'descending' ? 'chevron-down' : 'sort'
            }
            size={14}
          />
        </span>
      </button>
    </th>
  );
}

const cellClass = <R,>(column: Column<R>) =>
  classes(
    column.gives && style.gives,
    column.kind === 'number' && style.number,
    (column.kind === 'date' || column.kind === 'dateTime') && style.date,
  );

const cellWidth = <R,>({ width, minWidth }: Column<R>) =>
  width || minWidth ? { width, minWidth: minWidth ?? width, maxWidth: width } : undefined;

function toggled(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
