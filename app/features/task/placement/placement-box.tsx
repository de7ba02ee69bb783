import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanPlacement } from '#core/task/plan.ts';
import { classes } from '../../../ui/classes.ts';
import style from './placement.module.css';
import type { PageBox } from './shown-on-page.ts';

/** Where a dragged box was let go: the point of the window, and how far it lies from the box's top left corner. */
export interface LetGo {
  clientX: number;
  clientY: number;
  grabX: number;
  grabY: number;
}

interface Props {
  placement: Pick<PlanPlacement, 'placementId' | 'kind' | 'width' | 'height' | 'page'>;
  shown: PageBox;
  pxPerMm: number;
  pageHeight: number;
  hue: number;
  /** Who, for the name of the box. */
  signer: string;
  selected: boolean;
  /** Just put there: arrow keys move it at once. */
  autoFocus?: boolean;
  off?: boolean;
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

/**
 * A placement on a page: dragged by pointer, moved by arrow keys a mm at a time (ten with shift, a tenth with alt),
 * removed by Delete. Its size is shown true to scale.
 */
export function PlacementBox({
  placement,
  shown,
  pxPerMm,
  hue,
  signer,
  selected,
  autoFocus,
  off,
  onSelect,
  onMove,
  onRemove,
  children,
}: Props) {
  const { t } = useTranslation('wizard');
  const [drag, setDrag] = useState<{ dx: number; dy: number } | null>(null);
  const start = useRef({ clientX: 0, clientY: 0, grabX: 0, grabY: 0 });
  const crossPage = placement.kind === 'CROSS_PAGE';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (autoFocus) box.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  if (!shown.own) {
    return (
      <div
        className={style.echo}
        style={
          {
            left: shown.x * pxPerMm,
            top: shown.y * pxPerMm,
            width: shown.width * pxPerMm,
            height: shown.height * pxPerMm,
            '--hue': hue,
          } as React.CSSProperties
        }
        aria-hidden="true"
      />
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
      onMove(crossPage ? 0 : arrow[0] * step, arrow[1] * step);
    } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    onSelect();
    const box = event.currentTarget.getBoundingClientRect();
    start.current = {
      clientX: event.clientX,
      clientY: event.clientY,
      grabX: event.clientX - box.left,
      grabY: event.clientY - box.top,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ dx: 0, dy: 0 });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    setDrag({
      dx: crossPage ? 0 : event.clientX - start.current.clientX,
      dy: event.clientY - start.current.clientY,
    });
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!drag) return;
    setDrag(null);
    const { grabX, grabY } = start.current;
    if (Math.abs(drag.dx) + Math.abs(drag.dy) > 2)
      onMove(drag.dx / pxPerMm, drag.dy / pxPerMm, {
        clientX: event.clientX,
        clientY: event.clientY,
        grabX,
        grabY,
      });
  };
  const kind = t(`kind.${placement.kind}`);
  return (
    <div
      ref={box}
      role="button"
      tabIndex={0}
      data-placement={placement.placementId}
      aria-pressed={selected}
      aria-roledescription={t('placementRole')}
      aria-label={t('placementName', {
        kind,
        signer,
        page: placement.page,
        x: Math.round(shown.x),
        y: Math.round(shown.y),
      })}
      className={classes(
        style.box,
        selected && style.selected,
        drag && style.dragging,
        off && style.off,
        placement.kind === 'ENT_SEAL' && style.round,
      )}
      style={
        {
          left: shown.x * pxPerMm + (drag?.dx ?? 0),
          top: shown.y * pxPerMm + (drag?.dy ?? 0),
          width: shown.width * pxPerMm,
          height: shown.height * pxPerMm,
          '--hue': hue,
        } as React.CSSProperties
      }
      onFocus={onSelect}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(null)}
    >
      {children ?? (
        <span className={style.label}>
          {signer}
          <br />
          {kind}
        </span>
      )}
      {selected && (
        <span className={style.size}>
          {placement.width} × {placement.height} mm
        </span>
      )}
    </div>
  );
}
