import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../shell/page-title.tsx';
import { DocumentStage } from '../../stage/document-stage.tsx';
import { usePageSource } from '../../stage/use-page-source.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { QUICK_LIST, QuickFailure } from './quick-failure.tsx';
import style from './quicksign.module.css';
import { useDownload } from './use-download.ts';
import { type QuickDetail, type QuickDocument, useQuickBytes, useQuickFiles } from './use-quick-files.ts';

/** /quickSignManage/quickfilePreview: the files as they are now, on the whole screen ([2.10]). */
export function QuickPreview({ id }: { id: string }) {
  // All words at once, before anything is shown.
  const { t } = useTranslation(['quicksign', 'stage']);
  const navigate = useNavigate();
  const group = useQuickFiles(id);
  usePageTitle({ subject: group.data?.taskName });
  const [fileIndex, setFileIndex] = useState(0);
  const download = useDownload();
  if (group.error && !group.data)
    return <QuickFailure error={group.error} onRetry={() => void group.refetch()} />;
  if (!group.data) return <LoadingState />;
  const { taskName, taskFileType, documents } = group.data;
  const document = documents[fileIndex]!;
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <IconButton icon="arrow-left" label={t('toList')} onClick={() => navigate(QUICK_LIST)} />
        <h1>{taskName}</h1>
        <span className={style.spacer} />
        <FileChoice documents={documents} fileIndex={fileIndex} onChange={setFileIndex} />
        <Button icon="download" onClick={() => void download(group.data)}>
          {t('action.download')}
        </Button>
      </header>
      <div className={style.whole}>
        <Pages key={document.sha256} id={id} document={document} format={taskFileType} />
      </div>
    </div>
  );
}

/** Which of several files is on the stage. */
export function FileChoice({
  documents,
  fileIndex,
  onChange,
}: {
  documents: readonly QuickDocument[];
  fileIndex: number;
  onChange: (fileIndex: number) => void;
}) {
  const { t } = useTranslation('quicksign');
  if (documents.length < 2) return null;
  return (
    <Select
      label={t('document')}
      hideLabel
      value={String(fileIndex)}
      onChange={(value) => onChange(Number(value))}
      options={documents.map((d) => ({ value: String(d.fileIndex), label: d.fileName }))}
    />
  );
}

function Pages({
  id,
  document,
  format,
}: {
  id: string;
  document: QuickDocument;
  format: QuickDetail['taskFileType'];
}) {
  const file = useQuickBytes(id, document);
  const pages = usePageSource(file.data, format, document.pages);
  if (file.error) return <ErrorState error={file.error} onRetry={() => void file.refetch()} />;
  if (pages.state === 'failed') return <ErrorState error={pages.error} />;
  if (pages.state !== 'open') return <LoadingState />;
  return <DocumentStage source={pages.source} label={document.fileName} />;
}
