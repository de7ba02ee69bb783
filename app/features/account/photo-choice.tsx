import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppError } from '#core/errors.ts';
import { updateImage } from '#core/realname/calls.ts';
import { PICTURE_SIDE, pictureType } from '#core/realname/clean-picture.ts';
import { photoRule } from '#core/realname/photos.ts';
import { call } from '../../call.ts';
import { useRefresh } from '../../query.ts';
import { usePhoto } from '../../shell/use-photo.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './account.module.css';

const RULE = photoRule('AVATAR');
/** Side of the stored picture, px: twice the largest display size. */
const SIDE = 256;

/** [5.10b] [9.7] The person's picture. A new one is cropped to a square and re-encoded here, without its metadata. */
export function PhotoChoice({ name, photo }: { name: string; photo: string }) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const url = usePhoto(photo);
  const save = useMutation({
    mutationFn: async (file: File) => {
      const blob = await toSquare(file);
      await call(updateImage, { kind: 'AVATAR', file: new File([blob], 'photo.jpg', { type: blob.type }) });
    },
    onSuccess: () => {
      toast({ tone: 'success', text: t('photo.saved') });
      return refresh('identity');
    },
  });
  return (
    <div className={style.photo} aria-busy={save.isPending}>
      <Avatar name={name} size={88} {...(url ? { src: url } : {})} />
      <label className={style.choose}>
        {t('action.upload')}
        <input
          type="file"
          accept={RULE.endings.join(',')}
          disabled={save.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) save.mutate(file);
          }}
        />
      </label>
      <small className={style.soft}>{t('photo.hint')}</small>
    </div>
  );
}

/** Crops a picture to a JPEG of 256 × 256. Throws PICTURE_TOO_LARGE, PICTURE_TYPE_WRONG, PICTURE_DIMENSIONS. */
async function toSquare(file: File): Promise<Blob> {
  if (file.size > RULE.maxBytes) throw new AppError('PICTURE_TOO_LARGE', { max: RULE.maxBytes / 1048576 });
  const type = pictureType(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (!type || !RULE.types.includes(type)) throw new AppError('PICTURE_TYPE_WRONG');
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new AppError('PICTURE_TYPE_WRONG');
  });
  if (Math.max(bitmap.width, bitmap.height) > PICTURE_SIDE)
    throw new AppError('PICTURE_DIMENSIONS', { min: 16, max: PICTURE_SIDE });
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('PICTURE_TYPE_WRONG');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, x, y, side, side, 0, 0, SIDE, SIDE);
  bitmap.close();
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new AppError('PICTURE_TYPE_WRONG'))),
      'image/jpeg',
      0.9,
    ),
  );
}
