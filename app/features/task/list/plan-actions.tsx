import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { type PlanRow, revokePlan, urgePlan } from '#core/task/calls.ts';
import { call } from '../../../call.ts';
import type { Action, PageAction, Runs } from '../../../kit/action.ts';
import { useMay } from '../../../shell/use-identity.ts';
import type { ToastMessage } from '../../../ui/toast-store.ts';

// What talks to UKeys comes with the click that needs it.
const BatchSignDialog = lazy(() => import('../../../parts/agent/batch-sign-dialog.tsx'));

/** A task as its actions need it: a row of a list, or the whole task. */
export type PlanSubject = Pick<PlanRow, 'planId' | 'taskName' | 'fileNum' | 'label' | 'actions'>;

/** The menu's button permissions, by what they allow; looking is free. */
export function useMayDo(): Record<PlanRow['actions'][number], boolean> {
  return {
    sign: useMay('contract_sign'),
    reject: useMay('contract_reject'),
    urge: useMay('contract_urge'),
    revoke: useMay('contract_revoke'),
    download: useMay('contract_download'),
    trail: useMay('contract_track'),
    preview: true,
    again: useMay('contract_send'),
  };
}

/**
 * What can be done with a task, in its row, with several rows, and at the head of its page. The server says of each task
 * what its state allows, the menu what the person may do.
 */
export function usePlanActions(download: (plans: readonly PlanSubject[]) => Promise<void>) {
  const { t } = useTranslation('task');
  const may = useMayDo();
  const common = (id: PlanRow['actions'][number], icon: Action<PlanSubject>['icon']) => ({
    id,
    label: t(`action.${id}`),
    icon,
    when: (plan: PlanSubject) => may[id] && plan.actions.includes(id),
  });
  const urge: Runs<PlanSubject, number> = {
    ...common('urge', 'bell'),
    batch: {
      label: t('batch.urge'),
      choose: t('choose.urge'),
      none: t('cannotUrge'),
      some: (count) => t('someNotUrged', { count }),
      keeps: true,
    },
    run: async (plans) => {
      let urged = 0;
      for (const { planId } of plans) urged += (await call(urgePlan, { planId })).urged;
      return urged;
    },
    done: (_, count) => t('urged', { count }),
    calls: [urgePlan],
  };
  const actions = {
    sign: { ...common('sign', 'pen'), to: ({ planId }) => `/fileSign/fileSign?planId=${planId}` },
    urge,
    preview: { ...common('preview', 'eye'), to: ({ planId }) => `/contract/preview?planId=${planId}` },
    download: {
      ...common('download', 'download'),
      batch: { label: t('batch.download'), choose: t('choose.download'), keeps: true },
      run: download,
    },
    /** Another of the same, to be sent to somebody else. */
    again: {
      ...common('again', 'copy'),
      to: ({ planId }) => `/entcontract/startEntContract?again=${planId}`,
    },
    /** How its approval stands, and who said what. */
    review: {
      id: 'review',
      label: t('action.review'),
      icon: 'check',
      when: ({ label }) => label === 'REVIEWING' || label === 'REVIEW_FAILED',
      to: ({ planId }) => `/contract/examine?planId=${planId}`,
    },
    trail: { ...common('trail', 'history'), to: ({ planId }) => `/contract/summary/${planId}` },
    revoke: {
      ...common('revoke', 'undo'),
      danger: true,
      ask: ([{ taskName }]) => ({
        title: t('revoke.title'),
        thing: taskName,
        consequence: t('revoke.consequence'),
        confirm: t('revoke.confirm'),
        reason: { label: t('revoke.reason'), maxLength: LIMITS.cancelReason },
      }),
      run: ([{ planId }], reason) => call(revokePlan, { planId, reason }),
      done: ([{ taskName }]) => t('revoke.done', { name: taskName }),
      calls: [revokePlan],
    },
    /** Signs several, one after the other, with a UKey ([4.2]). */
    signAll: {
      ...common('sign', 'seal'),
      id: 'signAll',
      batch: { only: true, label: t('batch.sign'), choose: t('choose.sign') },
      layer: ({ rows, finish }) => (
        <BatchSignDialog
          tasks={rows}
          onClose={(signed) => finish(rows.filter(({ planId }) => signed.includes(planId)))}
        />
      ),
    },
  } satisfies Record<string, Action<PlanSubject>>;
  return { actions, may };
}

/** Writes what is chosen to a sheet; with nothing chosen, all that the list finds. */
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

/** The way to a new task, for whom the menu allows it. */
export function useStart(): PageAction | false {
  const { t } = useTranslation('task');
  const may = useMay('contract_send');
  return may && { id: 'start', label: t('start'), icon: 'plus', to: () => '/entcontract/startEntContract' };
}
