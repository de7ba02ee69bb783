import { useTranslation } from 'react-i18next';
import { Checkbox } from '../checkbox.tsx';
import type { Selection } from './types.ts';

export function selectionOf<R>(selection: Selection<R>, row: R, key: string) {
  return {
    selected: selection.selected.has(key),
    disabled: selection.disabled?.(row) ?? false,
    toggle: (on: boolean) => {
      const next = new Set(selection.selected);
      if (on) next.add(key);
      else next.delete(key);
      selection.onChange(next);
    },
  };
}

type Props<R> = { rows: readonly R[]; rowKey: (row: R) => string; selection: Selection<R>; words?: boolean };

/** Selects or deselects all selectable rows of the page; rows of other pages are unaffected. */
export function SelectAll<R>({ rows, rowKey, selection, words }: Props<R>) {
  const { t } = useTranslation('ui');
  const keys = rows.filter((row) => !selection.disabled?.(row)).map(rowKey);
  const chosen = keys.filter((key) => selection.selected.has(key)).length;
  return (
    <Checkbox
      label={words ? undefined : t('table.selectAll')}
      value={keys.length > 0 && chosen === keys.length}
      indeterminate={chosen > 0 && chosen < keys.length}
      disabled={keys.length === 0}
      onChange={(on) => {
        const next = new Set(selection.selected);
        for (const key of keys) {
          if (on) next.add(key);
          else next.delete(key);
        }
        selection.onChange(next);
      }}
    >
      {words && t('table.selectAll')}
    </Checkbox>
  );
}
