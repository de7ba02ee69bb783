import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EntryItem, getEntryImage } from '#core/employee/entry-calls.ts';
import { PAPER_RULE } from '#core/employee/newcomer.ts';
import { preparePaper } from '../../parts/newcomer/prepare-paper.ts';
import { keepFile, keptFile } from '../../parts/room/file-box.ts';
import { newKey } from '../../parts/room/new-key.ts';
import { fileQueryOf, localKey } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './entry.module.css';
import { waitingKey, waitingValue } from './open-entry.ts';
// Not lazy: rotating and cropping must work offline.
import { PaperDialog } from './paper-dialog.tsx';

type Props = {
  item: EntryItem;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The photo of a paper: taken or selected, rotated and cropped, stored on the device, uploaded once online. */
export function PaperField({ item, value, error, onChange }: Props) {
  const { t } = useTranslation(['entry', 'error', 'ui']);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Blob>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const shown = usePreview(value);

  async function take(file: File) {
    setBusy(true);
    setFailure(undefined);
    try {
      setChosen(await preparePaper(file));
    } catch (problem) {
      setFailure(errorText(problem, t));
    } finally {
      setBusy(false);
    }
  }

  async function keep(picture: Blob) {
    const key = newKey();
    setChosen(undefined);
    await keepFile(key, new Uint8Array(await picture.arrayBuffer()));
    onChange(waitingValue(key));
  }

  return (
    <section className={style.paperField} aria-label={item.name} data-field={item.itemId}>
      <span className={item.required ? style.wanted : undefined}>{item.name}</span>
      {shown.url && <img src={shown.url} alt={item.name} className={style.thumb} />}
      {value !== '' && (
        <span className={style.hint} role="status">
          {t(waitingKey(value) === undefined ? 'paper.sent' : shown.url ? 'paper.waits' : 'paper.elsewhere')}
        </span>
      )}
      <div className={style.row}>
        <Button
          icon="image"
          pending={busy}
          aria-label={t('paper.chooseOf', { name: item.name })}
          onClick={() => input.current?.click()}
        >
          {t(value === '' ? 'paper.choose' : 'paper.again')}
        </Button>
        {value !== '' && (
          <Button
            icon="trash"
            aria-label={t('paper.removeOf', { name: item.name })}
            onClick={() => onChange('')}
          >
            {t('paper.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={item.name}
        accept={`${PAPER_RULE.endings.join(',')},image/*`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file && !busy) void take(file);
          event.target.value = '';
        }}
      />
      <FieldMessage error={failure ?? error} />
      {chosen && (
        <PaperDialog
          label={item.name}
          picture={chosen}
          onDone={(picture) => void keep(picture)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

/** URL of a value's picture for `img`: from the device until it is uploaded, then from the server. */
function usePreview(value: string): { url: string | undefined } {
  const key = waitingKey(value);
  const sent = useQuery({
    ...fileQueryOf(getEntryImage, { imageId: value }),
    enabled: value !== '' && key === undefined,
    retry: false,
  });
  const storedFile = useQuery({
    queryKey: localKey('entry.paper', key),
    queryFn: async () => {
      const bytes = await keptFile(key ?? '');
      return bytes ? new Blob([bytes], { type: 'image/jpeg' }) : null;
    },
    enabled: key !== undefined,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const blob = (key === undefined ? sent.data : storedFile.data) ?? undefined;
  const url = useObjectUrl(blob);
  return { url };
}
