import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeRow, setTask } from '#core/task/draft.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { StepProps } from './step-props.ts';
import style from './wizard.module.css';

const TYPES: readonly TaskFileType[] = ['PDF', 'OFD'];

/** The type of the task's files ([3.15a]). Asks for confirmation before removing files of the other type. */
export function FileTypeChoice({
  draft,
  open,
  onChanged,
}: Pick<StepProps, 'draft' | 'open'> & { onChanged: () => void }) {
  const { t } = useTranslation('wizard');
  const { documents, task } = draft;
  const [wanted, setWanted] = useState<TaskFileType | null>(null);
  const change = (taskFileType: TaskFileType) => {
    open.doc.transact(() => {
      for (const { documentId } of documents) removeRow(open.doc, 'documents', documentId);
      setTask(open.doc, { taskFileType });
    });
    onChanged();
  };
  return (
    <div className={style.fileType}>
      <RadioGroup
        label={t('field.fileType')}
        hideLabel
        value={task.taskFileType}
        onChange={(type) => (documents.length > 0 ? setWanted(type) : change(type))}
        options={TYPES.map((value) => ({ value, label: t(`fileType.${value}`) }))}
      />
      <ConfirmDialog
        open={wanted !== null}
        onClose={() => setWanted(null)}
        title={t('changeFileType', { type: wanted ?? '' })}
        thing={documents.map((d) => d.fileName).join(', ')}
        consequence={t('changeFileTypeMeans')}
        tone="danger"
        confirmLabel={t('changeFileTypeDo')}
        onConfirm={() => wanted && change(wanted)}
      />
    </div>
  );
}
