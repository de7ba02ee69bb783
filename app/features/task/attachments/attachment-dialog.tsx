import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import type { AttachmentType } from '#core/task/plan.ts';
import { DocumentStage } from '../../../stage/document-stage.tsx';
import type { StagePage } from '../../../stage/page-source.ts';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import style from './attachments.module.css';

interface AttachmentView {
  fileName: string;
  fileType: AttachmentType;
  pages: readonly StagePage[];
}

interface Props {
  attachment: AttachmentView;
  file: { bytes?: Bytes | undefined; error?: unknown; retry?: () => void };
  onClose: () => void;
}

/** Shows an attachment read-only in a dialog above the page. */
export function AttachmentDialog({ attachment, file, onClose }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Dialog open width="full" title={t('attachment.of', { name: attachment.fileName })} onClose={onClose}>
      <div className={style.view}>
        {file.error !== undefined ? (
          <ErrorState error={file.error} {...(file.retry ? { onRetry: file.retry } : {})} />
        ) : file.bytes ? (
          <Content attachment={attachment} bytes={file.bytes} />
        ) : (
          <LoadingState />
        )}
      </div>
    </Dialog>
  );
}

function Content({ attachment, bytes }: { attachment: AttachmentView; bytes: Bytes }) {
  const { fileType } = attachment;
  if (fileType === 'PDF' || fileType === 'OFD')
    return <Pages attachment={attachment} bytes={bytes} format={fileType} />;
  return <Picture name={attachment.fileName} bytes={bytes} />;
}

function Pages({
  attachment,
  bytes,
  format,
}: {
  attachment: AttachmentView;
  bytes: Bytes;
  format: 'PDF' | 'OFD';
}) {
  const pages = usePageSource(bytes, format, attachment.pages);
  if (pages.state === 'failed') return <ErrorState error={pages.error} />;
  if (pages.state !== 'open') return <LoadingState />;
  return <DocumentStage source={pages.source} label={attachment.fileName} />;
}

function Picture({ name, bytes }: { name: string; bytes: Bytes }) {
  const blob = useMemo(() => new Blob([bytes]), [bytes]);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url ? <img className={style.picture} src={url} alt={name} /> : null;
}
