import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Popover } from '../popover.tsx';
import style from './table.module.css';
import type { Column } from './types.ts';

type Props<R> = {
  columns: readonly Column<R>[];
  shown: readonly string[];
  onChoose: (fields: string[] | undefined) => void;
};

/** Chooses which columns of a table are shown; saved per user. At least one column stays. */
export function ColumnChooser<R>({ columns, shown, onChoose }: Props<R>) {
  const { t } = useTranslation('ui');
  const put = (id: string, on: boolean) =>
    onChoose(columns.filter((c) => (c.id === id ? on : shown.includes(c.id))).map((c) => c.id));
  return (
    <Popover label={t('table.columns')} icon="columns" iconOnly size="small">
      <div className={style.chooser}>
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            value={shown.includes(column.id)}
            disabled={column.fixed || (shown.length === 1 && shown[0] === column.id)}
            onChange={(on) => put(column.id, on)}
          >
            {column.title}
          </Checkbox>
        ))}
        <Button kind="text" onClick={() => onChoose(undefined)}>
          {t('table.resetColumns')}
        </Button>
      </div>
    </Popover>
  );
}
