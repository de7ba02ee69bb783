import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';
import type { TryOutMode } from '#core/template/fill/try-out-word.ts';
import { saveFile } from '../../../call.ts';
import { LANGUAGE_NAMES } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { localKey } from '../../../query.ts';
import { DocumentStage } from '../../../stage/document-stage.tsx';
import type { StagePage } from '../../../stage/page-source.ts';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import style from './parts.module.css';

const MODES = ['SAMPLE', 'LONGEST', 'BLANK'] as const satisfies readonly TryOutMode[];

/** What is made for a choice in the dialog. */
export interface TryOut {
  mode: TryOutMode;
  language: Language;
  fileType: 'PDF' | 'OFD';
}

export interface TriedOut {
  data: Bytes;
  /** Sizes of the pages; read from the file if undefined. */
  pages?: readonly StagePage[];
}

interface Props {
  /** Makes the file with made-up values. A query of its own per opening of the dialog: `madeAt` is when that was. */
  make: (wanted: TryOut, madeAt: number, signal?: AbortSignal) => Promise<TriedOut>;
  fileTypes: readonly TryOut['fileType'][];
  /** Whether making needs the server. */
  online: boolean;
  templateId: string;
  title: string;
  onClose: () => void;
}

/** Tries out a template: shows the file made with sample values, page by page, and offers it for download. */
export default function TryOutDialog({ make, fileTypes, online, templateId, title, onClose }: Props) {
  const { t } = useTranslation(['templateEdit', 'error']);
  const [own] = useLanguage();
  const [mode, setMode] = useState<TryOutMode>('SAMPLE');
  const [language, setLanguage] = useState<Language>(own);
  const [madeAt] = useState(() => Date.now());
  const file = useQuery({
    queryKey: localKey('tryOut', templateId, String(madeAt), mode, language),
    queryFn: ({ signal }) => make({ mode, language, fileType: 'PDF' }, madeAt, signal),
    networkMode: online ? 'online' : 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  });
  const save = async (fileType: TryOut['fileType']) => {
    try {
      const made = fileType === 'PDF' ? file.data : undefined;
      const { data } = made ?? (await make({ mode, language, fileType }, madeAt));
      const name = `${title}-${t(`tryOut.modes.${mode}`)}.${fileType.toLowerCase()}`;
      saveFile({ name, blob: new Blob([data]) });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tryOut.title')}
      width="full"
      actions={fileTypes.map((fileType) => (
        <Button key={fileType} icon="download" disabled={!file.data} onClick={() => save(fileType)}>
          {t('tryOut.download', { type: fileType })}
        </Button>
      ))}
    >
      <div className={style.tryOut}>
        <Select
          label={t('tryOut.values')}
          value={mode}
          onChange={(value) => setMode(MODES.find((one) => one === value) ?? 'SAMPLE')}
          options={MODES.map((value) => ({ value, label: t(`tryOut.modes.${value}`) }))}
        />
        <Select
          label={t('tryOut.language')}
          value={language}
          onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? own)}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </div>
      <div className={style.tryOutPages}>
        {file.error ? (
          <ErrorState error={file.error} onRetry={() => void file.refetch()} />
        ) : file.data ? (
          <Pages file={file.data} label={t('tryOut.pages')} />
        ) : (
          <LoadingState />
        )}
      </div>
    </Dialog>
  );
}

function Pages({ file: { data, pages }, label }: { file: TriedOut; label: string }) {
  const source = usePageSource(data, 'PDF', pages);
  if (source.state === 'failed') return <ErrorState error={source.error} />;
  if (source.state !== 'open') return <LoadingState />;
  return <DocumentStage source={source.source} label={label} />;
}
