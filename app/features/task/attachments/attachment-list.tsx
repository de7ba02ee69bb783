import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import { viewAttachment } from '#core/task/calls.ts';
import { formatSize } from '../../../i18n/format.ts';
import { fileQueryOf } from '../../../query.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { TaskDetail } from '../sign/use-task.ts';
import style from './attachments.module.css';

const AttachmentDialog = lazy(async () => ({
  default: (await import('./attachment-dialog.tsx')).AttachmentDialog,
}));

type Attachment = TaskDetail['attachments'][number];

/** The attachment list beside the documents to sign; renders nothing if the task has none. */
export function Attachments({ task }: { task: Pick<TaskDetail, 'planId' | 'attachments'> }) {
  const { t } = useTranslation('ui');
  if (task.attachments.length === 0) return null;
  return (
    <section>
      <h2>{t('attachment.title')}</h2>
      <p className={style.about}>{t('attachment.notSigned')}</p>
      <AttachmentList task={task} />
    </section>
  );
}

/** Files that accompany a task and are not signed; each opens in a dialog. */
export function AttachmentList({ task }: { task: Pick<TaskDetail, 'planId' | 'attachments'> }) {
  const { t, i18n } = useTranslation('ui');
  const [shown, setShown] = useState<Attachment>();
  return (
    <>
      <ul className={style.list} aria-label={t('attachment.title')}>
        {task.attachments.map((one) => (
          <li key={one.attachmentId}>
            <button type="button" onClick={() => setShown(one)}>
              <Icon name="eye" size={16} />
              <span>
                {one.fileName}
                <span className={style.about}>{formatSize(one.size, i18n.language)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense fallback={null}>
          <OpenAttachment taskId={task.planId} attachment={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface OpenProps {
  taskId: string;
  attachment: Attachment;
  onClose: () => void;
}

function OpenAttachment({ taskId, attachment, onClose }: OpenProps) {
  const file = useQuery(
    fileQueryOf(viewAttachment, { planId: taskId, fileIndex: attachment.fileIndex }, attachment.attachmentId),
  );
  const [bytes, setBytes] = useState<Bytes>();
  const blob = file.data;
  useEffect(() => {
    let left = false;
    void blob?.arrayBuffer().then((buffer) => left || setBytes(new Uint8Array(buffer)));
    return () => {
      left = true;
    };
  }, [blob]);
  const retry = () => void file.refetch();
  return (
    <AttachmentDialog
      attachment={attachment}
      file={{ bytes, retry, ...(file.error ? { error: file.error } : {}) }}
      onClose={onClose}
    />
  );
}
