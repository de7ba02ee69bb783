import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import style from './virtual-list.module.css';

export type VirtualListProps<R> = {
  /** What the rows are. */
  label: string;
  rows: readonly R[];
  rowKey: (row: R) => string;
  children: (row: R) => ReactNode;
  /** Row height in px: the same for all rows, so that positions are known without rendering the rows before. */
  rowHeight?: number;
  chosen: ReadonlySet<string>;
  /** Allows several selected rows, each with a checkbox. */
  multiple?: boolean;
  onChoose: (row: R) => void;
  /** Called by Enter or a click beside the checkbox; without it, both select the row. */
  onOpen?: (row: R) => void;
  disabled?: (row: R) => boolean;
  /**
   * A button at the end of a row; its action must also be available in the opened row, for keyboard and screen readers.
   */
  act?: { label: string; icon: IconName; run: (row: R) => void };
  /** The list's element, for moving the focus to it. */
  listRef?: RefObject<HTMLDivElement>;
};

const BEYOND = 8;

/**
 * A virtualised list: only visible rows are rendered. By keyboard: arrows, page up and down, home and end move, space
 * selects, Enter opens or selects.
 */
export function VirtualList<R>(props: VirtualListProps<R>) {
  const {
    label,
    rows,
    rowKey,
    rowHeight = 56,
    chosen,
    multiple = false,
    onChoose,
    onOpen,
    disabled,
    act: atEnd,
  } = props;
  const id = useId();
  const own = useRef<HTMLDivElement>(null);
  const box = props.listRef ?? own;
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState(0);
  const at = Math.min(active, rows.length - 1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const seen = new ResizeObserver(look);
    seen.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      seen.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + BEYOND);

  const moveTo = (next: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, next));
    setActive(to);
    const element = box.current;
    if (!element) return;
    if (to * rowHeight < element.scrollTop) element.scrollTop = to * rowHeight;
    else if ((to + 1) * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = (to + 1) * rowHeight - element.clientHeight;
  };
  const act = (row: R | undefined, what: (row: R) => void) => {
    if (row !== undefined && !disabled?.(row)) what(row);
  };
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) moveTo(to);
    else if (event.key === ' ') act(rows[at], onChoose);
    else if (event.key === 'Enter') act(rows[at], onOpen ?? onChoose);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className={style.box}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      aria-activedescendant={rows[at] === undefined ? undefined : `${id}-${rowKey(rows[at])}`}
      tabIndex={0}
      onKeyDown={press}
    >
      <div className={style.whole} style={{ height: rows.length * rowHeight }} role="presentation">
        {rows.slice(first, last).map((row, i) => {
          const index = first + i;
          const key = rowKey(row);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option
            <div
              key={key}
              id={`${id}-${key}`}
              role="option"
              aria-selected={chosen.has(key)}
              aria-disabled={disabled?.(row) || undefined}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={classes(style.row, index === at && style.active)}
              style={{ top: index * rowHeight, height: rowHeight }}
              onClick={(event) => {
                setActive(index);
                const { target } = event;
                const onBox = target instanceof Element && target.closest('[data-box]') !== null;
                if (atEnd && target instanceof Element && target.closest('[data-act]')) act(row, atEnd.run);
                else act(row, onBox ? onChoose : (onOpen ?? onChoose));
              }}
            >
              {multiple && (
                <span className={style.check} data-box data-on={chosen.has(key) || undefined}>
                  <span>{chosen.has(key) && <Icon name="check" size={14} />}</span>
                </span>
              )}
              {props.children(row)}
              {atEnd && (
                <span className={style.act} data-act title={atEnd.label} aria-hidden>
                  <Icon name={atEnd.icon} size={18} />
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
