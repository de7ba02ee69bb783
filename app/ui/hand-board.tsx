import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type SignaturePad from 'signature_pad';
import type { InkStroke } from '#core/sealart/handwriting.ts';
import { Button } from './button.tsx';
import style from './hand-board.module.css';

type Props = { onChange: (strokes: InkStroke[]) => void };

/** Gives the canvas the pixels of its size on screen. Returns its width, CSS px. */
function sizePixels(element: HTMLCanvasElement): number {
  const sharp = Math.max(1, window.devicePixelRatio);
  element.width = element.offsetWidth * sharp;
  element.height = element.offsetHeight * sharp;
  element.getContext('2d')?.scale(sharp, sharp);
  return element.offsetWidth;
}

const scaled = (strokes: ReturnType<SignaturePad['toData']>, factor: number) =>
  strokes.map((group) => ({
    ...group,
    points: group.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));

type Pen = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX' | 'clientY'>;
const penEvent = (type: string, pen: Pen, buttons: number) => {
  const { pointerId, pointerType, clientX, clientY } = pen;
  // A pen is known by this to the pad; older browsers do not have it.
  const { persistentDeviceId } = pen as { persistentDeviceId?: number };
  const known = persistentDeviceId ? { persistentDeviceId } : {};
  const at = { pointerId, pointerType, clientX, clientY, buttons, button: 0, cancelable: true, ...known };
  return new PointerEvent(type, at);
};

/** Has the pad begin a stroke where a pen that is still down is next seen. */
function resumeWith(element: HTMLCanvasElement, pen: Pen): void {
  const next = (event: PointerEvent) => {
    if (event.pointerId !== pen.pointerId) return;
    for (const type of PEN_EVENTS) window.removeEventListener(type, next);
    if (event.type === 'pointermove' && (event.buttons & 1) === 1)
      element.dispatchEvent(penEvent('pointerdown', event, 1));
  };
  for (const type of PEN_EVENTS) window.addEventListener(type, next);
}
const PEN_EVENTS = ['pointermove', 'pointerup', 'pointercancel'] as const;

/** A signature pad for finger, pen or mouse, with the aspect ratio 73:38. Records strokes, not pixels. */
export function HandBoard({ onChange }: Props) {
  const { t } = useTranslation('ui');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>();
  const tell = useRef(onChange);
  tell.current = onChange;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let gone = false;
    let stop = () => {};
    void import('signature_pad').then(({ default: Pad }) => {
      if (gone) return;
      let width = sizePixels(element);
      const made = new Pad(element, { minDistance: 2 });
      const read = () =>
        tell.current(
          made
            .toData()
            .map((group) => group.points.map(({ x, y, time, pressure }) => ({ x, y, time, pressure }))),
        );
      let pen: Pen | undefined;
      made.addEventListener('beginStroke', (begun) => {
        const event: unknown = begun instanceof CustomEvent ? begun.detail.event : undefined;
        pen = event instanceof PointerEvent ? event : undefined;
      });
      made.addEventListener('endStroke', () => {
        pen = undefined;
        read();
      });
      // A phone that is turned makes the board wider or narrower: what was written grows with it, so that the pen goes on
      // where it is seen, and all strokes have one scale.
      const turned = new ResizeObserver(() => {
        if (element.offsetWidth === 0 || element.offsetWidth === width) return;
        // The pad forgets which pen is down when it is drawn anew, and would take no other: it ends the stroke here.
        const currentPen = pen;
        if (currentPen) {
          window.dispatchEvent(penEvent('pointercancel', currentPen, 0));
          resumeWith(element, currentPen);
        }
        const strokes = scaled(made.toData(), element.offsetWidth / width);
        width = sizePixels(element);
        made.fromData(strokes);
        read();
      });
      turned.observe(element);
      pad.current = made;
      element.dataset.ready = 'true';
      stop = () => {
        turned.disconnect();
        made.off();
      };
    });
    return () => {
      gone = true;
      stop();
    };
  }, []);

  const set = (strokes: ReturnType<SignaturePad['toData']>) => {
    pad.current?.fromData(strokes);
    tell.current(strokes.map((group) => group.points));
  };
  return (
    <div className={style.board}>
      <canvas ref={canvas} className={style.canvas} aria-label={t('board.label')} />
      <div className={style.inline}>
        <Button icon="undo" size="small" onClick={() => set((pad.current?.toData() ?? []).slice(0, -1))}>
          {t('board.undo')}
        </Button>
        <Button icon="trash" size="small" onClick={() => set([])}>
          {t('board.clear')}
        </Button>
      </div>
    </div>
  );
}
