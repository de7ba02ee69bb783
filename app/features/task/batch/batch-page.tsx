import { useParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listBatchRows, readBatch, retryBatch, stopBatch } from '#core/batch/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { plainFileName } from '#core/file-name.ts';
import { revokeTask, urgeTask } from '#core/task/calls.ts';
import { listTasks, type TaskItem } from '#core/task/list-calls.ts';
import { boxToWire } from '#core/task/plan-wire.ts';
import { call, saveFile } from '../../../call.ts';
import type { Action, Runs } from '../../../kit/action.ts';
import { DetailPage } from '../../../kit/detail-page.tsx';
import { ListView } from '../../../kit/list-view.tsx';
import { type RowOf, useList } from '../../../kit/use-list.ts';
import { writeSheet } from '../../../kit/write-sheet.ts';
import { queryOf } from '../../../query.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { Panel } from '../../../ui/page.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import { FetchingBar } from '../list/fetching-bar.tsx';
import { useMayDo } from '../list/task-actions.tsx';
import { useFetching } from '../list/use-fetching.ts';
import style from './batch.module.css';
import { BatchState } from './batch-state.tsx';

type Batch = OutputOf<typeof readBatch>;
type Row = RowOf<typeof listBatchRows>;
type T = ReturnType<typeof useTranslation<'batch'>>['t'];

/** Poll interval in ms while a batch is in progress. */
const POLL = 1_500;
const PAGE = 500;

/** One batch: its progress, the result of each row, and actions on all of its tasks. */
export function BatchPage() {
  const { batchId = '' } = useParams();
  const { t } = useTranslation(['batch', 'task']);
  const online = useOnline();
  const query = useQuery({
    ...queryOf(readBatch, { batchId }),
    refetchInterval: ({ state }) => (online && state.data?.endTime === null ? POLL : false),
  });
  usePageTitle({ subject: query.data?.taskName });
  const { fetching, download } = useFetching();
  return (
    <DetailPage
      query={query}
      kind={t('title')}
      title={({ taskName }) => taskName}
      about={(batch) => <BatchState batch={batch} />}
      actions={useBatchActions(t, download)}
    >
      {(batch) => (
        <>
          <FetchingBar fetching={fetching} />
          <Progress batch={batch} />
          <Panel title={t('rows')}>
            <Rows batch={batch} />
          </Panel>
        </>
      )}
    </DetailPage>
  );
}

function Progress({ batch }: { batch: Batch }) {
  const { t } = useTranslation('batch');
  const done = batch.sent + batch.failed + batch.stopped;
  const text = t('progress', { done, total: batch.total });
  const online = useOnline();
  return (
    <Panel title={t('summary')}>
      <div className={style.progress}>
        {batch.endTime === null && (
          <Notice tone={online ? 'info' : 'warning'}>
            <div className={style.progress}>
              <span aria-live="polite">{text}</span>
              <progress value={done} max={batch.total} aria-label={text} />
              <span>{t(online ? 'mayLeave' : 'goesOn')}</span>
            </div>
          </Notice>
        )}
        <Facts
          grid
          facts={[
            [t('list.total'), batch.total],
            [t('list.sent'), batch.sent],
            [t('list.failed'), batch.failed],
            [t('list.stopped'), batch.stopped],
            [t('list.creator'), batch.creator],
          ]}
        />
        {batch.sent > 0 && <Link to={`/contract/startWithMe?batchId=${batch.batchId}`}>{t('allTasks')}</Link>}
      </div>
    </Panel>
  );
}

const FILTERS = { state: '' };
const isWaiting = ({ state }: Row) => state === 'WAITING';
const STATES = ['SENT', 'FAILED', 'WAITING', 'STOPPED'] as const;
const TONES = { SENT: 'success', FAILED: 'error', WAITING: 'info', STOPPED: 'neutral' } as const;
const ICONS = { SENT: 'check', FAILED: 'error', WAITING: 'hourglass', STOPPED: 'pause' } as const;

function Rows({ batch }: { batch: Batch }) {
  const { t } = useTranslation('batch');
  const { batchId, endTime } = batch;
  const online = useOnline();
  const list = useList(listBatchRows, {
    filters: FILTERS,
    input: ({ state }) => ({ batchId, state }),
    // also while the batch has ended and its last rows have not been read yet
    refresh: (rows) => (online && (endTime === null || rows.some(isWaiting)) ? POLL : false),
  });
  return (
    <ListView
      label={t('table')}
      code="batch.rows"
      list={list}
      rowKey={(row) => row.rowKey}
      columns={columnsOf(t)}
      fields={[
        {
          name: 'state',
          label: t('list.state'),
          kind: 'select',
          options: [
            { value: '', label: t('any') },
            ...STATES.map((state) => ({ value: state, label: t(`rowState.${state}`) })),
          ],
        },
      ]}
      empty={{ icon: 'group', title: t('noRows'), text: t('noRowsText') }}
    />
  );
}

const columnsOf = (t: T): Column<Row>[] => [
  { id: 'number', title: t('column.number'), kind: 'number', width: 80 },
  { id: 'parties', title: t('parties'), minWidth: 200, fixed: true },
  {
    id: 'state',
    title: t('list.state'),
    width: 120,
    brief: true,
    cell: ({ state }) => (
      <Badge tone={TONES[state]} icon={ICONS[state]}>
        {t(`rowState.${state}`)}
      </Badge>
    ),
  },
  {
    id: 'result',
    title: t('result'),
    minWidth: 240,
    brief: true,
    cell: ({ planId: taskId, planNumber: number, reason }) =>
      taskId ? <Link to={`/contract/summary/${taskId}`}>{number}</Link> : reason,
  },
];

/** The tasks of a batch, all of them. */
async function tasksOf({ batchId }: Batch): Promise<TaskItem[]> {
  const tasks: TaskItem[] = [];
  for (let current = 1; ; current++) {
    const { records } = await call(listTasks, {
      box: boxToWire('startWithMe'),
      batchId,
      dataRange: 'ALL',
      current,
      size: PAGE,
    });
    tasks.push(...records);
    if (records.length < PAGE) return tasks;
  }
}

/** Runs an action on each task that allows it, skipping those that no longer do. Returns how many there were. */
async function withEach(
  batch: Batch,
  action: TaskItem['actions'][number],
  act: (task: TaskItem) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (const task of await tasksOf(batch)) {
    if (!task.actions.includes(action)) continue;
    // Somebody else changed this task in the meantime: continue with the others.
    const acted = await act(task).then(
      () => true,
      () => false,
    );
    if (acted) done++;
  }
  return done;
}

function useBatchActions(t: T, download: (tasks: readonly TaskItem[]) => Promise<void>): Action<Batch>[] {
  const may = useMayDo();
  const [exporting, setExporting] = useState(false);
  const isRunning = ({ endTime }: Batch) => endTime === null;
  const hasTasks = ({ sent }: Batch) => sent > 0;
  const retry: Runs<Batch, { rows: number }> = {
    id: 'retry',
    label: t('action.retry'),
    icon: 'refresh',
    when: ({ failed, stopped }) => failed + stopped > 0,
    run: ([{ batchId }]) => call(retryBatch, { batchId }),
    done: (_, { rows }) => t('action.retried', { count: rows }),
    calls: [retryBatch],
  };
  const urge: Runs<Batch, number> = {
    id: 'urge',
    label: t('action.urge'),
    icon: 'bell',
    when: (batch) => may.has('urge') && hasTasks(batch),
    run: ([batch]) => withEach(batch, 'urge', ({ planId: taskId }) => call(urgeTask, { planId: taskId })),
    done: (_, count) => t('action.urged', { count: count }),
    calls: [urgeTask],
  };
  const revoke: Runs<Batch, number> = {
    id: 'revoke',
    label: t('action.revoke'),
    icon: 'undo',
    danger: true,
    when: (batch) => may.has('revoke') && hasTasks(batch),
    ask: ([{ taskName }]) => ({
      title: t('action.revokeTitle'),
      thing: taskName,
      consequence: t('action.revokeText'),
      reason: { label: t('task:revoke.reason'), maxLength: LIMITS.cancelReason },
    }),
    run: ([batch], reason) =>
      withEach(batch, 'revoke', ({ planId: taskId }) => call(revokeTask, { planId: taskId, reason })),
    done: (_, count) => t('action.revoked', { count: count }),
    calls: [revokeTask],
  };
  return [
    {
      id: 'stop',
      label: t('action.stop'),
      icon: 'pause',
      when: isRunning,
      ask: ([{ taskName }]) => ({
        title: t('action.stopTitle'),
        thing: taskName,
        consequence: t('action.stopText'),
      }),
      run: ([{ batchId }]) => call(stopBatch, { batchId }),
      calls: [stopBatch],
    },
    retry,
    {
      id: 'export',
      label: t('action.export'),
      icon: 'external',
      busy: exporting,
      run: async ([batch]) => {
        setExporting(true);
        await exportRows(t, batch).finally(() => setExporting(false));
      },
    },
    urge,
    {
      id: 'download',
      label: t('action.download'),
      icon: 'download',
      when: (batch) => may.has('download') && hasTasks(batch),
      run: async ([batch]) =>
        download((await tasksOf(batch)).filter((task) => task.actions.includes('download'))),
    },
    revoke,
  ];
}

async function exportRows(t: T, batch: Batch): Promise<void> {
  const rows: Row[] = [];
  for (let current = 1; ; current++) {
    const { records } = await call(listBatchRows, { batchId: batch.batchId, current, size: PAGE });
    rows.push(...records);
    if (records.length < PAGE) break;
  }
  const blob = await writeSheet<Row>(
    [
      { title: t('column.number'), width: 10, value: (row) => row.number },
      { title: t('parties'), width: 40, value: (row) => row.parties },
      { title: t('list.state'), width: 12, value: (row) => t(`rowState.${row.state}`) },
      { title: t('planNumber'), width: 24, value: (row) => row.planNumber },
      { title: t('column.reason'), width: 60, value: (row) => row.reason },
    ],
    rows,
    batch.taskName,
  );
  saveFile({ name: `${plainFileName(batch.taskName)}.xlsx`, blob });
}
