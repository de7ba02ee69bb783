import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateImage } from '#core/realname/calls.ts';
import { type PhotoKind, photoRule } from '#core/realname/photos.ts';
import { call } from '../../call.ts';
import { classes } from '../../ui/classes.ts';
import { FieldMessage } from '../../ui/field.tsx';
import { useField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { recodePicture } from '../../ui/recode-picture.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './realname.module.css';
import { usePicture } from './use-picture.ts';

type Props = {
  kind: PhotoKind;
  label: string;
  hint?: string;
  required?: boolean;
  name?: string;
  value?: string;
  onChange?: (imageId: string) => void;
  error?: string;
};

/** Picture upload by selection or drop: re-encoded here, sent, and shown as stored. Its value is the picture's id. */
export function PhotoField({ kind, label, hint, required, ...binding }: Props) {
  const { t } = useTranslation(['realname', 'error']);
  const field = useField<string>(binding, '');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState<string>();
  const picture = usePicture(field.value);
  const rule = photoRule(kind);

  async function take(file: File | undefined) {
    if (!file || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const recoded = await recodePicture(file, rule);
      const { imageId } = await call(updateImage, { kind, file: recoded });
      field.setValue(imageId);
    } catch (error) {
      setFailure(errorText(error, t));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={style.photo} data-field={binding.name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside is accessible */}
      <div
        className={classes(style.photoFrame, over && style.over)}
        data-invalid={failure || field.error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        {picture.url && <img src={picture.url} alt={label} />}
        <button
          type="button"
          className={classes(style.photoButton, picture.url && style.photoOver)}
          aria-describedby={`${id}h`}
          aria-busy={busy || undefined}
          onClick={() => input.current?.click()}
        >
          {busy ? <Spinner size={28} /> : <Icon name={picture.url ? 'refresh' : 'image'} size={24} />}
          <span>
            {picture.url ? t('photo.change', { name: label }) : label}
            {required && !picture.url && (
              <span className={style.star} aria-hidden="true">
                *
              </span>
            )}
          </span>
        </button>
        {field.value !== '' && !busy && (
          <span className={style.photoRemove}>
            <IconButton
              icon="close"
              size="small"
              label={t('photo.remove', { name: label })}
              onClick={() => field.setValue('')}
            />
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        data-photo={kind}
        accept={rule.endings.join(',')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <FieldMessage error={failure ?? field.error} />
      {picture.url && <span className={style.photoName}>{label}</span>}
      <p className={style.hint} id={`${id}h`} hidden={picture.url !== undefined}>
        {hint ??
          t('photo.limits', {
            types: rule.endings.map((one) => one.slice(1)).join(' / '),
            max: rule.maxBytes / 1048576,
          })}
      </p>
    </div>
  );
}
