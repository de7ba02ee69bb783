import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatNumber } from '../../i18n/format.ts';
import style from './cells.module.css';
import type { Column } from './types.ts';

// loaded on demand, by the click that opens it
const Dialog = lazy(async () => ({ default: (await import('../dialog.tsx')).Dialog }));

/** The content of a cell: the column's own renderer, or the field's value by its kind. An em dash if empty. */
export function CellContent<R>({ column, row }: { column: Column<R>; row: R }): ReactNode {
  const { i18n } = useTranslation('ui');
  if (column.cell) return column.cell(row) ?? NOTHING;
  const value = (row as Record<string, unknown>)[column.id];
  if (value === undefined || value === null || value === '') return NOTHING;
  switch (column.kind) {
    case 'number':
      return typeof value === 'number' ? formatNumber(value, i18n.language) : String(value);
    case 'date':
      return formatDate(value as number | string);
    case 'dateTime':
      return formatDateTime(value as number | string);
    case 'image':
      return <ImageCell src={String(value)} title={column.title} />;
    case 'long':
      return (
        <LongTextCell text={typeof value === 'string' ? value : JSON.stringify(value)} title={column.title} />
      );
    default:
      return String(value);
  }
}

const NOTHING = <span className={style.nothing}>—</span>;

/** Opens and closes a preview. On close, restores the focus to the cell that it was opened from. */
function usePreview() {
  const [open, setOpen] = useState(false);
  const cell = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) cell.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return { open, setOpen, cell };
}

/** A small picture; a click shows it large. */
export function ImageCell({ src, title }: { src: string; title: string }) {
  const { t } = useTranslation('ui');
  const { open, setOpen, cell } = usePreview();
  return (
    <>
      <button
        ref={cell}
        type="button"
        className={style.thumb}
        onClick={() => setOpen(true)}
        aria-label={t('table.previewOf', { title })}
      >
        <img src={src} alt="" loading="lazy" />
      </button>
      {open && (
        <Suspense>
          <Dialog open onClose={() => setOpen(false)} title={title} width="wide">
            <img className={style.picture} src={src} alt={title} />
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

/** A text truncated to one line; a click shows it in full, JSON pretty-printed. */
export function LongTextCell({ text, title }: { text: string; title: string }) {
  const { t } = useTranslation('ui');
  const { open, setOpen, cell } = usePreview();
  return (
    <>
      <button
        ref={cell}
        type="button"
        className={style.long}
        onClick={() => setOpen(true)}
        aria-label={t('table.previewOf', { title })}
      >
        {text}
      </button>
      {open && (
        <Suspense>
          <Dialog open onClose={() => setOpen(false)} title={title} width="wide">
            <pre className={style.text}>{layOut(text)}</pre>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

/** Pretty-prints JSON with an indent of two spaces; returns any other text unchanged. */
export function layOut(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
