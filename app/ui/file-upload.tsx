import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../i18n/format.ts';
import { errorText } from '../wire/client-error.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { FieldMessage } from './field.tsx';
import { type FileRules, refusalOf } from './file-rules.ts';
import style from './file-upload.module.css';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { type Upload, type UploadItem, useUploads } from './use-uploads.ts';

export type FileUploadProps<T> = {
  label: string;
  hint?: string;
  rules: FileRules;
  upload: Upload<T>;
  /** Called for each uploaded file. */
  onDone: (item: UploadItem<T>) => void;
  /** Called when a file is removed from the list. */
  onRemove?: (item: UploadItem<T>) => void;
  /** A remedy for a file that failed: message, button label, and the file that replaces it. */
  mend?: Mend;
  disabled?: boolean;
  error?: string;
  /** Whether `upload` only reads the file on this device, so that nothing claims it was uploaded. */
  readsOnly?: boolean;
};

export type Mend = {
  of: (error: unknown) => { text: string; label: string | undefined } | undefined;
  run: (file: File) => Promise<File>;
};

/** Uploads files by drag and drop, click or keyboard, each with progress, cancel and retry. */
export function FileUpload<T>({
  label,
  hint,
  rules,
  upload,
  onDone,
  onRemove,
  mend,
  disabled,
  error,
  readsOnly = false,
}: FileUploadProps<T>) {
  const { t, i18n } = useTranslation('ui');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string[]>([]);
  const { items, add, remove, retry, replace, fileOf } = useUploads(upload, onDone);
  const full = items.length >= rules.maxFiles;

  function take(chosen: readonly File[]) {
    const taken: File[] = [];
    const messages: string[] = [];
    for (const file of chosen) {
      const why = refusalOf(file, [...items, ...taken], rules);
      if (!why) taken.push(file);
      else
        messages.push(
          t(`upload.refused.${why}`, {
            name: file.name,
            max: why === 'count' ? rules.maxFiles : formatSize(rules.maxBytes, i18n.language),
            types: rules.types.join(' '),
          }),
        );
    }
    setRefused(messages);
    if (taken.length > 0) add(taken);
  }

  async function mendFile(id: string) {
    const file = fileOf(id);
    if (!mend || !file) return;
    try {
      replace(id, await mend.run(file));
    } catch (why) {
      setRefused([`${file.name}: ${errorText(why, t)}`]);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) take([...event.dataTransfer.files]);
  }

  return (
    <div className={style.upload}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, the button inside works for all */}
      <div
        className={classes(style.zone, over && style.over, (disabled || full) && style.off)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={26} />
        <p className={style.words}>
          <Button
            kind="text"
            disabled={disabled || full}
            aria-describedby={`${id}h`}
            onClick={() => input.current?.click()}
          >
            {label}
          </Button>
          <span className={style.drag}>{t('upload.orDrag')}</span>
        </p>
        <p className={style.hint} id={`${id}h`}>
          {hint ??
            t('upload.limits', {
              types: rules.types.join(' '),
              size: formatSize(rules.maxBytes, i18n.language),
              count: rules.maxFiles,
            })}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={rules.types.join(',')}
          multiple={rules.maxFiles > 1}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      <FieldMessage error={refused[0] ?? error} />
      {refused.slice(1).map((message) => (
        <FieldMessage key={message} error={message} />
      ))}
      {items.length > 0 && (
        <ul className={style.list} aria-label={t('upload.list')}>
          {items.map((item) => (
            <UploadRow
              key={item.id}
              item={item}
              way={readsOnly ? 'read' : 'sent'}
              mended={item.state === 'failed' ? mend?.of(item.error) : undefined}
              onMend={() => mendFile(item.id)}
              onRetry={() => retry(item.id)}
              onRemove={() => {
                remove(item.id);
                onRemove?.(item);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type RowProps = {
  item: UploadItem<unknown>;
  way: 'sent' | 'read';
  mended: ReturnType<Mend['of']>;
  onMend: () => Promise<void>;
  onRetry: () => void;
  onRemove: () => void;
};

function UploadRow({ item, way, mended, onMend, onRetry, onRemove }: RowProps) {
  const { t, i18n } = useTranslation('ui');
  const [mending, setMending] = useState(false);
  const percent = Math.round(item.progress * 100);
  return (
    <li className={style.row}>
      <Icon name={item.state === 'done' ? 'success' : item.state === 'failed' ? 'error' : 'contract'} />
      <div className={style.about}>
        <span className={style.name}>{item.name}</span>
        <span className={classes(style.state, item.state === 'failed' && style.failed)}>
          {item.state === 'failed'
            ? (mended?.text ?? errorText(item.error, t))
            : `${formatSize(item.size, i18n.language)} · ${t(`upload.${way}.${item.state}`, { percent })}`}
        </span>
        {mended?.label && (
          <span>
            <Button
              size="small"
              pending={mending}
              onClick={() => {
                setMending(true);
                void onMend().finally(() => setMending(false));
              }}
            >
              {mended.label}
            </Button>
          </span>
        )}
        {item.state === 'uploading' && (
          <progress
            className={style.bar}
            value={percent}
            max={100}
            aria-label={t(`upload.${way}.progressOf`, { name: item.name })}
          />
        )}
      </div>
      {item.state === 'failed' && !mended && (
        <IconButton
          icon="refresh"
          size="small"
          label={t(`upload.${way}.retry`, { name: item.name })}
          onClick={onRetry}
        />
      )}
      <IconButton
        icon={item.state === 'uploading' ? 'close' : 'trash'}
        size="small"
        label={
          item.state === 'uploading'
            ? t(`upload.${way}.cancel`, { name: item.name })
            : t('upload.remove', { name: item.name })
        }
        onClick={onRemove}
      />
    </li>
  );
}
