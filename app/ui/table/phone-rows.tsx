import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { classes } from '../classes.ts';
import { Facts } from '../facts.tsx';
import { IconButton } from '../icon-button.tsx';
import { CellContent } from './cells.tsx';
import style from './phone-rows.module.css';
import { allowedActions } from './row-actions.tsx';
import { SelectAll, selectionOf } from './select-rows.tsx';
import type { Column, RowAction, TableProps } from './types.ts';

type Props<R> = TableProps<R> & { rows: readonly R[] };

/** Number of columns in the second line if none is marked `brief`. */
const BRIEF = 2;

/**
 * The rows on a phone, two lines each: the first column, then the most important columns with the first action. The
 * other columns and actions open with a tap.
 */
export function PhoneRows<R>(props: Props<R>) {
  const { rows, rowKey, selection } = props;
  return (
    <>
      {selection && <SelectAll rows={rows} rowKey={rowKey} selection={selection} words />}
      <ul className={classes(style.rows, props.loading && style.stale)}>
        {rows.map((row, at) => (
          <PhoneRow key={rowKey(row)} {...props} row={row} at={at} />
        ))}
      </ul>
    </>
  );
}

function PhoneRow<R>(props: Props<R> & { row: R; at: number }) {
  const { row, at, columns, rowKey, selection, expand, actions = [], paging } = props;
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const id = useId();
  const [title, ...others] = columns;
  const marked = others.filter((column) => column.brief);
  const brief = marked.length > 0 ? marked : others.slice(0, BRIEF);
  const allowed = allowedActions(actions, row);
  // Actions that cannot be undone are never one tap away.
  const first = allowed.find(({ danger }) => !danger);
  const further = allowed.filter((action) => action !== first);
  const opens = others.length > brief.length || further.length > 0 || expand !== undefined;
  const chosen = selection && selectionOf(selection, row, rowKey(row));
  const number = (paging ? (paging.current - 1) * paging.size : 0) + at + 1;
  return (
    <li className={classes(style.row, chosen?.selected && style.selected)}>
      {chosen && (
        <Checkbox
          label={t('table.selectRow', { row: number })}
          value={chosen.selected}
          disabled={chosen.disabled}
          onChange={chosen.toggle}
        />
      )}
      <div className={style.lines}>
        <div className={style.title}>
          <div>{title && <CellContent column={title} row={row} />}</div>
          {opens && (
            <IconButton
              className={style.opener}
              icon={open ? 'chevron-up' : 'chevron-down'}
              size="small"
              label={t(open ? 'table.collapse' : 'table.expand')}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            />
          )}
        </div>
        <div className={style.second}>
          <div className={style.brief}>
            {brief.map((column) => (
              <Brief key={column.id} column={column} row={row} />
            ))}
          </div>
          {first && (
            <Button
              kind="text"
              disabled={first.disabled?.(row)}
              pending={first.pending?.(row)}
              onClick={() => first.onAction(row)}
            >
              {first.label}
            </Button>
          )}
        </div>
        {open && (
          <div className={style.more} id={id}>
            <Facts
              facts={others.map((column) => [
                column.title,
                <CellContent key={column.id} column={column} row={row} />,
              ])}
            />
            {expand?.(row)}
            <MoreActions actions={further} row={row} />
          </div>
        )}
      </div>
    </li>
  );
}

/** A cell of the second line, preceded by its column title for screen readers. */
function Brief<R>({ column, row }: { column: Column<R>; row: R }): ReactNode {
  return (
    <span>
      <span className="visually-hidden">{column.title} </span>
      <span>
        <CellContent column={column} row={row} />
      </span>
    </span>
  );
}

function MoreActions<R>({ actions, row }: { actions: readonly RowAction<R>[]; row: R }) {
  if (actions.length === 0) return null;
  return (
    <div className={style.actions}>
      {actions.map((action) => (
        <Button
          key={action.id}
          size="small"
          kind={action.danger ? 'danger' : 'plain'}
          icon={action.icon}
          disabled={action.disabled?.(row)}
          pending={action.pending?.(row)}
          onClick={() => action.onAction(row)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}
