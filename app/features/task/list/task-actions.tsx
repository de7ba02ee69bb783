import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { TASK_ACTIONS, type TaskAction } from '#core/task/actions.ts';
import { revokeTask, urgeTask } from '#core/task/calls.ts';
import { voidTask } from '#core/task/change-calls.ts';
import type { TaskItem } from '#core/task/list-calls.ts';
import { call } from '../../../call.ts';
import type { Action, PageAction, Runs } from '../../../kit/action.ts';
import { useSession } from '../../../session/session-store.ts';
import { useMay } from '../../../shell/use-identity.ts';
import type { ToastMessage } from '../../../ui/toast-store.ts';
import { eachOf, type Failure, failedText } from './each-of.ts';

// Dialogs are loaded on demand.
const ExtendDialog = lazy(async () => ({
  default: (await import('../change/extend-dialog.tsx')).ExtendDialog,
}));
const HandOverDialog = lazy(async () => ({
  default: (await import('../change/hand-over-dialog.tsx')).HandOverDialog,
}));
const SendDialog = lazy(async () => ({ default: (await import('../change/send-dialog.tsx')).SendDialog }));
const BatchSignDialog = lazy(() => import('../../../parts/signing/batch/batch-sign-dialog.tsx'));

/** The properties of a task that its actions need: from a list row or the complete task. */
export type TaskSubject = Pick<TaskItem, 'planId' | 'taskName' | 'fileNum' | 'label' | 'actions' | 'endTime'>;

/** The actions that the menu's buttons allow the user; viewing needs none. */
export function useMayDo(): ReadonlySet<TaskAction> {
  const buttons = useSession((s) => s.btnPermissions);
  return new Set(
    TASK_ACTIONS.filter(({ menu }) => menu === null || buttons?.includes(menu)).map(({ action }) => action),
  );
}

/**
 * The actions of a task, for its row, for several rows, and for the head of its page. The server says for each task
 * what its state allows, the menu what the user may do.
 */
export function useTaskActions(download: (tasks: readonly TaskSubject[]) => Promise<void>) {
  const { t } = useTranslation('task');
  const may = useMayDo();
  const common = (id: TaskAction, icon: Action<TaskSubject>['icon']) => ({
    id,
    label: t(`action.${id}`),
    icon,
    when: (task: TaskSubject) => may.has(id) && task.actions.includes(id),
  });
  const urge: Runs<TaskSubject, { urged: number; failed: readonly Failure[] }> = {
    ...common('urge', 'bell'),
    batch: {
      label: t('batch.urge'),
      choose: t('choose.urge'),
      none: t('cannotUrge'),
      some: (count) => t('someNotUrged', { count }),
      most: { rows: MOST_AT_ONCE, words: t('tooMany', { count: MOST_AT_ONCE }) },
      keeps: true,
    },
    run: async (tasks) => {
      let urged = 0;
      const failed = await eachOf(tasks, async ({ planId: taskId }) => {
        urged += (await call(urgeTask, { planId: taskId })).urged;
      });
      return { urged, failed };
    },
    done: (_, { urged, failed }) =>
      failed.length === 0
        ? t('urged', { count: urged })
        : { tone: 'warning', text: t('urgedSome', { count: urged, failed: failedText(failed, t) }) },
    calls: [urgeTask],
  };
  const revoke: Runs<TaskSubject, readonly Failure[]> = {
    ...common('revoke', 'undo'),
    danger: true,
    batch: {
      label: t('batch.revoke'),
      choose: t('choose.revoke'),
      none: t('cannotRevoke'),
      some: (count) => t('someNotRevoked', { count }),
      most: { rows: MOST_AT_ONCE, words: t('tooMany', { count: MOST_AT_ONCE }) },
    },
    ask: (tasks) => ({
      title: t(tasks.length > 1 ? 'revoke.titleAll' : 'revoke.title', { count: tasks.length }),
      thing: tasks.map(({ taskName }) => taskName).join(t('ui:separator')),
      consequence: t('revoke.consequence'),
      confirm: t('revoke.confirm'),
      reason: { label: t('revoke.reason'), maxLength: LIMITS.cancelReason },
    }),
    run: async (tasks, reason) => {
      // A single refusal is shown in the dialog; with several, each is attempted.
      if (tasks.length === 1) await call(revokeTask, { planId: tasks[0].planId, reason });
      else return eachOf(tasks, ({ planId: taskId }) => call(revokeTask, { planId: taskId, reason }));
      return [];
    },
    done: (tasks, failed) =>
      failed.length > 0
        ? {
            tone: 'warning',
            text: t('revoke.some', { count: tasks.length - failed.length, failed: failedText(failed, t) }),
          }
        : tasks.length > 1
          ? t('revoke.doneAll', { count: tasks.length })
          : t('revoke.done', { name: tasks[0].taskName }),
    calls: [revokeTask],
  };
  const actions = {
    sign: { ...common('sign', 'pen'), to: ({ planId: taskId }) => `/fileSign/fileSign?planId=${taskId}` },
    urge,
    preview: {
      ...common('preview', 'eye'),
      to: ({ planId: taskId }) => `/contract/preview?planId=${taskId}`,
    },
    download: {
      ...common('download', 'download'),
      batch: { label: t('batch.download'), choose: t('choose.download'), keeps: true },
      run: download,
    },
    /** A copy, to be sent to somebody else. */
    again: {
      ...common('again', 'copy'),
      to: ({ planId: taskId }) => `/entcontract/startEntContract?again=${taskId}`,
    },
    /** Sends copies of finished contracts of HR scenarios to chosen recipients ([8.11c]). */
    send: {
      ...common('send', 'send'),
      batch: {
        label: t('batch.send'),
        choose: t('choose.send'),
        none: t('sendOn.cannot'),
        some: (count) => t('sendOn.left', { count }),
        most: { rows: MOST_AT_ONCE, words: t('tooMany', { count: MOST_AT_ONCE }) },
      },
      layer: ({ rows, close, finish }) => <SendDialog tasks={rows} onClose={close} onSent={() => finish()} />,
    },
    /** Adds placements to the sent task, before anybody signs. */
    addPlaces: { ...common('addPlaces', 'seal'), to: ({ planId: taskId }) => `/prePlaced?planId=${taskId}` },
    /** The state of its approval, with the decisions. */
    review: {
      id: 'review',
      label: t('action.review'),
      icon: 'check',
      when: ({ label }) => label === 'REVIEWING' || label === 'REVIEW_FAILED',
      to: ({ planId: taskId }) => `/contract/examine?planId=${taskId}`,
    },
    trail: { ...common('trail', 'history'), to: ({ planId: taskId }) => `/contract/summary/${taskId}` },
    revoke,
    extend: {
      ...common('extend', 'clock'),
      layer: ({ rows: [row], close, finish }) => (
        <ExtendDialog task={row} onClose={close} onSaved={() => finish()} />
      ),
    },
    void: {
      ...common('void', 'ban'),
      danger: true,
      ask: ([{ taskName }]) => ({
        title: t('voidTask.title'),
        thing: taskName,
        consequence: t('voidTask.consequence'),
        confirm: t('voidTask.confirm'),
        reason: { label: t('voidTask.reason'), maxLength: LIMITS.cancelReason },
      }),
      run: ([{ planId: taskId }], reason) =>
        call(voidTask, { planId: taskId, reason }, { requestId: crypto.randomUUID() }),
      done: () => t('voidTask.done'),
      calls: [voidTask],
    },
    handOver: {
      ...common('handOver', 'users'),
      layer: ({ rows: [row], close, finish }) => (
        <HandOverDialog task={row} onClose={close} onDone={() => finish()} />
      ),
    },
    /** Signs several at once ([4.2]): by one consent, or with a UKey. */
    signAll: {
      ...common('sign', 'seal'),
      id: 'signAll',
      batch: {
        only: true,
        label: t('batch.sign'),
        choose: t('choose.sign'),
        most: { rows: LIMITS.batchTasks, words: t('tooManyToSign', { count: LIMITS.batchTasks }) },
      },
      layer: ({ rows, finish }) => (
        <BatchSignDialog
          tasks={rows}
          onClose={(signed) => finish(rows.filter(({ planId: taskId }) => signed.includes(taskId)))}
        />
      ),
    },
  } satisfies Record<string, Action<TaskSubject>>;
  return { actions, may };
}

/** Maximum number of tasks to remind or revoke at once. */
const MOST_AT_ONCE = 100;

/** Exports the selected rows to a sheet; without a selection, all rows that match the filters. */
export function useExportAction<R>(
  run: (rows: readonly R[]) => Promise<void>,
  all: ToastMessage['action'],
  busy: boolean,
): Action<R> {
  const { t } = useTranslation('task');
  return {
    id: 'export',
    label: t('batch.export'),
    icon: 'external',
    busy,
    batch: {
      only: true,
      keeps: true,
      choose: { tone: 'warning', text: t('choose.export'), ...(all ? { action: all } : {}) },
    },
    run,
  };
}

/** The action that creates a task, if the menu allows it. */
export function useStart(): PageAction | false {
  const { t } = useTranslation('task');
  const may = useMay('contract_send');
  return may && { id: 'start', label: t('start'), icon: 'plus', to: () => '/entcontract/startEntContract' };
}
