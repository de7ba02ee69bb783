import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addHelpVideo } from '#core/help/calls.ts';
import { sha256Hex } from '#core/sha256.ts';
import { call } from '../../call.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLimits } from '../../shell/use-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './help.module.css';

type Props = { onClose: () => void; onDone: () => void };

/** Adds a video: a title and a file, uploaded unchanged. */
export default function AddVideoDialog({ onClose, onDone }: Props) {
  const { t, i18n } = useTranslation('help');
  const { fileBytes } = useLimits();
  const input = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const tooLarge = file !== undefined && file.size > fileBytes;
  const ready = title.trim() !== '' && file !== undefined && !tooLarge;
  const send = async () => {
    if (!ready || !file) return;
    setSent(0);
    try {
      const body = new Uint8Array(await file.arrayBuffer());
      const sha256 = await sha256Hex(body);
      const input = { title, sha256, body };
      await call(addHelpVideo, input, { onProgress: (done) => setSent(done / body.length) });
      onDone();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
      setSent(undefined);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('video.add')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" disabled={!ready} pending={sent !== undefined} onClick={() => void send()}>
            {t('video.send')}
          </Button>
        </>
      }
    >
      <div className={style.browse}>
        <TextField label={t('video.title')} required maxLength={60} value={title} onChange={setTitle} />
        <div className={style.file}>
          <Button icon="upload" aria-describedby="video-hint" onClick={() => input.current?.click()}>
            {t('video.choose')}
          </Button>
          <span>{file?.name}</span>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('video.choose')}
            accept=".mp4,.m4v,.webm"
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </div>
        <p id="video-hint" className={style.count}>
          {t('video.hint', { size: formatSize(fileBytes, i18n.language) })}
        </p>
        <FieldMessage error={tooLarge ? t('video.tooLarge') : undefined} />
        {sent !== undefined && <progress value={sent} max={1} aria-label={t('video.sending')} />}
      </div>
    </Dialog>
  );
}
