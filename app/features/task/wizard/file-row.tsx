import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stemOf } from '#core/file-name.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import { formatSize } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { errorText } from '../../../wire/client-error.ts';
import type { UploadState } from '../draft/use-draft-uploads.ts';
import type { useDragging } from './use-dragging.ts';
import style from './wizard.module.css';

/** Maximum length of a name without extension, so that the full name fits the limit. */
const LONGEST_STEM = 190;

interface FileRowProps {
  name: string;
  file: Pick<DraftDocument, 'fileName' | 'pages' | 'size'> & { key: string };
  state: UploadState;
  /** The drag handle, if there are several files. */
  handle: ReturnType<ReturnType<typeof useDragging>['handleOf']> | undefined;
  drop: 'BEFORE' | 'AFTER' | 'WITH' | undefined;
  onRetry: () => void;
  onRename: (fileName: string) => void;
  onRemove: () => void;
  /** Only for a document made from a template. */
  onFill?: (() => void) | undefined;
  /** Only for an attachment. */
  onShow?: () => void;
  /** The file is older than the values typed into it. */
  stale?: boolean;
  error: string | undefined;
}

/** A file of the task; it can be reordered by drag or keyboard, renamed and removed. */
export function FileRow({ name, file, state, handle, drop, error, ...row }: FileRowProps) {
  const { t, i18n } = useTranslation('wizard');
  const [renaming, setRenaming] = useState(false);
  const part = state.state === 'sending' ? Math.round(state.part * 100) : 0;
  const { fileName } = file;
  return (
    <li className={style.file} data-field={name} data-row={file.key} data-drop={drop}>
      {handle ? (
        <IconButton icon="drag" size="small" label={t('dragSigner', { name: fileName })} {...handle} />
      ) : (
        <Icon name="contract" />
      )}
      <span>
        {renaming ? (
          <Rename
            fileName={fileName}
            onDone={(next) => {
              setRenaming(false);
              if (next) row.onRename(next);
            }}
          />
        ) : (
          <span className={style.fileName} title={fileName}>
            {fileName}
          </span>
        )}{' '}
        <span className={style.fileAbout}>
          {file.pages.length === 0
            ? formatSize(file.size, i18n.language)
            : t('filePages', { pages: file.pages.length, size: formatSize(file.size, i18n.language) })}
          {' · '}
          <span className={state.state === 'failed' ? style.wrong : undefined}>
            {state.state === 'failed' ? errorText(state.error, t) : t(`upload.${state.state}`, { part })}
          </span>
        </span>
        {row.stale && <span className={style.fileAbout}>{t('template.stale')}</span>}
        <FieldMessage error={error} />
      </span>
      <span>
        {row.onFill && (
          <Button size="small" icon="pen" onClick={row.onFill}>
            {t('template.edit')}
          </Button>
        )}
        {state.state === 'failed' && (
          <IconButton icon="refresh" size="small" label={t('retry')} onClick={row.onRetry} />
        )}
        {row.onShow && (
          <IconButton
            icon="eye"
            size="small"
            label={t('showFile', { name: fileName })}
            onClick={row.onShow}
          />
        )}
        <IconButton
          icon="pen"
          size="small"
          label={t('renameFile', { name: fileName })}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          icon="trash"
          size="small"
          label={t('removeFile', { name: fileName })}
          onClick={row.onRemove}
        />
      </span>
      {state.state === 'sending' && (
        <span
          className={style.bar}
          role="progressbar"
          aria-valuenow={part}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={fileName}
        >
          <span style={{ width: `${part}%` }} />
        </span>
      )}
    </li>
  );
}

/** Edits the name without its extension, which depends on the type. Enter or blur applies it, Escape cancels. */
function Rename({ fileName, onDone }: { fileName: string; onDone: (fileName?: string) => void }) {
  const { t } = useTranslation('wizard');
  const stem = stemOf(fileName);
  const [value, setValue] = useState(stem);
  const take = () => {
    const typed = value.trim();
    onDone(typed && typed !== stem ? typed + fileName.slice(stem.length) : undefined);
  };
  return (
    <span
      role="group"
      aria-label={t('renameFile', { name: fileName })}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <TextField
        label={t('fileName')}
        hideLabel
        autoFocus
        maxLength={LONGEST_STEM}
        value={value}
        onChange={setValue}
        onEnter={take}
        tail={fileName.slice(stem.length)}
      />
    </span>
  );
}
