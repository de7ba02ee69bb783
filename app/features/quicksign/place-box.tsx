import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { drawingOf, type Place, type seenOn } from './places.ts';
import style from './quicksign.module.css';

interface Props {
  place: Place;
  seen: NonNullable<ReturnType<typeof seenOn>>;
  name: string;
  pxPerMm: number;
  selected: boolean;
  onSelect: () => void;
  /** Moved by so many mm. */
  onMove: (dx: number, dy: number) => void;
  onRemove: () => void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * What was put on a page, true to scale: dragged by pointer, moved by arrow keys a mm at a time (ten with shift), taken
 * off by Delete. On the further pages of a spread it is only shown.
 */
export function PlaceBox({ place, seen, name, pxPerMm, selected, onSelect, onMove, onRemove }: Props) {
  const { t } = useTranslation('quicksign');
  const [drag, setDrag] = useState<{ fromX: number; fromY: number; dx: number; dy: number }>();
  const edge = place.spread === 'EDGE';
  const box = {
    left: seen.x * pxPerMm + (edge ? 0 : (drag?.dx ?? 0)),
    top: seen.y * pxPerMm + (drag?.dy ?? 0),
    width: seen.width * pxPerMm,
    height: seen.height * pxPerMm,
  };
  const drawing = drawingOf(place.tool);
  const art = drawing ? (
    <span
      aria-hidden="true"
      className={style.art}
      style={{ left: -seen.offset * pxPerMm, width: place.width * pxPerMm, height: box.height }}
    >
      <DrawingView drawing={drawing} label="" className={style.drawing} />
    </span>
  ) : (
    <span className={style.date} style={{ fontSize: box.height * 0.6 }}>
      {name}
    </span>
  );
  if (!seen.own)
    return (
      <div className={style.echo} style={box} aria-hidden="true">
        {art}
      </div>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = event.shiftKey ? 10 : 1;
    if (arrow) onMove(edge ? 0 : arrow[0] * step, arrow[1] * step);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    onSelect();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ fromX: event.clientX, fromY: event.clientY, dx: 0, dy: 0 });
  };
  const onPointerMove = (event: PointerEvent) =>
    setDrag((old) => old && { ...old, dx: event.clientX - old.fromX, dy: event.clientY - old.fromY });
  const onPointerUp = () => {
    if (drag && Math.abs(drag.dx) + Math.abs(drag.dy) > 2)
      onMove(edge ? 0 : drag.dx / pxPerMm, drag.dy / pxPerMm);
    setDrag(undefined);
  };
  const [x, y] = [Math.round(seen.x), Math.round(seen.y)];
  return (
    <div
      role="button"
      tabIndex={0}
      data-place={place.placementId}
      aria-pressed={selected}
      aria-roledescription={t('boxRole')}
      aria-label={t('box', { what: name, page: place.page, x, y })}
      className={style.box}
      style={box}
      onFocus={onSelect}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(undefined)}
    >
      {art}
    </div>
  );
}
