import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Target } from '#core/task/order.ts';

/** Dropping on the upper or lower third of a row means before or after it; on the middle, together with it. */
const THIRD = 1 / 3;

/**
 * Reorders rows by a handle, with mouse or finger: above or below another row, or onto it if rows can be `together`.
 * Arrow keys on the handle move past the neighbour; Escape cancels. Each row carries its key in `data-row`; `said` is
 * the announcement for screen readers.
 */
export function useDragging<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  put: (moved: T, to: Target<T>) => void,
  { together = false }: { together?: boolean } = {},
) {
  const { t } = useTranslation('wizard');
  const [moved, setMoved] = useState<string>();
  const [target, setTarget] = useState<Target<T>>();
  const [said, setSaid] = useState('');
  const end = () => {
    setMoved(undefined);
    setTarget(undefined);
  };
  const under = ({ clientX, clientY, currentTarget }: PointerEvent, dragged: T): Target<T> | undefined => {
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]');
    const beside = rows.find((one) => keyOf(one) === row?.dataset.row);
    const list = currentTarget.closest('[data-row]')?.parentElement;
    if (!row || row.parentElement !== list || beside === undefined || keyOf(beside) === keyOf(dragged))
      return undefined;
    const { top, height } = row.getBoundingClientRect();
    const part = (clientY - top) / height;
    if (!together) return { beside, as: part < 0.5 ? 'BEFORE' : 'AFTER' };
    return { beside, as: part < THIRD ? 'BEFORE' : part > 1 - THIRD ? 'AFTER' : 'WITH' };
  };
  const handleOf = (row: T, name: string) => ({
    'data-handle': keyOf(row),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setMoved(keyOf(row));
    },
    onPointerMove: (event: PointerEvent) => {
      if (moved === keyOf(row)) setTarget(under(event, row));
    },
    onPointerUp: (event: PointerEvent) => {
      const to = moved === keyOf(row) ? under(event, row) : undefined;
      if (to) {
        put(row, to);
        setSaid(t('moved', { name }));
      }
      end();
    },
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') return end();
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const beside = rows[rows.findIndex((one) => keyOf(one) === keyOf(row)) + by];
      if (beside === undefined) return;
      put(row, { beside, as: by < 0 ? 'BEFORE' : 'AFTER' });
      setSaid(t('moved', { name }));
    },
  });
  /** Where the dragged row would go, for the row's `data-drop`. */
  const dropOf = (row: T) => (target && keyOf(target.beside) === keyOf(row) ? target.as : undefined);
  return { handleOf, dropOf, said };
}
