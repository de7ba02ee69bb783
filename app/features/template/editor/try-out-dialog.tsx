import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';
import type { WebContent } from '#core/template/content.ts';
import type { FillMode } from '#core/template/fill/filling.ts';
import type { Typeset } from '#core/typeset/display.ts';
import { saveFile } from '../../../call.ts';
import { LANGUAGE_NAMES } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { makeFileInBackground } from '../../../parts/typeset/typeset.ts';
import { localKey } from '../../../query.ts';
import { DocumentStage } from '../../../stage/document-stage.tsx';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import style from './editor.module.css';
import { picturesOf } from './use-pages.ts';

const MODES = ['SAMPLE', 'LONGEST', 'BLANK'] as const satisfies readonly FillMode[];
const NO_VALUES = { fields: {}, rows: {}, options: {} };

interface Props {
  editor: Editor;
  content: WebContent;
  templateId: string;
  title: string;
  onClose: () => void;
}

/** Tries out a web template: shows the file made with sample values, page by page, and offers it for download. */
export default function TryOutDialog({ editor, content, templateId, title, onClose }: Props) {
  const { t } = useTranslation(['templateEdit', 'error']);
  const [own] = useLanguage();
  const [mode, setMode] = useState<(typeof MODES)[number]>('SAMPLE');
  const [language, setLanguage] = useState<Language>(own);
  const [madeAt] = useState(() => Date.now());
  const inputOf = async (fileType: 'PDF' | 'OFD') => ({
    content,
    values: NO_VALUES,
    title,
    language,
    fileType,
    madeAt,
    pictures: await picturesOf(editor.state.doc, templateId),
    mode,
  });
  const file = useQuery({
    queryKey: localKey('tryOut', templateId, String(madeAt), mode, language),
    queryFn: async ({ signal }) => makeFileInBackground(await inputOf('PDF'), signal),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  });
  const save = async (fileType: 'PDF' | 'OFD') => {
    try {
      const { data } = await makeFileInBackground(await inputOf(fileType));
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
      actions={(['PDF', 'OFD'] as const).map((fileType) => (
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
          <Pages data={file.data.data} typeset={file.data.typeset} label={t('tryOut.pages')} />
        ) : (
          <LoadingState />
        )}
      </div>
    </Dialog>
  );
}

function Pages({ data, typeset, label }: { data: Bytes; typeset: Typeset; label: string }) {
  const source = usePageSource(
    data,
    'PDF',
    typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height })),
  );
  if (source.state === 'failed') return <ErrorState error={source.error} />;
  if (source.state !== 'open') return <LoadingState />;
  return <DocumentStage source={source.source} label={label} />;
}
