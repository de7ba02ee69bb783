import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getImage } from '#core/realname/calls.ts';
import type { PhotoKind } from '#core/realname/photos.ts';
import { fileQueryOf } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import style from './platform.module.css';

type Photo = { imageId: string; kind: PhotoKind };

/** Pictures of an application side by side; a click enlarges one. */
export function PictureGrid({ photos }: { photos: readonly Photo[] }) {
  const { t } = useTranslation(['platform', 'realname']);
  if (photos.length === 0) return <p className={style.soft}>{t('review.noPictures')}</p>;
  return (
    <ul className={style.pictures}>
      {photos.map((photo) => (
        <li key={photo.imageId} className={style.picture}>
          <Picture {...photo} />
        </li>
      ))}
    </ul>
  );
}

function Picture({ imageId, kind }: Photo) {
  const { t } = useTranslation(['platform', 'realname']);
  const [open, setOpen] = useState(false);
  const label = t(`realname:photo.${kind}`);
  const { data, error, isFetching, refetch } = useQuery({
    ...fileQueryOf(getImage, { imageId }),
    // personal data is not cached after unmounting
    gcTime: 0,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <>
      <button
        type="button"
        className={style.frame}
        aria-label={t(error ? 'review.loadAgain' : 'review.enlarge', { name: label })}
        disabled={!url && !error}
        onClick={() => (error ? void refetch() : setOpen(true))}
      >
        {isFetching ? (
          <Spinner size={28} />
        ) : error ? (
          <span className={style.failed}>
            <Icon name="refresh" size={20} />
            {t('review.notLoaded')}
          </span>
        ) : (
          url && <img src={url} alt="" />
        )}
      </button>
      <span>{label}</span>
      {open && url && (
        <Dialog open onClose={() => setOpen(false)} title={label} width="wide">
          <img src={url} alt={label} className={style.whole} />
        </Dialog>
      )}
    </>
  );
}
