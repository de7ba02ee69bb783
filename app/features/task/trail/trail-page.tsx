import { useParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyPathFor } from '#core/realname/contract-way.ts';
import { getTrail } from '#core/task/calls.ts';
import { watermarkFromWire } from '#core/task/plan-wire.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { offers } from '../../../kit/action.ts';
import { ActionButtons } from '../../../kit/action-button.tsx';
import { useActions } from '../../../kit/use-actions.tsx';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { scheduleText } from '../../../parts/reminder/schedule-text.ts';
import { queryOf } from '../../../query.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { useTaskEvents } from '../../../shell/use-task-events.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Columns, Page, Panel } from '../../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { FetchingBar } from '../list/fetching-bar.tsx';
import { useTaskActions } from '../list/task-actions.tsx';
import { TaskState } from '../list/task-state.tsx';
import { useFetching } from '../list/use-fetching.ts';
import { TaskFailure } from '../sign/task-failure.tsx';
import { type TaskDetail, useTask } from '../sign/use-task.ts';
import { ChainCheck } from './chain-check.tsx';
import { FileList } from './file-list.tsx';
import { KeepParties } from './keep-parties.tsx';
import { SignerList } from './signer-list.tsx';
import { Timeline } from './timeline.tsx';
import style from './trail.module.css';

/** /contract/summary: the details of a task, its signers, files and history ([2.6], [3.12]). */
export function TrailPage() {
  const { planId: taskId = '' } = useParams();
  // Loads all namespaces up front, so that no text is missing when the task arrives.
  useTranslation(['trail', 'task', 'reminder']);
  useTaskEvents();
  const task = useTask(taskId);
  usePageTitle({ subject: task.data?.taskName });
  if (task.error && !task.data) return <TaskFailure error={task.error} onRetry={() => void task.refetch()} />;
  if (!task.data) return <LoadingState />;
  return <TaskSummary task={task.data} />;
}

function TaskSummary({ task }: { task: TaskDetail }) {
  const { t } = useTranslation('trail');
  const { fileIndex } = useParams();
  const { fetching, download } = useFetching();
  const host = useActions<TaskDetail>();
  const {
    sign,
    preview,
    urge,
    revoke,
    extend,
    handOver,
    void: makeVoid,
    ...actions
  } = useTaskActions(download).actions;
  const fetchAll = { ...actions.download, label: t('downloadAll') };
  // The main action: sign, otherwise preview.
  const main = offers(sign, task) ? sign : preview;
  const reason = task.revokeReason || task.rejectReason;
  return (
    <Page
      title={task.taskName}
      about={
        <span className={style.about}>
          <TaskState
            label={task.label}
            frozen={task.frozenReason}
            voidState={task.voidState}
            waitsFor={task.waitsFor}
          />
          <span className="tabular">{task.number}</span>
        </span>
      }
      actions={
        <ActionButtons
          actions={[
            makeVoid,
            revoke,
            extend,
            actions.addPlaces,
            actions.send,
            handOver,
            urge,
            actions.again,
            fetchAll,
            main,
          ]}
          row={task}
          host={host}
          main={sign.id}
        />
      }
    >
      {reason && (
        <Notice tone="warning">
          {t(task.revokeReason ? 'revokedBecause' : 'rejectedBecause', { reason })}
        </Notice>
      )}
      <WaitsForNotice task={task} />
      <VoidNotices task={task} />
      <FetchingBar fetching={fetching} />
      <Columns beside={<Trail taskId={task.planId} />}>
        <Panel title={t('facts')}>
          <TaskFacts task={task} />
        </Panel>
        <Panel title={t('parties')} actions={<KeepParties task={task} />}>
          <SignerList task={task} />
        </Panel>
        <Panel title={t('files')}>
          <FileList
            task={task}
            marked={fileIndex === undefined ? undefined : Number(fileIndex)}
            mayDownload={offers(fetchAll, task)}
          />
        </Panel>
        {task.attachments.length > 0 && (
          <Panel title={t('ui:attachment.title')}>
            <AttachmentList task={task} />
          </Panel>
        )}
      </Columns>
      {host.layer}
    </Page>
  );
}

/** Leads the operator of an enterprise that has to be verified before it can sign to its verification. */
function WaitsForNotice({ task: { planId: taskId, waitsFor } }: { task: TaskDetail }) {
  const { t } = useTranslation('task');
  if (waitsFor === '') return null;
  return (
    <Notice
      tone="warning"
      actions={
        <LinkButton size="small" to={companyPathFor(taskId)}>
          {t('verifyEnterprise')}
        </LinkButton>
      }
    >
      {t('waitsFor', { name: waitsFor })}
    </Notice>
  );
}

/** Says that a contract is void or being voided, and which contract a voiding agreement concerns, with links. */
function VoidNotices({ task: { voidedBy, voidState, voids } }: { task: TaskDetail }) {
  const { t } = useTranslation('trail');
  return (
    <>
      {voidedBy && (
        <Notice
          tone="warning"
          actions={
            <LinkButton size="small" to={`/contract/summary/${voidedBy.planId}`}>
              {t('toAgreement')}
            </LinkButton>
          }
        >
          {t(voidState === 'VOIDED' ? 'voided' : 'voiding')} {voidedBy.number}
        </Notice>
      )}
      {voids && (
        <Notice
          tone="info"
          actions={
            <LinkButton size="small" to={`/contract/summary/${voids.planId}`}>
              {t('toVoided')}
            </LinkButton>
          }
        >
          {t('voids', { name: voids.taskName })} {voids.number}
        </Notice>
      )}
    </>
  );
}

function Trail({ taskId }: { taskId: string }) {
  const { t } = useTranslation('trail');
  const trail = useQuery(queryOf(getTrail, { planId: taskId }));
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

/** Values of a watermark as its wizard asks for them: points, degrees counter-clockwise, transparency in percent. */
function watermarkValues(watermark: NonNullable<TaskDetail['watermark']>) {
  const { text, fontSize, rotation, opacity } = watermarkFromWire(watermark);
  return { text, size: fontSize, angle: rotation, transparency: 100 - opacity };
}

function TaskFacts({ task }: { task: TaskDetail }) {
  const { t } = useTranslation(['trail', 'reminder']);
  const businessType = businessTypeText(t, task);
  return (
    <Facts
      grid
      facts={[
        [t('fact.initiator'), task.initiator],
        businessType !== '' && [t('fact.businessType'), businessType],
        [t('task:search.scenario'), t(`task:scenario.${task.scenario}`)],
        [t('fact.startTime'), formatDateTime(task.startTime)],
        [t('fact.endTime'), formatDateTime(task.endTime)],
        [t('fact.order'), t(`order.${task.orderState}`)],
        [t('fact.progress'), t('task:progress', { signed: task.signed, signers: task.signers })],
        [t('fact.files'), t('fact.filesOf', { count: task.fileNum, type: task.taskFileType })],
        [t('fact.latestSavingTime'), formatDateTime(task.latestSavingTime)],
        task.endReason === 'WITHDRAWN' || task.endReason === 'REJECTED' || task.endReason === 'EXPIRED'
          ? [t('task:search.revokeMethod'), t(`task:void.${task.endReason}`)]
          : false,
        task.endedTime !== null &&
          task.endReason !== null && [t(`endedTime.${task.endReason}`), formatDateTime(task.endedTime)],
        task.watermark !== null && [
          t('fact.watermark'),
          t('fact.watermarkOf', watermarkValues(task.watermark)),
        ],
        task.codeStatus === 'ENABLE' && [t('fact.code'), t('fact.codeOnPages')],
        task.reminders !== null && [t('reminder:title'), scheduleText(t, task.reminders)],
        task.approvalFlows.length > 0 && [t('fact.approval'), task.approvalFlows.join(t('ui:separator'))],
      ]}
    />
  );
}
