import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import style from './entry.module.css';

/** The crop at each side, in percent of the rotated picture. */
const SIDES = ['left', 'right', 'top', 'bottom'] as const;
type Crop = Record<(typeof SIDES)[number], number>;
const UNCROPPED: Crop = { left: 0, right: 0, top: 0, bottom: 0 };
/** Maximum crop per side, percent, so that something remains. */
const MOST = 45;
const QUALITY = 0.88;

type Props = { label: string; picture: Blob; onDone: (picture: Blob) => void; onClose: () => void };

/** Rotates and crops the photo of a paper before it is saved. */
export function PaperDialog({ label, picture, onDone, onClose }: Props) {
  const { t } = useTranslation('entry');
  const [bitmap, setBitmap] = useState<ImageBitmap>();
  const [turns, setTurns] = useState(0);
  const [crop, setCrop] = useState(UNCROPPED);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let made: ImageBitmap | undefined;
    let left = false;
    void createImageBitmap(picture).then((read) => {
      made = read;
      if (left) read.close();
      else setBitmap(read);
    });
    return () => {
      left = true;
      made?.close();
    };
  }, [picture]);
  useEffect(() => {
    if (bitmap && canvas.current) drawTurned(canvas.current, bitmap, turns);
  }, [bitmap, turns]);

  const turn = (by: 1 | 3) => {
    setTurns((turns + by) % 4);
    setCrop(UNCROPPED);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={label}
      actions={
        <>
          <Button onClick={onClose}>{t('paper.cancel')}</Button>
          <Button
            kind="primary"
            disabled={!bitmap}
            onClick={() => canvas.current && void cropped(canvas.current, crop).then(onDone)}
          >
            {t('paper.use')}
          </Button>
        </>
      }
    >
      <div className={style.paper}>
        <div className={style.paperFrame}>
          <canvas ref={canvas} className={style.paperPicture} aria-label={label} role="img" />
          <div
            className={style.crop}
            style={{
              insetInlineStart: `${crop.left}%`,
              insetInlineEnd: `${crop.right}%`,
              insetBlockStart: `${crop.top}%`,
              insetBlockEnd: `${crop.bottom}%`,
            }}
          />
        </div>
        <div className={style.row}>
          <Button size="small" icon="undo" onClick={() => turn(3)}>
            {t('paper.turnLeft')}
          </Button>
          <Button size="small" icon="redo" onClick={() => turn(1)}>
            {t('paper.turnRight')}
          </Button>
        </div>
        <div className={style.sides}>
          {SIDES.map((side) => (
            <label key={side} className={style.side}>
              <span>{t(`paper.${side}`)}</span>
              <input
                type="range"
                min={0}
                max={MOST}
                value={crop[side]}
                onChange={(event) => setCrop({ ...crop, [side]: Number(event.target.value) })}
              />
            </label>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

/** Draws a picture rotated clockwise by `turns` quarter turns. */
function drawTurned(canvas: HTMLCanvasElement, bitmap: ImageBitmap, turns: number): void {
  const lies = turns % 2 === 1;
  canvas.width = lies ? bitmap.height : bitmap.width;
  canvas.height = lies ? bitmap.width : bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
}

/** Crops a canvas to a JPEG. */
function cropped(source: HTMLCanvasElement, { left, right, top, bottom }: Crop): Promise<Blob> {
  const [x, y] = [(source.width * left) / 100, (source.height * top) / 100];
  const width = Math.max(1, Math.round(source.width - x - (source.width * right) / 100));
  const height = Math.max(1, Math.round(source.height - y - (source.height * bottom) / 100));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, x, y, width, height, 0, 0, width, height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/jpeg', QUALITY),
  );
}
