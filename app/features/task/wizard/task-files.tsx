import { useSearchParams } from '@remix-run/react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { stemOf } from '#core/file-name.ts';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';
import { lastPosition, moveRow, putRow, removeRow, setTask } from '#core/task/draft.ts';
import { isUpToDate } from '#core/task/template-document.ts';
import { cleanFile } from '../../../parts/active/active-content.ts';
import { LossNotice } from '../../../parts/active/loss-notice.tsx';
import { newKey } from '../../../parts/room/new-key.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { ExistingSignatures } from '../../../parts/verdict/existing-signatures.tsx';
import { useSession } from '../../../session/session-store.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/field.tsx';
import { readChosenFile } from '../draft/read-chosen-file.ts';
import { readDocument } from '../draft/use-document-bytes.ts';
import type { useDraftUploads } from '../draft/use-draft-uploads.ts';
import { ChooseTemplate } from './choose-template.tsx';
import { FileRow } from './file-row.tsx';
import { FileTypeChoice } from './file-type-choice.tsx';
import { type RefusedFile, RefusedFiles } from './refused-files.tsx';
import type { StepProps } from './step-props.ts';
import { useDragging } from './use-dragging.ts';
import { useTemplates } from './use-templates.ts';
import style from './wizard.module.css';

const ACCEPT = { PDF: '.pdf,application/pdf', OFD: '.ofd,application/ofd' } as const;

/** The files of a task, all of one type: chosen or dropped, each checked before it is added. */
export function TaskFiles({
  draft,
  open,
  problemOf: errorOf,
  uploads,
  onFill,
}: Pick<StepProps, 'draft' | 'open' | 'problemOf'> & {
  /** Shows the form of a document made from a template. */
  onFill: (documentId: string) => void;
  uploads: ReturnType<typeof useDraftUploads>;
}) {
  const { t } = useTranslation('wizard');
  const error = errorOf('documents');
  // an embedded draft is made from the template of its link, and further files
  const mayChoose = useEmbedded() === null;
  const enterprise = useSession((session) => session.activeUser?.type === 'ent') && mayChoose;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { take, clean, refused, lost, reading, forget } = useTaking({ draft, open });
  const { fileBytes, filesPerTask } = useLimits();
  const { choosing, setChoosing, close } = useChoosing();
  const takeTemplates = useTemplates({ open, draft });
  const { handleOf, dropOf, said } = useDragging(
    draft.documents,
    ({ documentId }) => documentId,
    (moved, { beside, as }) => {
      if (as !== 'WITH') moveRow(open.doc, 'documents', moved.documentId, { beside: beside.documentId, as });
    },
  );
  const taken = new Set(draft.documents.flatMap((one) => one.fromTemplate?.templateId ?? []));

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  };

  return (
    <div
      role="group"
      aria-labelledby={id}
      data-field="documents"
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <p id={id} style={{ margin: '0 0 8px', fontWeight: 500 }}>
        {t('field.files')}
        <span className={style.wrong}>*</span>
      </p>
      <FileTypeChoice draft={draft} open={open} onChanged={forget} />
      <ul className={style.files}>
        {draft.documents.map((document, i) => (
          <FileRow
            key={document.documentId}
            name={`documents.${i}`}
            file={{ ...document, key: document.documentId }}
            state={uploads.stateOf(document.fileKey)}
            handle={draft.documents.length > 1 ? handleOf(document, document.fileName) : undefined}
            drop={dropOf(document)}
            onRetry={uploads.retry}
            onRename={(fileName) => putRow(open.doc, 'documents', document.documentId, { fileName })}
            onRemove={() => removeRow(open.doc, 'documents', document.documentId)}
            onFill={document.fromTemplate && (() => onFill(document.documentId))}
            stale={!isUpToDate(document, draft.task.taskFileType)}
            error={errorOf(`documents.${i}`) ?? errorOf(`documents.${i}.fileName`)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <RefusedFiles refused={refused} pending={reading} onClean={clean} />
      {lost.map(({ name, losses }) => (
        <LossNotice key={name} name={name} losses={losses} />
      ))}
      <ExistingSignatures files={draft.documents} read={readDocument} />
      <input
        ref={input}
        type="file"
        accept={ACCEPT[draft.task.taskFileType]}
        multiple
        hidden
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p className={style.row} style={{ margin: '8px 0 0', alignItems: 'center' }}>
        <Button icon="upload" pending={reading} onClick={() => input.current?.click()}>
          {t('chooseFile')}
        </Button>
        {enterprise && (
          <Button icon="template" disabled={draft.task.businessType === ''} onClick={() => setChoosing(true)}>
            {t('template.choose')}
          </Button>
        )}
        <span className={style.hint}>
          {t('fileHint', { type: draft.task.taskFileType, max: fileBytes / 1048576 })}
        </span>
      </p>
      <FieldMessage error={error} />
      {enterprise && draft.task.businessType === '' && (
        <p className={style.hint}>{t('template.typeFirst')}</p>
      )}
      {choosing && (
        <ChooseTemplate
          businessType={draft.task.businessType}
          scenario={draft.task.scenario}
          fileType={draft.task.taskFileType}
          taken={taken}
          most={filesPerTask - draft.documents.length}
          onChoose={async (versionIds) => {
            const [first] = await takeTemplates(versionIds);
            setChoosing(false);
            if (first) onFill(first);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Whether the template dialog is open: a URL parameter may open it initially. */
function useChoosing() {
  const [params, setParams] = useSearchParams();
  const [choosing, setChoosing] = useState(params.get('choose') === 'template');
  const close = () => {
    setChoosing(false);
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('choose');
        return next;
      },
      { replace: true },
    );
  };
  return { choosing, setChoosing, close };
}

/** Adds chosen or dropped files to the draft, and reports rejected ones. */
function useTaking({ draft, open }: Pick<StepProps, 'draft' | 'open'>) {
  const { t } = useTranslation('wizard');
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const [lost, setLost] = useState<{ name: string; losses: readonly ConformanceLoss[] }[]>([]);
  const [reading, setReading] = useState(0);
  const { fileBytes } = useLimits();
  const take = async (chosen: readonly File[], left: RefusedFile[] = []) => {
    setRefused(left);
    setLost([]);
    setReading((n) => n + chosen.length);
    for (const file of chosen) {
      try {
        const { fileKey, fileName, size, pages, losses } = await readChosenFile(
          file,
          draft.task.taskFileType,
          fileBytes,
        );
        if (losses.length > 0) setLost((old) => [...old, { name: fileName, losses }]);
        open.doc.transact(() => {
          putRow(open.doc, 'documents', newKey(), {
            fileName,
            fileKey,
            size,
            pages,
            position: lastPosition(open.doc, 'documents'),
          });
          // Defaults the task name to the file name.
          if (!open.doc.getMap('task').get('taskName'))
            setTask(open.doc, {
              taskName: stemOf(fileName).slice(0, LIMITS.taskNameLength),
            });
        });
      } catch (problem) {
        setRefused((old) => [...old, { file, problem }]);
      } finally {
        setReading((n) => n - 1);
      }
    }
  };
  /** Adds the file without its active content, after checking it again. */
  const clean = async (file: File) => {
    setReading((n) => n + 1);
    try {
      const cleaned = await cleanFile(file, draft.task.taskFileType, t);
      await take(
        [cleaned],
        refused.filter((one) => one.file !== file),
      );
    } catch (problem) {
      setRefused((old) => old.map((one) => (one.file === file ? { file, problem } : one)));
    } finally {
      setReading((n) => n - 1);
    }
  };
  return { take, clean, refused, lost, reading: reading > 0, forget: () => setRefused([]) };
}
