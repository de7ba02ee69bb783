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
      made.addEventListener('endStroke', read);
      // A phone that is turned makes the board wider or narrower: what was written grows with it, so that the pen goes on
      // where it is seen, and all strokes have one scale.
      const turned = new ResizeObserver(() => {
        if (element.offsetWidth === 0 || element.offsetWidth === width) return;
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
