import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { type DraftAttachment, lastPosition, moveRow, putRow, removeRow } from '#core/task/draft.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/field.tsx';
import { AttachmentDialog } from '../attachments/attachment-dialog.tsx';
import { readChosenAttachment } from '../draft/read-chosen-file.ts';
import { useDocumentBytes } from '../draft/use-document-bytes.ts';
import type { useDraftUploads } from '../draft/use-draft-uploads.ts';
import { FileRow } from './file-row.tsx';
import { type RefusedFile, RefusedFiles } from './refused-files.tsx';
import type { StepProps } from './step-props.ts';
import { useDragging } from './use-dragging.ts';
import style from './wizard.module.css';

const ACCEPT = '.pdf,.ofd,.png,.jpg,.jpeg';

/** Files that all parties can view and nobody signs ([3.12]). */
export function TaskAttachments({
  draft,
  open,
  problemOf,
  uploads,
}: Pick<StepProps, 'draft' | 'open' | 'problemOf'> & { uploads: ReturnType<typeof useDraftUploads> }) {
  const { t } = useTranslation('wizard');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { fileBytes } = useLimits();
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const [reading, setReading] = useState(0);
  const [shown, setShown] = useState<string>();
  const { handleOf, dropOf, said } = useDragging(
    draft.attachments,
    ({ attachmentId }) => attachmentId,
    (moved, { beside, as }) => {
      if (as !== 'WITH')
        moveRow(open.doc, 'attachments', moved.attachmentId, { beside: beside.attachmentId, as });
    },
  );
  const take = async (chosen: readonly File[]) => {
    setRefused([]);
    setReading((n) => n + chosen.length);
    for (const file of chosen) {
      try {
        const read = await readChosenAttachment(file, fileBytes);
        putRow(open.doc, 'attachments', newKey(), {
          ...read,
          position: lastPosition(open.doc, 'attachments'),
        });
      } catch (problem) {
        setRefused((old) => [...old, { file, problem }]);
      } finally {
        setReading((n) => n - 1);
      }
    }
  };
  const preview = draft.attachments.find(({ attachmentId }) => attachmentId === shown);
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-field="attachments"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take([...event.dataTransfer.files]);
      }}
    >
      <p id={id} style={{ margin: '0 0 8px', fontWeight: 500 }}>
        {t('field.attachments')}
      </p>
      <ul className={style.files}>
        {draft.attachments.map((one, i) => (
          <FileRow
            key={one.attachmentId}
            name={`attachments.${i}`}
            file={{ ...one, key: one.attachmentId }}
            state={uploads.stateOf(one.fileKey)}
            handle={draft.attachments.length > 1 ? handleOf(one, one.fileName) : undefined}
            drop={dropOf(one)}
            onRetry={uploads.retry}
            onShow={() => setShown(one.attachmentId)}
            onRename={(fileName) => putRow(open.doc, 'attachments', one.attachmentId, { fileName })}
            onRemove={() => removeRow(open.doc, 'attachments', one.attachmentId)}
            error={problemOf(`attachments.${i}`)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <RefusedFiles refused={refused} pending={reading > 0} />
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        data-for="attachments"
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p className={style.row} style={{ margin: '8px 0 0', alignItems: 'center' }}>
        <Button icon="upload" pending={reading > 0} onClick={() => input.current?.click()}>
          {t('chooseAttachment')}
        </Button>
        <span className={style.hint}>
          {t('attachmentHint', { max: fileBytes / 1048576, count: LIMITS.attachmentsPerTask })}
        </span>
      </p>
      <FieldMessage error={problemOf('attachments')} />
      {preview && <Preview attachment={preview} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function Preview({ attachment, onClose }: { attachment: DraftAttachment; onClose: () => void }) {
  return (
    <AttachmentDialog attachment={attachment} file={useDocumentBytes(attachment.fileKey)} onClose={onClose} />
  );
}
