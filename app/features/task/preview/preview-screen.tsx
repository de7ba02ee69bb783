import { useNavigate, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { DocumentStage } from '../../../stage/document-stage.tsx';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { useMayDo } from '../list/plan-actions.tsx';
import { TaskState } from '../list/task-state.tsx';
import { useFetching } from '../list/use-fetching.ts';
import { TaskFailure } from '../sign/task-failure.tsx';
import { type TaskDetail, useRevisionBytes, useTask } from '../sign/use-task.ts';
import style from './preview.module.css';

/** /contract/preview: the newest state of a task's files, on the whole screen ([2.6]). */
export function PreviewScreen() {
  const [params] = useSearchParams();
  // All words at once, before anything is shown: none is missing when the task comes.
  useTranslation(['task', 'stage']);
  const planId = params.get('planId') ?? '';
  const task = useTask(planId);
  usePageTitle({ subject: task.data?.taskName });
  if (planId === '') return <TaskFailure />;
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
  const can = (action: TaskDetail['actions'][number]) => task.actions.includes(action) && may[action];
  const wanted = Number(params.get('fileIndex') ?? 0);
  const document = task.documents.find((d) => d.fileIndex === wanted);
  const { bytes, error } = useRevisionBytes(task.planId, document);
  const isOfd = document?.fileName.toLowerCase().endsWith('.ofd');
  const pages = usePageSource(bytes, isOfd ? 'OFD' : 'PDF', document?.pages);
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/contractManage'));

  return (
    <div className={style.screen}>
      <header className={style.head}>
        <IconButton icon="arrow-left" label={t('preview.back')} onClick={back} />
        <h1>{task.taskName}</h1>
        <TaskState label={task.label} frozen={task.frozenReason} />
        <span className={style.spacer} />
        {task.documents.length > 1 && (
          <Select
            label={t('preview.document')}
            hideLabel
            value={String(wanted)}
            onChange={(fileIndex) =>
              setParams((old) => ({ ...Object.fromEntries(old), fileIndex }), { replace: true })
            }
            options={task.documents.map((d) => ({ value: String(d.fileIndex), label: d.fileName }))}
          />
        )}
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
        {can('sign') && (
          <LinkButton kind="primary" icon="pen" to={`/fileSign/fileSign?planId=${task.planId}`}>
            {t('preview.sign')}
          </LinkButton>
        )}
      </header>
      <div className={style.stage}>
        {!document ? (
          <EmptyState icon="contract" title={t('preview.none')} />
        ) : error ? (
          <ErrorState error={error} />
        ) : pages.state === 'open' ? (
          <DocumentStage source={pages.source} label={document.fileName} />
        ) : pages.state === 'failed' ? (
          <ErrorState error={pages.error} />
        ) : (
          <LoadingState />
        )}
      </div>
    </div>
  );
}
