import { useNavigate, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { companyPathFor } from '#core/realname/contract-way.ts';
import { SigningFrame } from '../../../parts/signing/signing-frame.tsx';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState, LoadingState } from '../../../ui/state.tsx';
import { useMayDo } from '../list/task-actions.tsx';
import { TaskState } from '../list/task-state.tsx';
import { useFetching } from '../list/use-fetching.ts';
import { TaskFailure } from '../sign/task-failure.tsx';
import { type TaskDetail, useRevisionBytes, useTask } from '../sign/use-task.ts';

/** /contract/preview: the latest revisions of a task's files, full-screen ([2.6]). */
export function PreviewScreen() {
  const [params] = useSearchParams();
  // Loads all namespaces up front, so that no text is missing when the task arrives.
  useTranslation(['task', 'stage']);
  const taskId = params.get('planId') ?? '';
  const task = useTask(taskId);
  usePageTitle({ subject: task.data?.taskName });
  if (taskId === '') return <TaskFailure />;
  if (task.error && !task.data) return <TaskFailure error={task.error} onRetry={() => void task.refetch()} />;
  if (!task.data) return <LoadingState />;
  return <OpenPreview task={task.data} />;
}

function OpenPreview({ task }: { task: TaskDetail }) {
  const { t } = useTranslation('task');
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const may = useMayDo();
  const { downloadFile } = useFetching();
  const can = (action: TaskDetail['actions'][number]) => task.actions.includes(action) && may.has(action);
  const wanted = Number(params.get('fileIndex') ?? 0);
  const document = task.documents.find((d) => d.fileIndex === wanted);
  const file = useRevisionBytes(task.planId, document);
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/contractManage'));

  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('preview.back')} onClick={back} />}
      title={task.taskName}
      after={<TaskState label={task.label} frozen={task.frozenReason} waitsFor={task.waitsFor} />}
      documents={task.documents}
      document={document}
      none={<EmptyState icon="contract" title={t('preview.none')} />}
      chooseLabel={t('preview.document')}
      onChoose={(index) =>
        setParams((old) => ({ ...Object.fromEntries(old), fileIndex: String(index) }), { replace: true })
      }
      format={task.taskFileType}
      file={file}
      actions={
        <>
          {can('trail') && (
            <LinkButton kind="quiet" icon="history" to={`/contract/summary/${task.planId}`}>
              {t('action.trail')}
            </LinkButton>
          )}
          {can('download') && document && (
            <Button icon="download" onClick={() => downloadFile(task.planId, document.fileIndex)}>
              {t('action.download')}
            </Button>
          )}
          {task.waitsFor !== '' && (
            <LinkButton kind="primary" icon="building" to={companyPathFor(task.planId)}>
              {t('verifyEnterprise')}
            </LinkButton>
          )}
          {can('sign') && (
            <LinkButton kind="primary" icon="pen" to={`/fileSign/fileSign?planId=${task.planId}`}>
              {t('preview.sign')}
            </LinkButton>
          )}
        </>
      }
    />
  );
}
