import { useTranslation } from 'react-i18next';
import type { PhotoKind } from '#core/realname/photos.ts';
import { PhotoField } from './photo-field.tsx';
import style from './realname.module.css';

type Paper = Exclude<PhotoKind, 'AVATAR'>;
type Props = {
  kinds: readonly Paper[];
  /** Ids of the uploaded pictures. */
  photos: Readonly<Record<string, string>>;
  onPhoto: (kind: Paper, imageId: string) => void;
  /** Whether to mark missing papers as errors, after an attempt to continue without them. */
  missing: boolean;
};

/** Uploads of papers for a manual review; all are required. */
export function Papers({ kinds, photos, onPhoto, missing }: Props) {
  const { t } = useTranslation('realname');
  return (
    <>
      <div className={style.photos}>
        {kinds.map((kind) => (
          <PhotoField
            key={kind}
            kind={kind}
            label={t(`photo.${kind}`)}
            required
            value={photos[kind] ?? ''}
            onChange={(imageId) => onPhoto(kind, imageId)}
            {...(missing && !photos[kind] ? { error: t('rule.picture') } : {})}
          />
        ))}
      </div>
      <p className={style.hint}>{t('photo.kept')}</p>
    </>
  );
}
