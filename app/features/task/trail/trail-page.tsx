import { useNavigate, useParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getTrail } from '#core/task/calls.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { businessTypeText } from '../../../looks/business-type.ts';
import { queryOf } from '../../../query.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { useTaskEvents } from '../../../shell/use-task-events.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Columns, Page, Panel } from '../../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { FetchingBar } from '../list/fetching-bar.tsx';
import { useMayDo } from '../list/plan-list.tsx';
import { RevokeDialog } from '../list/revoke-dialog.tsx';
import { TaskState } from '../list/task-state.tsx';
import { useFetching } from '../list/use-fetching.ts';
import { useUrge } from '../list/use-urge.ts';
import { TaskFailure } from '../sign/task-failure.tsx';
import { type TaskDetail, useTask } from '../sign/use-task.ts';
import { ChainCheck } from './chain-check.tsx';
import { FileList } from './file-list.tsx';
import { SignerList } from './signer-list.tsx';
import { Timeline } from './timeline.tsx';
import style from './trail.module.css';

/** /contract/summary: what a task is, who signs, its files and what happened to it ([2.6], [3.12]). */
export function TrailPage() {
  const { planId = '' } = useParams();
  // All words at once, before anything is shown: none is missing when the task comes.
  useTranslation(['trail', 'task']);
  useTaskEvents();
  const task = useTask(planId);
  usePageTitle({ subject: task.data?.taskName });
  if (task.error && !task.data) return <TaskFailure error={task.error} onRetry={() => void task.refetch()} />;
  if (!task.data) return <LoadingState />;
  return <TaskSummary task={task.data} />;
}

function TaskSummary({ task }: { task: TaskDetail }) {
  const { t } = useTranslation('trail');
  const { fileIndex } = useParams();
  const navigate = useNavigate();
  const may = useMayDo();
  const urge = useUrge();
  const { fetching, download } = useFetching();
  const [revoking, setRevoking] = useState(false);
  const can = (action: TaskDetail['actions'][number]) => task.actions.includes(action) && may[action];
  const reason = task.revokeReason || task.rejectReason;
  return (
    <Page
      title={task.taskName}
      about={
        <span className={style.about}>
          <TaskState label={task.label} frozen={task.frozenReason} />
          <span className="tabular">{task.number}</span>
        </span>
      }
      actions={
        <>
          {can('revoke') && (
            <Button kind="quiet" icon="undo" onClick={() => setRevoking(true)}>
              {t('task:action.revoke')}
            </Button>
          )}
          {can('urge') && (
            <Button icon="bell" pending={urge.isPending} onClick={() => urge.mutate([task])}>
              {t('task:action.urge')}
            </Button>
          )}
          {can('download') && (
            <Button icon="download" onClick={() => download([task])}>
              {t('downloadAll')}
            </Button>
          )}
          {can('sign') ? (
            <LinkButton kind="primary" icon="pen" to={`/fileSign/fileSign?planId=${task.planId}`}>
              {t('task:action.sign')}
            </LinkButton>
          ) : (
            <Button icon="eye" onClick={() => navigate(`/contract/preview?planId=${task.planId}`)}>
              {t('task:action.preview')}
            </Button>
          )}
        </>
      }
    >
      {reason && (
        <Notice tone="warning">
          {t(task.revokeReason ? 'revokedBecause' : 'rejectedBecause', { reason })}
        </Notice>
      )}
      <FetchingBar fetching={fetching} />
      <Columns beside={<Trail planId={task.planId} />}>
        <Panel title={t('facts')}>
          <Facts task={task} />
        </Panel>
        <Panel title={t('parties')}>
          <SignerList task={task} />
        </Panel>
        <Panel title={t('files')}>
          <FileList
            task={task}
            marked={fileIndex === undefined ? undefined : Number(fileIndex)}
            mayDownload={can('download')}
          />
        </Panel>
      </Columns>
      <RevokeDialog row={revoking ? task : undefined} onClose={() => setRevoking(false)} />
    </Page>
  );
}

function Trail({ planId }: { planId: string }) {
  const { t } = useTranslation('trail');
  const trail = useQuery(queryOf(getTrail, { planId }));
  return (
    <Panel title={t('title')} actions={trail.data && <ChainCheck entries={trail.data.entries} />}>
      {trail.error && !trail.data ? (
        <ErrorState error={trail.error} onRetry={() => void trail.refetch()} />
      ) : trail.data ? (
        <Timeline entries={trail.data.entries} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function Facts({ task }: { task: TaskDetail }) {
  const { t } = useTranslation('trail');
  const facts: [label: string, value: string][] = [
    [t('fact.initiator'), task.initiator],
    [t('fact.businessType'), businessTypeText(t, task)],
    [t('fact.startTime'), formatDateTime(task.startTime)],
    [t('fact.endTime'), formatDateTime(task.endTime)],
    [t('fact.order'), t(`order.${task.orderState}`)],
    [t('fact.progress'), t('task:progress', { signed: task.signed, signers: task.signers })],
  ];
  return (
    <dl className={style.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
