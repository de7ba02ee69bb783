import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAutograph } from '#core/account/calls.ts';
import {
  type Fit,
  fitSignature,
  hasSignatureRatio,
  SIGNATURE_BYTES,
  SIGNATURE_MM,
  SIGNATURE_TYPES,
} from '#core/account/fit-signature.ts';
import type { InputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { pictureType } from '#core/realname/clean-picture.ts';
import { uploadPicture } from '#core/seal/calls.ts';
import { cleanPicture, UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { sha256Hex } from '#core/sha256.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './account.module.css';

/** [5.6] Uploads a picture of a signature. If its ratio differs, the person must first choose to pad or crop it. */
export function UploadSignature({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation('account');
  const [bitmap, setBitmap] = useState<ImageBitmap>();
  const [fit, setFit] = useState<Fit>();
  const [name, setName] = useState('');
  const [pending, setPending] = useState(false);
  const [preview, setPreview] = useState('');
  useEffect(() => () => bitmap?.close(), [bitmap]);

  const canvas = bitmap && fit ? draw(bitmap, fit) : undefined;
  useEffect(() => {
    setPreview(bitmap && fit ? draw(bitmap, fit).toDataURL('image/png') : '');
  }, [bitmap, fit]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    setFit(undefined);
    setBitmap(undefined);
    try {
      const read = await readSignature(file);
      setBitmap(read);
      if (hasSignatureRatio(read)) setFit('AS_IS');
    } catch (error) {
      toast({ tone: 'warning', text: errorText(error, t) });
    }
  };
  const save = async () => {
    if (!canvas) return;
    setPending(true);
    try {
      await keep(canvas);
      await onDone();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setPending(false);
    }
  };
  const odd = bitmap !== undefined && !hasSignatureRatio(bitmap);
  return (
    <div className={style.part}>
      <label className={style.drop}>
        <span>{name || t('upload.choose')}</span>
        <small className={style.soft}>{t('upload.hint')}</small>
        <input
          type="file"
          accept=".jpeg,.jpg,.png"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      {odd && (
        <>
          <Notice tone="warning">{t('upload.ratio')}</Notice>
          <RadioGroup
            label={t('upload.ratio')}
            hideLabel
            value={fit ?? ''}
            onChange={(value) => setFit(value as Fit)}
            options={[
              { value: 'PAD', label: t('upload.PAD') },
              { value: 'CROP', label: t('upload.CROP') },
            ]}
          />
        </>
      )}
      {preview && (
        <div className={style.paper}>
          <img src={preview} alt={t('upload.preview')} />
        </div>
      )}
      <div className={style.foot}>
        <Button kind="primary" disabled={!canvas} pending={pending} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}

/** [5.6a] Checks the content, not the file name. Throws PICTURE_TOO_LARGE, PICTURE_TYPE_WRONG. */
async function readSignature(file: File): Promise<ImageBitmap> {
  if (file.size > SIGNATURE_BYTES)
    throw new AppError('PICTURE_TOO_LARGE', { max: SIGNATURE_BYTES / 1048576 });
  const type = pictureType(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const typed = file.type === '' || (SIGNATURE_TYPES as readonly string[]).includes(file.type);
  if (!typed || (type !== 'PNG' && type !== 'JPEG')) throw new AppError('PICTURE_TYPE_WRONG');
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new AppError('PICTURE_TYPE_WRONG');
  });
}

function draw(bitmap: ImageBitmap, fit: Fit): HTMLCanvasElement {
  const { width, height, from, to } = fitSignature(bitmap, fit);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new AppError('PICTURE_TYPE_WRONG');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
  return canvas;
}

/** Removes the paper background and saves the ink as the person's signature. */
async function keep(canvas: HTMLCanvasElement): Promise<void> {
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('PICTURE_TYPE_WRONG');
  const { width, height } = canvas;
  const pixels = context.getImageData(0, 0, width, height).data;
  const png = writePng(cleanPicture({ width, height, pixels }, SIGNATURE_MM), UPLOAD_DPI);
  const pictureKey = await sha256Hex(png);
  await call(uploadPicture, { pictureKey, body: png } as InputOf<typeof uploadPicture>);
  await call(saveAutograph, {
    picture: { kind: 'UPLOAD', pictureKey, shape: 'RECTANGLE', ...SIGNATURE_MM },
  });
}
