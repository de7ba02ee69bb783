import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Box } from '#core/drawing.ts';
import { type AlignLines, aligned, guidesFor, toNextLine } from './align.ts';
import style from './stage.module.css';

/** Where a dragged box was dropped: the point in the window, and its offset from the box's top left corner. */
export interface LetGo {
  clientX: number;
  clientY: number;
  grabX: number;
  grabY: number;
}

interface Props {
  /** Its visible rectangle on each page, mm; `own` marks the page on which it can be moved, others only show it. */
  shown: { x: number; y: number; width: number; height: number; own: boolean };
  pxPerMm: number;
  /** Class of the box and of its echoes on further pages. */
  className: string | undefined;
  draggingClass?: string | undefined;
  echoClass: string | undefined;
  style?: CSSProperties;
  /** Accessible label: what it is, where it is, and that it can be moved. */
  label: string;
  role: string;
  /** Data attributes that identify it in the DOM. */
  data: Record<`data-${string}`, string>;
  selected: boolean;
  /** Takes the focus after being placed, so that arrow keys move it at once. */
  autoFocus?: boolean;
  /** It is at the edge of the pages and moves only vertically. */
  upAndDown: boolean;
  /** The alignment lines of its page, requested while it is moved. */
  lines?: () => AlignLines;
  onSelect: () => void;
  /** Called with the movement in mm; after a drag `at` says where it was dropped. */
  onMove: (dx: number, dy: number, at?: LetGo) => void;
  onRemove: () => void;
  children?: ReactNode;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Distance in px at which a drag snaps to a line. */
const REACH_PX = 6;
/** A smaller movement, in px, does not count as a drag. */
const SLACK_PX = 2;

/** Position of the box's page in the window, in px. */
const sheetOf = (box: HTMLElement) => (box.offsetParent ?? box).getBoundingClientRect();

/**
 * A box on a page, true to scale: dragged by pointer, moved by arrow keys a mm at a time (ten with shift, a tenth with
 * alt), with the new position announced, and removed by Delete. Guides show when it is aligned with other boxes or the
 * centre of the page; a drag snaps to them unless alt is held, and ctrl with an arrow key moves it to the next one.
 */
export function MovableBox({ shown, pxPerMm, style: look, echoClass, children, data, ...props }: Props) {
  const { upAndDown, onSelect, onMove, onRemove } = props;
  /** Whether keys have moved it since it got the focus. */
  const [keyed, setKeyed] = useState(false);
  const [drag, setDrag] = useState<{ dx: number; dy: number }>();
  const start = useRef({ clientX: 0, clientY: 0, grabX: 0, grabY: 0, sheetX: 0, sheetY: 0 });
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.autoFocus) element.current?.focus({ preventScroll: true });
  }, [props.autoFocus]);
  const place = {
    ...look,
    left: shown.x * pxPerMm + (drag?.dx ?? 0),
    top: shown.y * pxPerMm + (drag?.dy ?? 0),
    width: shown.width * pxPerMm,
    height: shown.height * pxPerMm,
  };
  if (!shown.own)
    return (
      <div className={echoClass} style={place} aria-hidden="true">
        {children}
      </div>
    );
  /** The movement to the next line in the arrow's direction; undefined if there is none. */
  const jump = ([across, down]: [number, number]): [number, number] | undefined => {
    const lines = props.lines?.();
    if (!lines) return undefined;
    const by = toNextLine(shown, lines, across ? 'x' : 'y', (across || down) > 0 ? 1 : -1) ?? 0;
    return across ? [by, 0] : [0, by];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    if (arrow) {
      setKeyed(true);
      const [dx, dy] = (event.ctrlKey || event.metaKey ? jump(arrow) : undefined) ?? [
        arrow[0] * step,
        arrow[1] * step,
      ];
      onMove(upAndDown ? 0 : dx, dy);
    } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    onSelect();
    const { clientX, clientY, currentTarget, pointerId } = event;
    const { left, top } = currentTarget.getBoundingClientRect();
    const { x: sheetX, y: sheetY } = sheetOf(currentTarget);
    start.current = { clientX, clientY, grabX: clientX - left, grabY: clientY - top, sheetX, sheetY };
    currentTarget.setPointerCapture(pointerId);
    setKeyed(false);
    setDrag({ dx: 0, dy: 0 });
  };
  const onPointerMove = ({ clientX, clientY, altKey, currentTarget }: PointerEvent<HTMLDivElement>) => {
    if (!drag) return;
    const from = start.current;
    // The page may scroll or be pushed down by a message during a drag: the box stays under the pointer.
    const sheet = sheetOf(currentTarget);
    const to = {
      dx: upAndDown ? 0 : clientX - from.clientX - (sheet.x - from.sheetX),
      dy: clientY - from.clientY - (sheet.y - from.sheetY),
    };
    const lines = altKey ? undefined : props.lines?.();
    if (lines) {
      const free = { ...shown, x: shown.x + to.dx / pxPerMm, y: shown.y + to.dy / pxPerMm };
      const drawn = aligned(free, lines, REACH_PX / pxPerMm);
      if (!upAndDown) to.dx = (drawn.x - shown.x) * pxPerMm;
      to.dy = (drawn.y - shown.y) * pxPerMm;
    }
    setDrag(to);
  };
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    if (!drag) return;
    setDrag(undefined);
    const { grabX, grabY } = start.current;
    if (Math.abs(drag.dx) + Math.abs(drag.dy) > SLACK_PX)
      onMove(drag.dx / pxPerMm, drag.dy / pxPerMm, { clientX, clientY, grabX, grabY });
  };
  const lines = drag || (keyed && props.selected) ? props.lines?.() : undefined;
  const seen = { ...shown, x: place.left / pxPerMm, y: place.top / pxPerMm };
  return (
    <>
      <div
        ref={element}
        role="button"
        tabIndex={0}
        {...data}
        aria-pressed={props.selected}
        aria-roledescription={props.role}
        aria-label={props.label}
        className={[props.className, drag && props.draggingClass].filter(Boolean).join(' ')}
        style={place}
        onFocus={onSelect}
        onBlur={() => setKeyed(false)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(undefined)}
      >
        {children}
      </div>
      {/* Announces moves by keyboard: a change of the focused element's name is not announced. */}
      <span className="visually-hidden" aria-live="polite" data-moved>
        {keyed && props.label}
      </span>
      {lines && <Guides box={seen} lines={lines} upAndDown={upAndDown} pxPerMm={pxPerMm} />}
    </>
  );
}

/** The guides over the page that a box is aligned with. */
function Guides({
  box,
  lines,
  upAndDown,
  pxPerMm,
}: Pick<Props, 'upAndDown' | 'pxPerMm'> & { box: Box; lines: AlignLines }) {
  return guidesFor(box, lines)
    .filter(({ axis }) => axis === 'y' || !upAndDown)
    .map(({ axis, at }) => (
      <span
        key={`${axis} ${at}`}
        className={style.guide}
        data-guide={axis}
        style={
          axis === 'x'
            ? { left: at * pxPerMm, top: 0, width: 1, height: lines.page.heightMm * pxPerMm }
            : { left: 0, top: at * pxPerMm, width: lines.page.widthMm * pxPerMm, height: 1 }
        }
      />
    ));
}
