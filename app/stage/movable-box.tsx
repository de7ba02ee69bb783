import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Where a dragged box was let go: the point of the window, and how far it lies from the box's top left corner. */
export interface LetGo {
  clientX: number;
  clientY: number;
  grabX: number;
  grabY: number;
}

interface Props {
  /** Where it is seen on the page, mm; `own`: the page that it is moved on, elsewhere it is only shown. */
  shown: { x: number; y: number; width: number; height: number; own: boolean };
  pxPerMm: number;
  /** Of the box, and of what is seen of it on further pages. */
  className: string | undefined;
  draggingClass?: string | undefined;
  echoClass: string | undefined;
  style?: CSSProperties;
  /** Read out: what it is and where, and that it can be moved. */
  label: string;
  role: string;
  /** Attributes by which it is found on the page. */
  data: Record<`data-${string}`, string>;
  selected: boolean;
  /** Just put there: arrow keys move it at once. */
  autoFocus?: boolean;
  /** It stands at the edge of the pages: it is moved up and down only. */
  upAndDown: boolean;
  onSelect: () => void;
  /** Moved by so many mm; at the end of a drag `at` is the point of the window where it was let go. */
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
/** Less than this is no drag. */
const SLACK_PX = 2;

/**
 * A box on a page, true to scale: dragged by pointer, moved by arrow keys a mm at a time (ten with shift, a tenth with
 * alt), removed by Delete.
 */
export function MovableBox({ shown, pxPerMm, style, echoClass, children, data, ...props }: Props) {
  const { upAndDown, onSelect, onMove, onRemove } = props;
  const [drag, setDrag] = useState<{ dx: number; dy: number }>();
  const start = useRef({ clientX: 0, clientY: 0, grabX: 0, grabY: 0 });
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.autoFocus) element.current?.focus({ preventScroll: true });
  }, [props.autoFocus]);
  const place = {
    ...style,
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
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    if (arrow) onMove(upAndDown ? 0 : arrow[0] * step, arrow[1] * step);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    onSelect();
    const { clientX, clientY, currentTarget, pointerId } = event;
    const { left, top } = currentTarget.getBoundingClientRect();
    start.current = { clientX, clientY, grabX: clientX - left, grabY: clientY - top };
    currentTarget.setPointerCapture(pointerId);
    setDrag({ dx: 0, dy: 0 });
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current;
    if (drag) setDrag({ dx: upAndDown ? 0 : clientX - from.clientX, dy: clientY - from.clientY });
  };
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    if (!drag) return;
    setDrag(undefined);
    const { grabX, grabY } = start.current;
    if (Math.abs(drag.dx) + Math.abs(drag.dy) > SLACK_PX)
      onMove(drag.dx / pxPerMm, drag.dy / pxPerMm, { clientX, clientY, grabX, grabY });
  };
  return (
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
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(undefined)}
    >
      {children}
    </div>
  );
}
