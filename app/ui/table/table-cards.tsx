import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { classes } from '../classes.ts';
import { CellContent } from './cells.tsx';
import { allowedActions, RowActions } from './row-actions.tsx';
import { SelectAll, selectionOf } from './select-rows.tsx';
import style from './table.module.css';
import type { TableProps } from './types.ts';

/** The rows as cards, for a phone: the first column is the card's title. */
export function TableCards<R>(props: TableProps<R> & { rows: readonly R[] }) {
  const { rows, rowKey, selection } = props;
  return (
    <>
      {selection && <SelectAll rows={rows} rowKey={rowKey} selection={selection} words />}
      <ul className={classes(style.cards, props.loading && style.stale)}>
        {rows.map((row, at) => (
          <RowCard key={rowKey(row)} {...props} row={row} at={at} />
        ))}
      </ul>
    </>
  );
}

function RowCard<R>({
  row,
  at,
  columns,
  rowKey,
  selection,
  expand,
  actions,
  paging,
}: TableProps<R> & { row: R; at: number }) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const [title, ...rest] = columns;
  const chosen = selection && selectionOf(selection, row, rowKey(row));
  const number = (paging ? (paging.current - 1) * paging.size : 0) + at + 1;
  return (
    <li className={classes(style.card, chosen?.selected && style.selected)}>
      <div className={style.cardHead}>
        {chosen && (
          <Checkbox
            label={t('table.selectRow', { row: number })}
            value={chosen.selected}
            disabled={chosen.disabled}
            onChange={chosen.toggle}
          />
        )}
        <div className={style.cardTitle}>{title && <CellContent column={title} row={row} />}</div>
      </div>
      <dl className={style.facts}>
        {rest.map((column) => (
          <div key={column.id}>
            <dt>{column.title}</dt>
            <dd>
              <CellContent column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {expand && (
        <Button
          kind="text"
          iconAfter={open ? 'chevron-up' : 'chevron-down'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('table.details')}
        </Button>
      )}
      {expand && open && <div className={style.cardMore}>{expand(row)}</div>}
      {actions && allowedActions(actions, row).length > 0 && (
        <div className={style.cardActions}>
          <RowActions actions={actions} row={row} />
        </div>
      )}
    </li>
  );
}
